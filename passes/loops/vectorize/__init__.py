"""Vectorization: iterations of a loop become the lanes of vectors."""
