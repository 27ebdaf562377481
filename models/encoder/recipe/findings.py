"""Layers that read findings: the upper three of the encoder, trained on the sentences of labelled abstracts and conclusions.

    python findings.py DIR ENCODER.onnx STATIC.gstv SCIFACT_FOLDER JATS_FOLDER

DIR has passages.jsonl, as `cargo run --example train_findings -- DIR` writes it. First the layers learn what each sentence
of a structured abstract does, by its heading (SciFact's and those of the JATS files, without the labelled papers); then
which sentences are findings, three times over. Writes DIR/out_of_fold.jsonl, the log-odds of every sentence by layers that saw
half of the papers, and not its own, and DIR/findings.onnx, trained on all papers. Some 60 minutes on two cores.

A sentence is read as `101 sentence 102 before 2 behind 102`: at most 60 tokens of its own and 24 of each neighbour, 96 in
all; the title stands before the first. The three layers below are the encoder's own, so that both share them.
"""

import json
import random
import re
import struct
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import onnx
from onnx import numpy_helper
from tokenizers import BertWordPieceTokenizer

from upper import matrix_names, save_above

LAYERS, HEADS, WIDTH, BELOW, TOKENS, FOLDS = 6, 12, 384, 3, 96, 2
MATRICES = "qkvoid"
VECTORS = {
    "attention.self.query.bias": "qb", "attention.self.key.bias": "kb", "attention.self.value.bias": "vb",
    "attention.output.dense.bias": "ob", "attention.output.LayerNorm.weight": "g1", "attention.output.LayerNorm.bias": "b1",
    "intermediate.dense.bias": "ib", "output.dense.bias": "db", "output.LayerNorm.weight": "g2",
    "output.LayerNorm.bias": "b2",
}
# Headings of structured abstracts by role: background, objective, method, result, conclusion.
ROLES = [
    (4, r"conclu|interpret|significance|implication"),
    (3, r"^(?!.*method).*(result|finding)"),
    (2, r"method|design|setting|participant|patients|material|measure|intervention|procedure|experimental|search|analysis"),
    (1, r"aim|objective|purpose|goal|hypothes|question"),
    (0, r"background|introduction|context|rationale"),
]


def role(heading: str) -> int | None:
    return next((role for role, words in ROLES if re.search(words, heading.lower())), None)


def structured(scifact: Path, jats: Path, labelled: set[str]) -> list[list[tuple[str, int | None]]]:
    out = []
    for path in sorted(jats.rglob("*.xml")):
        data = path.read_bytes()
        doi = re.search(rb'pub-id-type="doi">([^<]+)<', data[:20000])
        summary = re.search(rb"<abstract(?![^>]*abstract-type)[^>]*>.*?</abstract>", data, re.S)
        if not summary or doi and doi[1].decode().replace("/", "_") + ".xml" in labelled:
            continue
        try:
            root = ET.fromstring(re.sub(rb"(xlink|xml|mml|ali):|&[a-z]+;", b"", summary[0]))
        except ET.ParseError:
            continue
        sentences = []
        for section in root.findall("sec"):
            title = section.find("title")
            does = role("".join(title.itertext())) if title is not None else None
            text = " ".join(" ".join("".join(p.itertext()).split()) for p in section.findall("p"))
            parts = re.split(r"(?<=[a-z0-9\)%][.!?])\s+(?=[A-Z])", text)
            sentences += [(part, does) for part in parts if len(part.split()) > 3]
        if len(sentences) > 3 and len({does for _, does in sentences}) > 1:
            out.append(sentences)
    for line in (scifact / "corpus.jsonl").read_text(encoding="utf-8").splitlines():
        document, does, sentences = json.loads(line), None, []
        for sentence in document["abstract"] if document.get("structured") else []:
            label = re.match(r"([A-Z][A-Z ,&/]{4,60}?)[:\s]+(?=[A-Z0-9])", sentence)
            if label and role(label[1]) is not None:
                does, sentence = role(label[1]), sentence[label.end():]
            sentences.append((" ".join(sentence.split()), does))
        if len({does for _, does in sentences}) > 2:
            out.append(sentences)
    return out


def read_encoder(path: Path) -> dict:
    stored = {i.name: numpy_helper.to_array(i) for i in onnx.load(path).graph.initializer}
    matrices = [stored[f"{n}_quantized"].astype(np.float32) * stored[f"{n}_scale"] for n in matrix_names(stored)]
    layers = []
    for at in range(LAYERS):
        layer = dict(zip(MATRICES, matrices[6 * at : 6 * at + 6]))
        layer |= {short: stored[f"body.encoder.layer.{at}.{name}"] for name, short in VECTORS.items()}
        layers.append(layer)
    body = "body.embeddings."
    words = stored[body + "word_embeddings.codes"].astype(np.float32) * stored[body + "word_embeddings.scales"]
    names = ["position_embeddings.weight", "token_type_embeddings.weight", "LayerNorm.weight", "LayerNorm.bias"]
    return jax.tree.map(jnp.asarray, {"embeddings": [words, *(stored[body + name] for name in names)], "layers": layers})


