"""A checkpoint from a shipped encoder: what training goes on from.

    python start.py ENCODER.onnx VOCAB.txt START.pt [--lower N]

With `--lower N` only the token table and the N lower layers are the encoder's, and the rest is as published: such a start has
seen SciFact's claims in those layers alone, which `distil.py --frozen N` keeps as they are.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from minilm import LABELS, LAYERS, CrossEncoder, MiniLM
from vocabulary import cut, read

MATRICES = ["attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense", "intermediate.dense", "output.dense"]


def shipped(path: Path) -> dict[str, torch.Tensor]:
    """The weights of the file by the names of the checkpoint, rounded as they are there."""
    stored = {i.name: numpy_helper.to_array(i) for i in onnx.load(path).graph.initializer}
    whole = lambda name: stored[f"{name}_quantized"].astype(np.float32) * stored[f"{name}_scale"]
    state = {name: value for name, value in stored.items() if name.startswith(("body.", "head."))}
    numbered = sorted({n.removesuffix("_quantized") for n in stored if n.startswith("onnx::MatMul") and n.endswith("_quantized")}, key=lambda n: int(n.split("_")[-1]))
    for at, name in enumerate(numbered):
        state[f"body.encoder.layer.{at // len(MATRICES)}.{MATRICES[at % len(MATRICES)]}.weight"] = whole(name).T
    table = "body.embeddings.word_embeddings"
    state[f"{table}.weight"] = stored[f"{table}.codes"].astype(np.float32) * stored[f"{table}.scales"]
    if "head.weight" not in state:
        head = whole(next(n.removesuffix("_quantized") for n in stored if n.startswith("head.weight") and n.endswith("_quantized")))
        state["head.weight"] = head.T if head.shape[0] > len(LABELS) else head
    return {name: torch.from_numpy(np.array(value, np.float32)) for name, value in state.items()}


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    for name in ("encoder", "vocabulary", "out"):
        arguments.add_argument(name, type=Path)
    arguments.add_argument("--lower", type=int, default=LAYERS)
    given = arguments.parse_args()
    torch.manual_seed(0)
    found, state = shipped(given.encoder), cut(CrossEncoder(MiniLM.published()).state_dict(), read(given.vocabulary))
    upper = tuple(f"body.encoder.layer.{at}." for at in range(given.lower, LAYERS))
    for name, weight in state.items():
        if given.lower == LAYERS or not name.startswith(("head.", *upper)):
            # Of the places the file has those alone that are used.
            weight[: len(found[name])] = found[name]
    torch.save(state, given.out)


if __name__ == "__main__":
    main()
