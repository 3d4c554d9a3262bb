"""How the iterations of parallel loops are divided among threads: which dimensions, how much work, which functions."""