def normalised(x, gain, bias):
    mean = x.mean(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(((x - mean) ** 2).mean(-1, keepdims=True) + 1e-12) * gain + bias


def dropped(x, key):
    return x if key is None else x * jax.random.bernoulli(key, 0.9, x.shape) / 0.9


def layer(p, x, mask, key=None):
    first, second = (None, None) if key is None else jax.random.split(key)
    split = lambda y: y.reshape(*y.shape[:2], HEADS, WIDTH // HEADS).transpose(0, 2, 1, 3)
    q, k, v = (split(x @ p[name] + p[name + "b"]) for name in "qkv")
    scores = q @ k.transpose(0, 1, 3, 2) / np.sqrt(WIDTH // HEADS) + (1 - mask)[:, None, None, :] * -1e9
    seen = (jax.nn.softmax(scores) @ v).transpose(0, 2, 1, 3).reshape(x.shape) @ p["o"] + p["ob"]
    x = normalised(x + dropped(seen, first), p["g1"], p["b1"])
    wide = jax.nn.gelu(x @ p["i"] + p["ib"], approximate=False) @ p["d"] + p["db"]
    return normalised(x + dropped(wide, second), p["g2"], p["b2"])


def pooled(p, x, mask, key=None):
    x = x.astype(jnp.float32)
    for one in p["layers"]:
        key, own = (None, None) if key is None else jax.random.split(key)
        x = layer(one, x, mask, own)
    mean = (x * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)
    return jnp.concatenate([x[:, 0], mean], -1)


def role_loss(p, x, mask, answer, weight, key):
    logits = jax.nn.log_softmax(pooled(p, x, mask, key) @ p["roles"] + p["roles_bias"])
    return -(logits[jnp.arange(len(answer)), answer] * weight).sum() / weight.sum()


def finding_loss(p, x, mask, answer, weight, key):
    logits = (pooled(p, x, mask, key) @ p["finding"] + p["finding_bias"])[:, 0]
    return ((jnp.logaddexp(0, logits) - answer * logits) * weight).sum() / weight.sum()


def trained(p, loss, x, mask, answer, weight, epochs, rate, seed=0, batch=32):
    """AdamW with gradients of length one at most; the rate climbs for a tenth of the steps and falls to nothing."""

    @jax.jit
    def step(p, m, v, t, rate, key, *rows):
        g = jax.grad(loss)(p, *rows, key)
        length = jnp.sqrt(sum((a**2).sum() for a in jax.tree.leaves(g)))
        g = jax.tree.map(lambda a: a * jnp.minimum(1, 1 / length), g)
        m = jax.tree.map(lambda a, b: 0.9 * a + 0.1 * b, m, g)
        v = jax.tree.map(lambda a, b: 0.999 * a + 0.001 * b * b, v, g)
        down = lambda q, a, b: a / (1 - 0.9**t) / (jnp.sqrt(b / (1 - 0.999**t)) + 1e-8) + 0.01 * q
        return jax.tree.map(lambda q, a, b: q - rate * down(q, a, b), p, m, v), m, v

    rng, key = np.random.default_rng(seed), jax.random.PRNGKey(seed)
    m = v = jax.tree.map(jnp.zeros_like, p)
    steps, done = epochs * (len(answer) // batch), 0
    for _ in range(epochs):
        order = rng.permutation(len(answer))
        for at in range(0, len(answer) - batch + 1, batch):
            key, own = jax.random.split(key)
            now = rate * min((done + 1) / (0.1 * steps), (steps - done) / (0.9 * steps))
            rows = [part[order[at : at + batch]] for part in (x, mask, answer, weight)]
            done += 1
            p, m, v = step(p, m, v, done, now, own, *rows)
    return p


class Reader:
    def __init__(self, encoder: dict, table: Path):
        raw = table.read_bytes()
        length = struct.unpack("<4I", raw[4:20])[3]
        words = raw[24 : 24 + length].decode().splitlines()
        self.pieces = BertWordPieceTokenizer({w: i for i, w in enumerate(words)}, lowercase=True, strip_accents=True)
        words, places, kinds, gain, bias = encoder["embeddings"]

        def below(ids, kind, mask):
            x = normalised(words[ids] + places[:TOKENS] + kinds[kind], gain, bias)
            for one in encoder["layers"][:BELOW]:
                x = layer(one, x, mask)
            return x

        self.below = jax.jit(below)

    def row(self, before: str, sentence: str, behind: str) -> list[list[int]]:
        ids = lambda text: self.pieces.encode(text, add_special_tokens=False).ids
        own = [101, *ids(sentence)[:60], 102]
        around = [*ids(before)[-24:], 2, *ids(behind)[:24]][: TOKENS - len(own) - 1] + [102]
        rest = TOKENS - len(own) - len(around)
        return [own + around + [0] * rest, [0] * len(own) + [1] * len(around) + [0] * rest,
                [1] * (TOKENS - rest) + [0] * rest]

    def read(self, rows: list[tuple[str, str, str]]) -> tuple[np.ndarray, np.ndarray]:
        """What the lower layers give, and which tokens are there."""
        tokens = np.array([self.row(*row) for row in rows])
        parts = [tokens[at : at + 64] for at in range(0, len(tokens), 64)]
        below = [np.asarray(self.below(*part.transpose(1, 0, 2)), np.float16) for part in parts]
        return np.concatenate(below), tokens[:, 2].astype(np.float32)


def export(p: dict, encoder: Path, out: Path):
    """The encoder's graph above its half with other weights, int8 with a scale a column."""
    model, new = onnx.load(encoder), {}
    stored = {i.name: numpy_helper.to_array(i) for i in model.graph.initializer}

    def put(name, weight):
        scale = np.maximum(np.abs(weight).max(0) / 127, 1e-12).astype(np.float32)
        new.update({f"{name}_scale": scale, f"{name}_quantized": np.round(weight / scale).astype(np.int8),
                    f"{name}_zero_point": np.zeros(len(scale), np.int8)})

    names = matrix_names(stored)
    for at, one in enumerate(p["layers"], BELOW):
        for name, short in zip(names[6 * at : 6 * at + 6], MATRICES):
            put(name, np.asarray(one[short]))
        new |= {f"body.encoder.layer.{at}.{name}": np.asarray(one[short]) for name, short in VECTORS.items()}
    put("head.weight", np.asarray(p["finding"]))
    new["head.bias"] = np.asarray(p["finding_bias"])
    for weight in model.graph.initializer:
        if weight.name in new:
            weight.CopyFrom(numpy_helper.from_array(new[weight.name], weight.name))
    save_above(model, BELOW, out)


def neighbours(sentences: list[str], title: str = "") -> list[tuple[str, str, str]]:
    return list(zip([title, *sentences[:-1]], sentences, [*sentences[1:], ""]))


def main():
    folder, encoder, table, scifact, jats = map(Path, sys.argv[1:])
    passages = [json.loads(line) for line in (folder / "passages.jsonl").read_text(encoding="utf-8").splitlines()]
    weights = read_encoder(encoder)
    reader = Reader(weights, table)

    rows, roles = [], []
    for sentences in structured(scifact, jats, {one["name"] for one in passages}):
        around = neighbours([text for text, _ in sentences])
        rows += [row for row, (_, does) in zip(around, sentences) if does is not None]
        roles += [does for _, does in sentences if does is not None]
    rng = np.random.default_rng(1)
    p = {"layers": weights["layers"][BELOW:], "roles": jnp.asarray(rng.normal(0, 0.02, (2 * WIDTH, 5)), jnp.float32),
         "roles_bias": jnp.zeros(5), "finding": jnp.asarray(rng.normal(0, 0.02, (2 * WIDTH, 1)), jnp.float32),
         "finding_bias": jnp.zeros(1)}
    print(len(rows), "sentences with a role")
    p = trained(p, role_loss, *reader.read(rows), np.array(roles), np.ones(len(roles), np.float32), 1, 5e-5)

    rows = [row for one in passages for row in neighbours(one["sentences"], one["title"])]
    labels = [label for one in passages for label in one["findings"]]
    papers = sorted({one["name"] for one in passages})
    random.Random(3).shuffle(papers)
    fold = {name: at % FOLDS for at, name in enumerate(papers)}
    passage = np.array([at for at, one in enumerate(passages) for _ in one["sentences"]])
    fold = np.array([fold[passages[at]["name"]] for at in passage])
    answer = np.array([label is True for label in labels], np.float32)
    weight = np.array([label is not None for label in labels], np.float32)
    x, mask = reader.read(rows)
    log_odds = np.zeros(len(rows))
    score = jax.jit(lambda p, x, mask: (pooled(p, x, mask) @ p["finding"] + p["finding_bias"])[:, 0])
    for out in range(FOLDS):
        seen, held = np.where(fold != out)[0], np.where(fold == out)[0]
        own = trained(p, finding_loss, x[seen], mask[seen], answer[seen], weight[seen], 3, 1.5e-4, seed=out)
        log_odds[held] = np.concatenate([score(own, x[held[at : at + 64]], mask[held[at : at + 64]])
                                     for at in range(0, len(held), 64)])
        print("fold", out)
    lines = [json.dumps({"name": one["name"], "part": one["part"], "log_odds": log_odds[passage == at].round(3).tolist()})
             for at, one in enumerate(passages)]
    (folder / "out_of_fold.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    export(trained(p, finding_loss, x, mask, answer, weight, 3, 1.5e-4, seed=7), encoder, folder / "findings.onnx")


if __name__ == "__main__":
    main()
