"""Kernels that are scheduled before the rest of their module: other processes lower and compile them meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .codegen.llvm_ir import Part
from .codegen.side_by_side import Job, ObjectFiles
from .dialects.builtin import ModuleOp
from .dialects.func import FuncOp
from .ir import Operation
from .kernels_elsewhere import COMMAND, read_answer, request
from .passes.insertions import Items
from .passes.llvm.kernels_apart import KernelsApart
from .passes.manager import Pass
from .passes.pipelines import BY_FUNCTION, passes_in
from .runtime.stages import Stages

Run = Callable[[Operation, Items], None]


def lower_kernels_ahead(
    op: Operation, items: Items, run: Run, begun: ObjectFiles, stages: Stages, at_once: int
) -> Elsewhere:
    """Run passes on a module: those that lower function by function run on kernels first, which `begun` then has.

    Where the passes schedule kernels, a group of kernels goes all the way before the next one is scheduled. At most
    `at_once` groups are lowered or compiled at a time. If the passes have been changed, they run on the module as a
    whole.
    """
    parts = _Parts.of(items)
    if parts is None:
        run(op, items)
        return Elsewhere()
    run(op, parts.before)
    kernels = KernelsApart(op)
    given = _Given(kernels, parts.alone, run, begun, stages, at_once)
    for group in kernels.to_schedule() if parts.schedule else ():
        for function in group:
            run(function, parts.schedule)
        run(op, parts.hoist)
        for function in kernels.new_functions(group):
            run(function, parts.simplify)
        run(op, parts.share)
        given.add_modules()
    run(op, [*parts.schedule, *parts.hoist, *parts.simplify, *parts.share, *parts.place])
    given.add_modules()
    run(op, parts.by_function)
    given.finish()
    kernels.put_back()
    begun.parts_are_in(op)
    run(op, parts.after)
    return given.elsewhere


class Elsewhere:
    """Kernels that were given to other processes, and what they need."""

    def __init__(self) -> None:
        self.helpers: set[str] = set()
        """The helpers that the kernels need which others have lowered."""
        self.modules: list[ModuleOp] = []
        """The modules of kernels, which are needed until all is compiled."""

    def erase(self) -> None:
        """Free the modules, which the garbage collector would find later."""
        for module in self.modules:
            module.erase()


class _Given:
    """Modules of kernels that were given to other processes."""

    def __init__(
        self, kernels: KernelsApart, passes: Items, run: Run, begun: ObjectFiles, stages: Stages, at_once: int
    ) -> None:
        self.elsewhere = Elsewhere()
        self._kernels = kernels
        self._passes = passes
        self._run = run
        self._begun = begun
        self._stages = stages
        self._at_once = at_once
        self._jobs: list[tuple[Job, ModuleOp]] = []

    def add_modules(self) -> None:
        """Give away the kernels that can be lowered by now."""
        for module in self._kernels.modules():
            with self._stages.stage("divide"):
                names = {each.sym_name.value for each in module.block.ops if isinstance(each, FuncOp)}
                head, text = request(module, self._passes)
                job = self._begun.add_unlowered(
                    names, COMMAND, head, text, lambda module=module: self._lowered_here(module), self._at_once
                )
            self._jobs.append((job, module))
            self.elsewhere.modules.append(module)

    def finish(self) -> None:
        """Lower here what no process has begun, or could not do, and learn about the others."""
        for job, module in self._jobs:
            if self._begun.take_back(job):
                self._begun.add(self._lowered_here(module), self._at_once, job)
        for job, module in self._jobs:
            if job.part is not None:
                continue
            with self._stages.stage("llvm"):
                job.is_answered.wait()
            if job.answer is None:
                self._begun.add(self._lowered_here(module), self._at_once, job)
            else:
                lowered = read_answer(job.answer)
                self._kernels.share(lowered.added)
                self.elsewhere.helpers.update(lowered.helpers)

    def _lowered_here(self, module: ModuleOp) -> Part:
        self._run(module, self._passes)
        return Part(module, self._kernels.take_lowered(module), has_globals=False)


class _Parts(NamedTuple):
    """The passes of a pipeline by what they run on: everything at once, single kernels, or kernels as modules."""

    before: Items
    schedule: Items
    hoist: Items
    simplify: Items
    share: Items
    place: Items
    """They place buffers in memory: in kernels alone, and in the rest of the module when all of it is there."""
    by_function: Items
    after: Items

    @property
    def alone(self) -> Items:
        """The passes that run on modules of kernels alone."""
        return [*self.place, *self.by_function]

    @classmethod
    def of(cls, items: Items) -> _Parts | None:
        """Return the parts, of which those that schedule may be empty, or `None` if no passes lower by function."""
        names = [each.name if isinstance(each, Pass) else "" for each in items]
        end = _place_of(_BY_FUNCTION, names)
        if end is None:
            return None
        rest = items[end : end + len(_BY_FUNCTION)], items[end + len(_BY_FUNCTION) :]
        for middle in (_SCHEDULE, [name for name in _SCHEDULE if name != _SHARE]):
            begin = end - len(middle)
            if begin >= 0 and names[begin:end] == middle:
                place = begin + middle.index(_PLACE)
                schedule, hoist, simplify = ([each] for each in items[begin : begin + 3])
                return cls(items[:begin], schedule, hoist, simplify, items[begin + 3 : place], items[place:end], *rest)
        return cls(items[:end], [], [], [], [], [], *rest)


_BY_FUNCTION = list(passes_in(BY_FUNCTION))
_SHARE, _PLACE = "parallel-to-threads", "plan-memory"
_SCHEDULE = ["apply-schedules", "hoist-into-globals", "cse", _SHARE, _PLACE, "lend-results", "lend-workspace"]
"""The passes from the schedules of kernels on: `parallel-to-threads` is not there for programs of one thread."""


def _place_of(wanted: list[str], names: list[str]) -> int | None:
    """Return the place of the first of some names, if all of them follow one another."""
    return next((at for at in range(len(names)) if names[at : at + len(wanted)] == wanted), None)
