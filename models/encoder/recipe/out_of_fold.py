"""Figures on train, each pair judged by the model that has not seen its fold.

    python out_of_fold.py OUT_FOLDER/fold0.jsonl OUT_FOLDER/fold1.jsonl OUT_FOLDER/fold2.jsonl
"""

import sys
from pathlib import Path

import torch

from measure import told
from scifact import lines

rows = [row for file in sys.argv[1:] for row in lines(Path(file))]
print(len(rows), "pairs")
print(told(torch.tensor([r["logits"] for r in rows]), [r["label"] for r in rows], [r["claim"] for r in rows]))
