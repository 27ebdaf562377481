"""The same weights as an ONNX file, for runtimes that read ONNX: int8 matrices, inputs of layers rounded at run time.

    python onnx_file.py OUT_FOLDER SCIFACT_FOLDER [OLD.onnx SHARED]

Reads `encoder.safetensors` and `vocab.txt` from OUT_FOLDER, writes `encoder.onnx` there (inputs `ids` and `segments`, i64,
batch x tokens; output `logits`, f32, batch x 3) and `reference.jsonl`, and prints its figures on dev, computed by ONNX Runtime. The token table
stays exactly as it is, one scale a row; with OLD.onnx so do the SHARED lower layers, which are taken from there. Matrices are rounded to seven bits, since processors without VNNI add pairs of
products in sixteen.
"""

import json
import sys
from pathlib import Path

import onnx
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.torch import load_file

from export import unrounded
from measure import told
from minilm import pair_tokens
from scifact import SciFact
from stage2 import LIMIT, windows
from upper import keep
from vocabulary import pruned, read


class RoundedTable(torch.nn.Module):
    """An embedding kept as int8 codes and a scale a row."""

    def __init__(self, codes: torch.Tensor, scales: torch.Tensor):
        super().__init__()
        self.register_buffer("codes", codes)
        self.register_buffer("scales", scales.unsqueeze(1))

    def forward(self, ids):
        return self.codes[ids].float() * self.scales[ids]


def main():
    out, folder = map(Path, sys.argv[1:3])
    kept = read(out / "vocab.txt")
    stored = load_file(out / "encoder.safetensors")
    model = unrounded(out / "encoder.safetensors", len(kept)).eval()
    name = "embeddings.word_embeddings.weight"
    model.body.embeddings["word_embeddings"] = RoundedTable(stored[name], stored[f"{name}.scale"])
    model.body.embeddings["position_embeddings"].weight.data = model.body.embeddings["position_embeddings"].weight.data[:LIMIT].clone()
    ids = torch.randint(5, 200, (2, 40))
    full, final = out / "full.onnx", out / "encoder.onnx"
    torch.onnx.export(model, (ids, torch.ones_like(ids)), full, input_names=["ids", "segments"], output_names=["logits"],
                      dynamic_axes={"ids": {0: "batch", 1: "tokens"}, "segments": {0: "batch", 1: "tokens"}, "logits": {0: "batch"}},
                      opset_version=17, dynamo=False)
    quantize_dynamic(full, final, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True, op_types_to_quantize=["MatMul", "Gemm"])
    full.unlink()
    if len(sys.argv) > 3:
        new = onnx.load(final)
        keep(new, onnx.load(sys.argv[3]), int(sys.argv[4]))
        onnx.save(new, final)
    onnx.checker.check_model(str(final))

    data, words = SciFact(folder), pruned(kept)
    pairs = data.pairs(data.dev)
    rows = pair_tokens(words, windows(data, pairs), LIMIT)
    session = onnxruntime.InferenceSession(final)
    logits = torch.zeros(len(rows), 3)
    for i, (ids, segments) in enumerate(rows):
        logits[i] = torch.tensor(session.run(None, {"ids": [ids], "segments": [segments]})[0][0])
    with (out / "reference.jsonl").open("w", encoding="utf-8") as file:
        for sample in json.loads((out / "reference.json").read_text(encoding="utf-8")):
            answer = session.run(None, {"ids": [sample["ids"]], "segments": [sample["segments"]]})[0][0]
            row = {"claim": sample["claim"], "passage": sample["evidence"], "ids": sample["ids"], "logits": [round(float(x), 3) for x in answer]}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    print(told(logits, [c.label(d.id) for c, d in pairs], [c.id for c, _ in pairs]))
    print(final, final.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
