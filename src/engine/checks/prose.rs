//! What prose cites and counts: citation numbers, numbers, quotes.
