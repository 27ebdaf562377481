//! The evidence that searches run over; outlives reviews.
