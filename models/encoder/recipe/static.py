"""The static token table: one vector a token, whose mean copies what MiniLM says of a text.

    python static.py NLI_FOLDER SCIFACT_FOLDER VOCAB.txt TABLE.gstv

Distilled from MiniLM's vectors of titles, abstracts and sentences of the corpus, of the sentences of the NLI sets and of
trial reports. No abstract that a dev claim cites is among them, nor one cited by fold 0 of train, on whose claims the
weight against BM25 is tuned.

The file, little-endian: `GSTV`, version (u32, 1), dimensions d (u32), tokens n (u32), bytes of the vocabulary v (u32),
weight of the table against BM25 when both are z-scores (f32); the vocabulary (v bytes, UTF-8, one token a line, each
with its newline; line number = token id); n scales (f32); n rows of d bytes (i8). Token vector = scale x row; text
vector = sum of its token vectors (no special tokens, unknown ones count nothing), brought to length one.
"""

import json
import math
import random
import struct
import sys
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

import search
from minilm import MiniLM, base_weights, embed, tokenizer
from pairs import plain_sets, trials
from scifact import SciFact
from vocabulary import pruned, read

WIDTH, EPOCHS, FAMILIES, CUT = 256, 8, 192, 256
RATE, SOFT = 0.03, 0.1
UNKNOWN = 1


def families(nli: Path, data: SciFact, held_out: set[int]) -> list[list[str]]:
    """Texts that belong together: a title, its abstract and its sentences; a premise and what is said of it."""
    out = [[d.title, f"{d.title} {' '.join(d.sentences)}", *d.sentences] for d in data.documents.values() if d.id not in held_out]
    about = {}
    for pool in [*plain_sets(nli).values(), trials(nli, random.Random(0))]:
        for pair in pool:
            about.setdefault(pair.evidence, {})[pair.claim] = None
    return out + [[evidence, *list(claims)[:3]] for evidence, claims in about.items()]


def teacher(texts: list[str], cache: Path) -> torch.Tensor:
    """MiniLM's vectors, kept beside the table since they take minutes."""
    if cache.exists():
        kept = torch.load(cache)
        if kept["texts"] == texts:
            return kept["vectors"].float()
    vectors = embed(MiniLM.published(), tokenizer(), texts, CUT)
    torch.save({"texts": texts, "vectors": vectors.half()}, cache)
    return vectors


def bags(words, texts: list[str]) -> list[torch.Tensor]:
    rows = words.encode_batch(texts, add_special_tokens=False)
    return [torch.tensor([i for i in row.ids if i != UNKNOWN] or [0]) for row in rows]


def means(table: torch.Tensor, rows: list[torch.Tensor]) -> torch.Tensor:
    offsets = torch.tensor([0, *[len(r) for r in rows[:-1]]]).cumsum(0)
    return F.normalize(F.embedding_bag(torch.cat(rows), table, offsets, mode="sum", sparse=table.requires_grad), dim=1)


def first_guess(rows, goal: torch.Tensor, vocabulary: list[str]) -> torch.Tensor:
    """The published token embeddings, weighted by rarity and turned linearly so that their sums come nearest to the
    goal; tokens that training never sees keep this vector."""
    published, raw = tokenizer().get_vocab(), base_weights()["embeddings.word_embeddings.weight"]
    raw = raw[[published[t] for t in vocabulary]]
    raw = raw - raw.mean(0)
    seen = torch.zeros(len(vocabulary))
    for row in rows:
        seen[row.unique()] += 1
    weighted = raw * torch.log(1 + len(rows) / (1 + seen)).unsqueeze(1)
    weighted[:4] = 0
    x = torch.cat([means(weighted, rows[i:i + 4096]) for i in range(0, len(rows), 4096)])
    turn = torch.linalg.solve(x.T @ x + 0.01 * len(rows) / 384 * torch.eye(384), x.T @ goal)
    return weighted @ turn


