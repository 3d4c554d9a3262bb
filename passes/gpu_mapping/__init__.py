"""Loops to threads of a GPU: which loop is what (`choice`), said on the loops themselves, and launches of that
(`launches`); contractions by tiles in the memory of a block (`contractions`)."""
