"""The vocabulary that ships: the tokens that our texts use, cut from the published 30,522.

    python vocabulary.py NLI_FOLDER SCIFACT_FOLDER VOCAB.txt

Counted over the SciFact corpus (abstracts only, no claims) and the stage 1 pairs. A word whose token is gone is spelt
with shorter pieces; since all single characters stay, nothing becomes unknown that was known.
"""

import sys
from collections import Counter
from pathlib import Path

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from minilm import tokenizer
from pairs import stage1
from scifact import SciFact

ENOUGH = 20  # occurrences that keep a token
COMMON = 5_000  # the first so many whole words of the published list stay: it is ordered by frequency in general English


def pruned(vocabulary: list[str]) -> Tokenizer:
    """A WordPiece tokenizer over these tokens, else as published (lower case, accents off)."""
    words = Tokenizer(models.WordPiece({t: i for i, t in enumerate(vocabulary)}, unk_token="[UNK]", max_input_chars_per_word=100))
    words.normalizer = normalizers.BertNormalizer(lowercase=True)
    words.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return words


def read(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").split("\n")[:-1]


def cut(state: dict, kept: list[str]) -> dict:
    """The state of a cross-encoder with the rows of the kept tokens only."""
    published, name = tokenizer().get_vocab(), "body.embeddings.word_embeddings.weight"
    return {**state, name: state[name][[published[t] for t in kept]]}


def choose(counts: Counter, published: dict[str, int]) -> list[str]:
    """The kept tokens in the published order; the four special ones come first, as `[PAD] [UNK] [CLS] [SEP]`."""
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    first = published["the"]
    keep = lambda t, i: counts[t] >= ENOUGH or len(t.removeprefix("##")) == 1 or (first <= i < first + COMMON)
    return special + [t for t, i in sorted(published.items(), key=lambda item: item[1]) if t[0] != "[" and keep(t, i) or t == "["]


def main():
    nli, folder, out = map(Path, sys.argv[1:])
    data, words = SciFact(folder), tokenizer()
    drawn, _ = stage1(nli, data)
    texts = [s for d in data.documents.values() for s in [d.title, *d.sentences]]
    texts += {t for p in drawn for t in (p.claim, p.evidence)}
    counts = Counter(t for row in words.encode_batch(texts, add_special_tokens=False) for t in row.tokens)
    kept = choose(counts, words.get_vocab())
    out.write_text("\n".join(kept) + "\n", encoding="utf-8")
    small = pruned(kept)
    before, after = counts.total(), sum(len(row.ids) for row in small.encode_batch(texts, add_special_tokens=False))
    for enough in (5, 10, 20, 40):
        print(enough, sum(n >= enough for n in counts.values()))
    print(f"{len(kept)} tokens kept; sequences {after / before:.4f} times as long")


if __name__ == "__main__":
    main()