def distil(groups: list[list[int]], rows, goal: torch.Tensor, table: torch.Tensor) -> torch.Tensor:
    """Each text's vector should point where MiniLM's does, and each text should rank the others of its batch as MiniLM
    ranks them."""
    table = table.clone().requires_grad_()
    optimizer = torch.optim.SparseAdam([table], lr=RATE)
    steps, done, rng, began = EPOCHS * math.ceil(len(groups) / FAMILIES), 0, random.Random(0), time.time()
    for epoch in range(EPOCHS):
        rng.shuffle(groups)
        total = 0.0
        for start in range(0, len(groups), FAMILIES):
            for group in optimizer.param_groups:
                group["lr"] = RATE * (1 - done / steps)
            # Of a long abstract five members: title and whole are always among them.
            batch = [i for g in groups[start:start + FAMILIES] for i in g[:2] + rng.sample(g[2:], min(3, len(g) - 2))]
            mine, theirs = means(table, [rows[i] for i in batch]), goal[batch]
            alone = torch.eye(len(batch)) * -1e4
            wanted = F.softmax(theirs @ theirs.T / SOFT + alone, dim=1)
            ranks = F.kl_div(F.log_softmax(mine @ mine.T / SOFT + alone, dim=1), wanted, reduction="batchmean")
            loss = (1 - (mine * theirs).sum(1)).mean() + ranks
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            done += 1
            total += loss.item()
        print(f"epoch {epoch + 1} loss {total * FAMILIES / len(groups):.4f} after {time.time() - began:.0f} s", flush=True)
    return table.detach()


def quantised(table: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    scales = table.abs().amax(1).clamp_min(1e-12) / 127
    return scales, (table / scales.unsqueeze(1)).round().to(torch.int8)


def main():
    nli, folder, vocabulary, out = map(Path, sys.argv[1:])
    torch.set_num_threads(1)
    torch.manual_seed(0)
    data, tokens = SciFact(folder), read(vocabulary)
    tuning = [c for c, f in zip(data.train, data.folds(data.train)) if f == 0]
    groups = families(nli, data, data.held_out | {d for c in tuning for d in c.cited})
    texts = [t for g in groups for t in g]
    starts = np.cumsum([0, *[len(g) for g in groups]])
    groups = [list(range(a, b)) for a, b in zip(starts, starts[1:])]
    print(f"{len(groups)} families, {len(texts)} texts", flush=True)
    goal = teacher(texts, out.with_suffix(".teacher.pt"))
    # The 256 directions that carry most of the teacher.
    _, _, basis = torch.linalg.svd(goal[torch.randperm(len(goal))[:20_000]], full_matrices=False)
    goal = F.normalize(goal @ basis[:WIDTH].T, dim=1)
    words = pruned(tokens)
    rows = bags(words, texts)
    table = distil(groups, rows, goal, first_guess(rows, goal, tokens))
    scales, codes = quantised(table)

    stored = codes.float() * scales.unsqueeze(1)
    documents = means(stored, bags(words, [f"{d.title} {' '.join(d.sentences)}" for d in data.documents.values()]))
    keyword, best = search.BM25(data), 0.0
    ids = keyword.ids

    def both(claims):
        semantic = means(stored, bags(words, [c.text for c in claims])) @ documents.T
        return torch.stack([keyword.scores(c.text) for c in claims]), semantic

    def fused(lexical, semantic, weight):
        return (1 - weight) * search.standard(lexical) + weight * search.standard(semantic)

    lexical, semantic = both(tuning)
    tried = {w / 20: search.average(search.figures(fused(lexical, semantic, w / 20), ids, tuning)["nDCG@10"]) for w in range(20)}
    # The top of the curve smoothed over neighbours, one claim more or less being noise.
    steps = list(tried.values())
    weight = (1 + max(range(len(steps) - 2), key=lambda i: sum(steps[i:i + 3]))) / 20
    print("nDCG@10 on fold 0 of train by weight:", {w: round(v, 4) for w, v in tried.items()})
    lexical, semantic = both(data.dev)
    for name, scores in (("BM25", lexical), ("table", semantic), (f"fused, {weight} table", fused(lexical, semantic, weight))):
        print(f"dev {name}:", {k: search.interval(v) for k, v in search.figures(scores, ids, data.dev).items()})

    words_bytes = "".join(t + "\n" for t in tokens).encode()
    with out.open("wb") as file:
        file.write(b"GSTV" + struct.pack("<IIIIf", 1, WIDTH, len(tokens), len(words_bytes), weight) + words_bytes)
        file.write(scales.numpy().astype("<f4").tobytes() + codes.numpy().tobytes())
    print(out, out.stat().st_size, "bytes")
    # Texts with their ids and vectors, for whoever reads the table in another language.
    samples = ["Aspirin lowers the risk of colorectal cancer.", "Naïve café “résumés” cost €5", "The ballroom covers 90,000 square feet.",
               "IL-6/STAT3 signalling in β-cells", "数据 and deoxyribonucleoprotein", tuning[0].text]
    told = [{"text": text, "ids": row.tolist(), "vector": [round(x, 5) for x in vector.tolist()]}
            for text, row in zip(samples, bags(words, samples)) for vector in [means(stored, [row])[0]]]
    out.with_suffix(".reference.json").write_text(json.dumps(told, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
