//! The pure rules over the words: what follows from what, by spec.md's formulas.
