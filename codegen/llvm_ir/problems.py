"""What stops a translation."""

from __future__ import annotations


class Untranslatable(Exception):
    """Something has no place in LLVM IR. Caught where the op is known, and reported there."""
