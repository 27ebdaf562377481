"""llama.cpp's own server over a model of random weights, for tests: real protocol, real grammar, meaningless words.

    llama.py [--embed] [--context TOKENS] [--slots N]

Needs the wheels xllamacpp, gguf and numpy. Prints `ready PORT` and serves until standard input is closed. The model
(llama architecture, 2 layers, 64 wide, some 350 tokens, 0.5 MB) is written into a temporary folder.
"""

import argparse
import os
import sys
import tempfile


def write(path, embed):
    import gguf
    import numpy as np

    tokens = ["<unk>", "<s>", "</s>"]
    kinds = [gguf.TokenType.UNKNOWN, gguf.TokenType.CONTROL, gguf.TokenType.CONTROL]
    for byte in range(256):
        tokens.append(f"<0x{byte:02X}>")
        # Bytes of other scripts are never chosen, so that noise stays UTF-8.
        kinds.append(gguf.TokenType.BYTE if byte < 0x80 else gguf.TokenType.CONTROL)
    words = "the a of in and with was were is no not trial patients effect dose group adults risk lower higher".split()
    tokens += [f"\u2581{word}" for word in words]
    kinds += [gguf.TokenType.NORMAL] * len(words)
    letters = [chr(c) for c in range(0x20, 0x7F)]
    tokens += [letter for letter in letters if letter != " "]
    kinds += [gguf.TokenType.NORMAL] * (len(letters) - 1)

    width, layers, heads, inner, context = 64, 2, 4, 128, 16384
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_name("random")
    writer.add_context_length(context)
    writer.add_embedding_length(width)
    writer.add_block_count(layers)
    writer.add_feed_forward_length(inner)
    writer.add_head_count(heads)
    writer.add_head_count_kv(heads)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(width // heads)
    writer.add_vocab_size(len(tokens))
    if embed:
        writer.add_pooling_type(gguf.PoolingType.MEAN)
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([-float(i) for i in range(len(tokens))])
    writer.add_token_types(kinds)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_chat_template("{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}assistant:")
    rng = np.random.default_rng(7)

    def tensor(name, *shape):
        writer.add_tensor(name, (rng.standard_normal(shape) * 0.2).astype(np.float16))

    def ones(name):
        writer.add_tensor(name, np.ones(width, dtype=np.float32))

    tensor("token_embd.weight", len(tokens), width)
    tensor("output.weight", len(tokens), width)
    ones("output_norm.weight")
    for i in range(layers):
        ones(f"blk.{i}.attn_norm.weight")
        ones(f"blk.{i}.ffn_norm.weight")
        for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
            tensor(f"blk.{i}.{part}.weight", width, width)
        tensor(f"blk.{i}.ffn_gate.weight", inner, width)
        tensor(f"blk.{i}.ffn_up.weight", inner, width)
        tensor(f"blk.{i}.ffn_down.weight", width, inner)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--embed", action="store_true")
    parser.add_argument("--context", type=int, default=16384)
    parser.add_argument("--slots", type=int, default=2)
    options = parser.parse_args()
    try:
        import xllamacpp
    except ImportError as why:
        print(f"missing {why}", flush=True)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "random.gguf")
        try:
            write(path, options.embed)
        except ImportError as why:
            print(f"missing {why}", flush=True)
            return
        params = xllamacpp.CommonParams()
        params.model.path = path
        params.model_alias = {"random"}
        params.n_ctx = options.context
        params.n_parallel = options.slots
        params.embedding = options.embed
        params.hostnames = ["127.0.0.1"]
        params.port = 0
        params.warmup = False
        server = xllamacpp.Server(params)
        print(f"ready {server.listening_address}", flush=True)
        sys.stdin.read()
        os._exit(0)


main()
