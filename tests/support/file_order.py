"""The order in which workers run files of tests: the longest come first, so that none is left when others are done.

xdist begins with the files that have most tests, unless `--no-loadscope-reorder` is given: then it keeps this order.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
LONGEST = (
    "unit/test_wheel.py",
    "unit/passes/gpu/test_tensor_cores.py",
    "laws/test_docs.py",
    "unit/codegen/test_ptx.py",
    "unit/codegen/test_amdgcn.py",
    "unit/passes/loops/test_in_place_plan.py",
    "unit/passes/loops/test_cost_model.py",
    "unit/passes/levels/test_levels.py",
    "unit/runtime/test_machine_code.py",
    "unit/frontends/test_xdsl_ops.py",
    "unit/runtime/test_compiled_numbers.py",
    "unit/codegen/test_gpu_figures.py",
    "unit/passes/levels/test_fuzz_levels.py",
    "unit/runtime/test_thread_pool.py",
    "unit/ir/test_garbage.py",
)
"""Files that take many seconds although they have few tests. The first one makes what the third one needs."""


class LongestFirst:
    """A plugin of workers."""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Put `LONGEST` first, then files with many tests; tests of a file stay in order."""
        ranks = {TESTS / name: rank for rank, name in enumerate(LONGEST)}
        counts = Counter(item.path for item in items)
        items.sort(key=lambda item: (ranks.get(item.path, len(ranks)), -counts[item.path], str(item.path)))
