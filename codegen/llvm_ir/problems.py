"""The error of a failed translation."""

from __future__ import annotations


class Untranslatable(Exception):
    """Something has no translation to LLVM IR. The exception is caught and reported at the op."""
