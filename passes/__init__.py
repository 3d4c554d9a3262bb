"""Transformations of IR: the pass manager, its drivers, and one file for each pass."""
