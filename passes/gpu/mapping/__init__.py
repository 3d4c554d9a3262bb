"""Loops to threads of a GPU: which loop is what (`choice`), said on the loops themselves, and launches of that
(`launches`); which nests are `contractions`, and launches of them that keep `tiles` in the memory of a block."""
