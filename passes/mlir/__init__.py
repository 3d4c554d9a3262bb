"""Conversion to and from MLIR's own dialects: `linalg`, `affine`, `scf`."""
