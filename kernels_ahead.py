"""Kernels that LLVM compiles in other processes while Python lowers others, and then the rest of their module."""

from __future__ import annotations

from collections.abc import Callable

from .codegen.llvm_ir import Part
from .codegen.side_by_side import ObjectFiles
from .ir import Operation
from .passes.insertions import Items
from .passes.llvm.kernels_apart import KernelsApart
from .passes.manager import Pass
from .passes.pipelines import BY_FUNCTION, passes_in
from .runtime.stages import Stages


def lower_kernels_ahead(
    op: Operation,
    items: Items,
    run: Callable[[Operation, Items], None],
    begun: ObjectFiles,
    stages: Stages,
    at_once: int,
) -> None:
    """Run passes on a module: those that lower function by function run on kernels first, which `begun` then has.

    At most `at_once` groups of kernels are compiled at a time. If the passes have been changed, they run on the module
    as a whole.
    """
    first = _first_by_function(items)
    if first is None:
        run(op, items)
        return
    by_function = items[first : first + len(_NAMES)]
    run(op, items[:first])
    kernels = KernelsApart(op)
    for module in kernels.modules():
        run(module, by_function)
        with stages.stage("llvm"):
            begun.add(Part(module, kernels.take_lowered(module), has_globals=False), at_once)
    run(op, by_function)
    kernels.put_back()
    begun.parts_are_in(op)
    run(op, items[first + len(_NAMES) :])


_NAMES = list(passes_in(BY_FUNCTION))


def _first_by_function(items: Items) -> int | None:
    """Return the number of the first pass that lowers function by function, if all of them follow one another."""
    names = [each.name if isinstance(each, Pass) else "" for each in items]
    return next((at for at in range(len(names)) if names[at : at + len(_NAMES)] == _NAMES), None)
