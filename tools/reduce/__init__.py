"""Reducing test cases: the smallest module, or text, that is still interesting.

`dlc-reduce` is its command line (`tools/dlc_reduce.py`). A script or a fuzzer calls `reduce_module` with a function
that returns whether a module is interesting: no text is written, no process started.

    small = reduce_module(module, lambda candidate: crashes(candidate))

`search` is independent of IR: it applies reductions to ever smaller chunks until none helps. Each other module contains
reductions of one kind; `catalogue` lists them, coarse before fine. They use no dialects, only what all ops have:
operands, results, regions, successors, symbols, types, interfaces.
"""

from __future__ import annotations

from .catalogue import module_reductions
from .modules import NotInteresting, reduce_module
from .search import Limits, Reduction, Search

__all__ = ["Limits", "NotInteresting", "Reduction", "Search", "module_reductions", "reduce_module"]
