"""Layers of the encoder's graph above one that another network shares.

    python upper.py ENCODER.onnx FINDINGS.onnx SHARED OUT.onnx

The network that reads findings was trained on top of the three lower layers of ENCODER. Gives it those of them above SHARED as its
own, for an encoder that has kept no more than its SHARED lower layers. Nothing that it says changes.
"""

import sys
from pathlib import Path

import onnx
from onnx import helper
from onnx.utils import Extractor

WIDTH = 384
PARTS = ("quantized", "scale", "zero_point")


def half(shared: int) -> str:
    """What the layer below gives."""
    return f"/body/layer.{shared - 1}/LayerNorm_1/LayerNormalization_output_0"


def matrix_names(stored: dict) -> list[str]:
    """Names of the layers' matrices from the lowest up, six a layer."""
    names = {name.removesuffix("_quantized") for name in stored if name.startswith("onnx::MatMul") and name.endswith("_quantized")}
    return sorted(names, key=lambda name: int(name.split("_")[-1]))


def keep(new: onnx.ModelProto, old: onnx.ModelProto, shared: int):
    """Gives an encoder the token table and the SHARED lower layers of another to the bit, which it was trained on top of: rounding
    them anew would change what other networks read off them."""
    has, had = ({weight.name: weight for weight in model.graph.initializer} for model in (new, old))
    same = {f"{a}_{part}": f"{b}_{part}" for a, b in zip(matrix_names(has)[: 6 * shared], matrix_names(had)) for part in PARTS}
    lower = ("body.embeddings.", *(f"body.encoder.layer.{n}." for n in range(shared)))
    same |= {name: name for name in has if name.startswith(lower)}
    for name, before in same.items():
        has[name].CopyFrom(had[before])
        has[name].name = name


def save_above(model: onnx.ModelProto, shared: int, out: Path):
    """From `hidden` and `ids` to `logit`."""
    called = {half(shared): "hidden", "logits": "logit"}
    model.graph.value_info.append(helper.make_tensor_value_info(half(shared), onnx.TensorProto.FLOAT, ["batch", "tokens", WIDTH]))
    upper = Extractor(model).extract_model([half(shared), "ids"], ["logits"])
    for node in upper.graph.node:
        for ends in (node.input, node.output):
            ends[:] = [called.get(end, end) for end in ends]
    for end in upper.graph.input:
        end.name = called.get(end.name, end.name)
    del upper.graph.output[:], upper.graph.value_info[:]
    upper.graph.output.append(helper.make_tensor_value_info("logit", onnx.TensorProto.FLOAT, ["batch", 1]))
    onnx.save(upper, out)


def main():
    encoder, findings, shared, out = onnx.load(sys.argv[1]), onnx.load(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4])
    own = {weight.name: weight for weight in findings.graph.initializer}
    for weight in encoder.graph.initializer:
        if weight.name in own:
            weight.CopyFrom(own[weight.name])
    save_above(encoder, shared, out)


if __name__ == "__main__":
    main()
