"""What a nest of loops does, as far as choosing a schedule needs it: how often it runs, and how it walks over memory.

Sizes that are not known before the program runs are guessed by `LIKELY`: a schedule is right for any size, and good for
about that one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dlc.dialects import func, loop, memref
from dlc.dialects.loop.memory import AccessOp
from dlc.ir.attributes import Type
from dlc.ir.builtin_attributes import StringAttr
from dlc.ir.builtin_types import DYNAMIC, MemRefType, UnrankedMemRefType, bit_width
from dlc.ir.operations import Operation
from dlc.ir.strided_layout import strides_of
from dlc.ir.values import Value
from dlc.passes.memory.constant_memory import ConstantMemory

from ..analysis.accesses import Quotient, forms_of
from ..analysis.nests import NAME, loops_in, name_of

_CONTROL = (
    *(func.CallOp, loop.WhileOp, loop.WhenOp, loop.ParallelOp),
    *(memref.AllocOp, memref.DeallocOp, memref.CopyOp, memref.AllocaScopeOp),
)
"""Ops that no kernel contains."""
LIKELY = 128
"""How often a loop runs of which nobody knows."""


class Workload:
    """One nest of loops."""

    def __init__(self, root: loop.ForOp, constants: ConstantMemory | None = None) -> None:
        self.root = root
        self.constants = constants
        """What is known of memory that holds constants, if anything is."""
        self.loops = loops_in(root)
        """All loops of the nest, outer ones first."""
        self.innermost = [each for each in self.loops if not contains_loop(each)]
        """Those that contain none."""
        self.is_affine = all(isinstance(op, (loop.ForOp, loop.IfOp)) for op in root.walk() if op.regions)
        """Whether nothing in the nest is controlled by anything but `loop.for` and `loop.if`."""

    def trips(self, op: loop.ForOp) -> int:
        """How often a loop runs, or probably runs."""
        known = op.constant_trip_count()
        return LIKELY if known is None else known

    def runs(self, op: Operation) -> int:
        """How often an op of the nest runs in all."""
        count, around = 1, op.parent_op
        while around is not None:
            if isinstance(around, loop.ForOp):
                count *= self.trips(around)
            if around is self.root:
                return count
            around = around.parent_op
        return count

    def work(self) -> int:
        """About how many scalar ops the nest runs."""
        return sum(self.runs(op) for op in self.root.walk() if not op.regions)

    def name(self) -> None:
        """Give each loop a name that is its own in the nest; those that have one keep it."""
        taken: set[str] = set()
        for number, each in enumerate(self.loops):
            wanted = name_of(each) or each.induction_variable.name_hint or f"l{number}"
            given = wanted
            while given in taken:
                given = f"{wanted}_{number}"
                number += len(self.loops)
            taken.add(given)
            each.attributes[NAME] = StringAttr(given)

    def reads_constant(self, access: AccessOp) -> bool:
        """Whether what is read is the same in every run of the program."""
        return self.constants is not None and self.constants.holds(access.memref)

    def accesses(self, op: loop.ForOp) -> Iterator[AccessOp]:
        """The loads and stores in a loop."""
        return (each for each in op.walk() if isinstance(each, (loop.LoadOp, loop.StoreOp)))

    def element_bits(self, op: loop.ForOp) -> int:
        """The width of the widest elements that a loop touches; 0, where it touches none."""
        return max((bit_width(element_of(each)) or 0 for each in self.accesses(op)), default=0)


def kernels_in(op: Operation, constants: ConstantMemory | None = None) -> list[Workload]:
    """The outermost nests that do nothing but compute.

    Loops that call, allocate, copy, or carry memory, and those around loops on conditions, are the program around.
    """
    found: list[Workload] = []
    pending = [op]
    while pending:
        current = pending.pop()
        if isinstance(current, loop.ForOp) and not _is_control(current):
            found.append(Workload(current, constants))
        elif not isinstance(current, loop.ParallelOp):
            inside = [inner for region in current.regions for block in region.blocks for inner in block.ops]
            pending += [inner for inner in reversed(inside) if inner.regions]
    return found


def _is_control(op: loop.ForOp) -> bool:
    """Whether a loop is part of the program around kernels."""
    if any(isinstance(result.type, (MemRefType, UnrankedMemRefType)) for result in op.results):
        return True
    return any(isinstance(inner, _CONTROL) for inner in op.walk())


def contains_loop(op: loop.ForOp) -> bool:
    return any(isinstance(each, (loop.ForOp, loop.ParallelOp, loop.WhileOp)) for each in op.walk() if each is not op)


def element_of(access: AccessOp) -> Type:
    """The type of the elements that are touched."""
    type = access.memref.type
    assert isinstance(type, MemRefType)
    return type.element_type


def stride_of(access: AccessOp, counter: Value) -> int | None:
    """By how many elements an access moves on when an induction variable grows by one; `None`: not known."""
    type = access.memref.type
    assert isinstance(type, MemRefType)
    strided, forms = strides_of(type), forms_of(access.affine_map, access.indices, access)
    if strided is None or forms is None:
        return None
    total = 0
    for form, stride in zip(forms, strided.strides, strict=True):
        if any(isinstance(term, Quotient) for term in form.terms):
            return None
        step = form.terms.get(counter, 0)
        if step and stride == DYNAMIC:
            return None
        total += step * stride
    return total


def strides_along(accesses: Iterable[AccessOp], op: loop.ForOp) -> Sequence[int | None]:
    """The strides of accesses from one iteration of a loop to the next."""
    found = [stride_of(each, op.induction_variable) for each in accesses]
    return [None if each is None else each * op.step_value for each in found]
