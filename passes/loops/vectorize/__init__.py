"""Vectorization: iterations of a loop as the lanes of vectors."""
