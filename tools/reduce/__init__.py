"""Reducing test cases: the smallest module, or text, that is still interesting.

`dlc-reduce` is the command line over it (`tools/dlc_reduce.py`). A script or a fuzzer calls `reduce_module` with a
function that says whether a module is interesting: no text is written, no process started.

    small = reduce_module(module, lambda candidate: crashes(candidate))

`search` knows nothing of IR: it applies reductions to ever smaller chunks until none helps. Each other module holds
reductions of one kind; `catalogue` lists them, coarse before fine. They know no dialects, only what every op has:
operands, results, regions, successors, symbols, types, interfaces.
"""

from __future__ import annotations

from .catalogue import module_reductions
from .modules import NotInteresting, reduce_module
from .search import Limits, Reduction, Search

__all__ = ["Limits", "NotInteresting", "Reduction", "Search", "module_reductions", "reduce_module"]
