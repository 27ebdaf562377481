"""The teacher: all-mpnet-base-v2 as a cross-encoder, eight times the size of what ships, so that the small encoder learns from its word.

Read as `<s> claim </s></s> passage </s>`; the head reads the first vector and the mean, as the small one does.
"""

from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch import nn
from transformers import MPNetConfig, MPNetModel

from minilm import DEVICE, LABELS

PADDING, LONGEST = 1, 256


class Teacher(nn.Module):
    def __init__(self, folder: Path, dropout: float = 0.1):
        super().__init__()
        config = MPNetConfig.from_pretrained(folder)
        self.body = MPNetModel(config, add_pooling_layer=False)
        self.head = nn.Linear(2 * config.hidden_size, len(LABELS))
        self.dropout = nn.Dropout(dropout)

    @classmethod
    def published(cls, folder: Path) -> "Teacher":
        """The published weights: `model.safetensors`, or `mpnet.pt` with every matrix in int8 and a scale a row."""
        model = cls(folder)
        if (folder / "mpnet.pt").exists():
            packed = torch.load(folder / "mpnet.pt")
            state = {k: (t.float() * packed[f"{k}.scale"].float()[:, None] if f"{k}.scale" in packed else t.float())
                     for k, t in packed.items() if not k.endswith(".scale")}
        else:
            from safetensors.torch import load_file

            state = load_file(folder / "model.safetensors")
        missing, _ = model.body.load_state_dict(state, strict=False)
        assert not [m for m in missing if "position_ids" not in m], missing
        return model

    def forward(self, ids, _segments):
        there = ids != PADDING
        x = self.body(input_ids=ids, attention_mask=there.long()).last_hidden_state.float()
        mean = (x * there.unsqueeze(-1)).sum(1) / there.sum(1, keepdim=True)
        with torch.autocast(x.device.type, enabled=False):
            return self.head(self.dropout(torch.cat([x[:, 0], mean], dim=1)))


def teacher_tokens(folder: Path, pairs: list[tuple[str, str]], limit: int = LONGEST) -> list[tuple[list[int], list[int]]]:
    words = Tokenizer.from_file(str(folder / "tokenizer.json"))
    words.no_padding()
    words.no_truncation()
    claims = words.encode_batch([c for c, _ in pairs], add_special_tokens=False)
    texts = words.encode_batch([t for _, t in pairs], add_special_tokens=False)
    rows = []
    for claim, text in zip(claims, texts):
        first = claim.ids[: limit // 2]
        second = text.ids[: limit - 4 - len(first)]
        rows.append(([0, *first, 2, 2, *second, 2], []))
    return rows
