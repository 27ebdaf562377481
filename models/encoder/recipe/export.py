"""From a trained model to the files that ship: int8 weights, vocabulary, reference inputs.

    python export.py FULL.pt SCIFACT_FOLDER VOCAB.txt OUT_FOLDER

`encoder.safetensors`: every matrix as int8 with one scale a row (`NAME` of type I8, `NAME.scale` of type F32; weight =
scale x code), what has one dimension and the head as F32; BERT's own names, `head.weight` and `head.bias` beside them.
Its metadata tell layers, heads, longest input, labels and the SHA-256 of `vocab.txt`.
`reference.json`: inputs with token ids and the logits that the shipped weights give in fp32 arithmetic (`logits`) and
those of the model before rounding (`original`).
"""

import hashlib
import json
import sys
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

from measure import stance, told
from minilm import HEADS, LABELS, LAYERS, CrossEncoder, MiniLM, pair_tokens
from scifact import SciFact
from stage1 import logits
from stage2 import LIMIT, windows
from vocabulary import pruned, read

PLACES = "body.embeddings.position_embeddings.weight"
# Inputs that are not of the data set: short, long, odd characters, other fields, numbers, negation.
MADE = [
    ("Aspirin lowers the risk of colorectal cancer.", "Daily aspirin reduced the incidence of colorectal cancer by 24%."),
    ("Aspirin lowers the risk of colorectal cancer.", "Aspirin did not lower the incidence of colorectal cancer."),
    ("Aspirin lowers the risk of colorectal cancer.", "The museum opened its new wing in May."),
    ("A", "B"),
    ("The ballroom covers 90,000 square feet.", "Plans show a 90,000-sq-ft space, officials said."),
    ("Naïve café résumés – “quoted” – cost €5.", "The coöperative’s naïveté cost it £3½ m."),
    ("IL-6/STAT3 signalling promotes β-cell survival in vivo.", "IL-6 did not activate STAT3; β-cells died (p<0.001)."),
    ("数据 supports the claim.", "Only 12% of 数据 was examined \u200b by us."),
]


def rounded(state: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    out = {}
    for name, weight in state.items():
        if name == PLACES:
            weight = weight[:LIMIT]
        if weight.dim() == 2 and not name.startswith("head.") and "token_type" not in name:
            scale = weight.abs().amax(1).clamp_min(1e-12) / 127
            out[name], out[f"{name}.scale"] = (weight / scale.unsqueeze(1)).round().to(torch.int8), scale
        else:
            out[name] = weight.float()
    return {name.removeprefix("body."): t.contiguous() for name, t in out.items()}


def unrounded(file: Path, vocabulary: int) -> CrossEncoder:
    """The shipped file as a model in fp32: what Rust must agree with."""
    stored = load_file(file)
    state = {}
    for name, tensor in stored.items():
        if not name.endswith(".scale"):
            scale = stored.get(f"{name}.scale")
            full = tensor.float() if scale is None else tensor.float() * scale.unsqueeze(1)
            state[name if name.startswith("head.") else f"body.{name}"] = full
    model = CrossEncoder(MiniLM(vocabulary=vocabulary))
    places = model.state_dict()[PLACES].clone()
    places[:LIMIT] = state[PLACES]
    state[PLACES] = places
    model.load_state_dict(state)
    return model


class RoundedInput(torch.nn.Module):
    """A linear layer whose input is rounded to int8, one scale a token, as an integer kernel would see it."""

    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def forward(self, x):
        scale = x.abs().amax(-1, keepdim=True).clamp_min(1e-12) / 127
        return self.layer((x / scale).round() * scale)


def round_inputs(module: torch.nn.Module):
    for name, child in module.named_children():
        if isinstance(child, torch.nn.Linear):
            module._modules[name] = RoundedInput(child)
        else:
            round_inputs(child)


def main():
    full, folder, vocabulary, out = map(Path, sys.argv[1:])
    torch.set_num_threads(2)
    data, kept = SciFact(folder), read(vocabulary)
    out.mkdir(parents=True, exist_ok=True)
    model = CrossEncoder(MiniLM(vocabulary=len(kept)))
    model.load_state_dict(torch.load(full))
    (out / "vocab.txt").write_bytes(vocabulary.read_bytes())
    about = {"format": "gainsay-encoder 1", "layers": str(LAYERS), "heads": str(HEADS), "longest": str(LIMIT),
             "labels": " ".join(LABELS), "vocabulary": hashlib.sha256(vocabulary.read_bytes()).hexdigest()}
    file = out / "encoder.safetensors"
    save_file(rounded(model.state_dict()), file, about)
    shipped = unrounded(file, len(kept))

    words = pruned(kept)
    pairs = data.pairs(data.dev)
    gold, claims, texts = [c.label(d.id) for c, d in pairs], [c.id for c, _ in pairs], windows(data, pairs)
    before = logits(model, pair_tokens(words, texts, LIMIT))
    after = logits(shipped, pair_tokens(words, texts, LIMIT))
    print("fp32", told(before, gold, claims), "int8", told(after, gold, claims), sep="\n")
    change = {name: round(value - stance(before, gold)[name], 4) for name, value in stance(after, gold).items()}
    print("shipped minus fp32:", change)

    samples = MADE + [texts[i] for i in range(0, len(texts), len(texts) // 12)][:12]
    rows = pair_tokens(words, samples, LIMIT)
    original, exact = logits(model, rows), logits(shipped, rows)
    reference = [{"claim": claim, "evidence": text, "ids": ids, "segments": segments, "logits": a, "original": b}
                 for (claim, text), (ids, segments), a, b in zip(samples, rows, exact.tolist(), original.tolist())]
    (out / "reference.json").write_text(json.dumps(reference, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    print("largest difference of logits on the reference, shipped against fp32:", (exact - original).abs().max().item())

    round_inputs(shipped.body)
    integer = logits(shipped, pair_tokens(words, texts, LIMIT))
    print("with inputs of layers in int8 too:", {k: round(v, 4) for k, v in stance(integer, gold).items()})
    print(file, file.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
