"""Loop nests as a cost model sees them: trip counts, the work that they do, and how they traverse memory.

Sizes that are unknown before the program runs are assumed to be `LIKELY`: a schedule is correct for any size, and good
for sizes near that one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod

from dlc.dialects import func, loop, memref
from dlc.dialects.loop.memory import AccessOp
from dlc.ir import Operation, StringAttr, Type, Value
from dlc.ir.builtin_types import DYNAMIC, ComplexType, MemRefType, UnrankedMemRefType, bit_width
from dlc.ir.strided_layout import strides_of
from dlc.passes.memory.constant_memory import ConstantMemory

from .accesses import Form, Quotient, forms_of
from .affine_forms import AffineForm
from .dependences import LoopDependences
from .independence import broken_by_threads, broken_by_vectors
from .nests import NAME, loops_in, name_of

_CONTROL = (
    *(func.CallOp, loop.WhileOp, loop.WhenOp, loop.ParallelOp),
    *(memref.AllocOp, memref.DeallocOp, memref.CopyOp, memref.AllocaScopeOp),
)
"""Ops that no kernel contains."""
LIKELY = 128
"""Assumed trip count of a loop when it is unknown."""


class Workload:
    """A loop nest to be scheduled."""

    def __init__(
        self,
        root: loop.ForOp,
        constants: ConstantMemory | None = None,
        most: Mapping[loop.ForOp, int] | None = None,
    ) -> None:
        self.root = root
        self.constants = constants
        """The memory that holds constants, if it is known."""
        self.most = most or {}
        """The greatest trip counts of loops for which the schedule is made, where the loops do not say them."""
        self.loops = loops_in(root)
        """All loops of the nest, outer ones first."""
        self.innermost = [each for each in self.loops if not contains_loop(each)]
        """The loops that contain no other loop."""
        self.is_affine = all(isinstance(op, (loop.ForOp, loop.IfOp)) for op in root.owners_of_regions())
        """Whether `loop.for` and `loop.if` are the only control flow in the nest."""

        self._dependences: dict[loop.ForOp, LoopDependences] = {}

    def may_be_vector(self, op: loop.ForOp, lanes: int) -> bool:
        """Return whether no dependence forbids to run `lanes` iterations of a loop in one vector."""
        return broken_by_vectors(op, lanes, self._dependences_in(op)) is None

    def may_be_parallel(self, band: Sequence[loop.ForOp]) -> bool:
        """Return whether no dependence forbids to run iterations of nested loops in any order."""
        return broken_by_threads(band, self._dependences_in(band[0])) is None

    def _dependences_in(self, op: loop.ForOp) -> LoopDependences:
        known = self._dependences.get(op)
        if known is None:
            known = self._dependences[op] = LoopDependences(op)
        return known

    def trips(self, op: loop.ForOp) -> int:
        """Return the trip count of a loop, or the assumed one."""
        known = op.constant_trip_count()
        return self.most.get(op, LIKELY) if known is None else known

    def runs(self, op: Operation) -> int:
        """Return the number of times that an op of the nest runs in all."""
        count = 1
        for each in op.ancestors:
            if isinstance(each, loop.ForOp):
                count *= self.trips(each)
            if each is self.root:
                break
        return count

    def work(self) -> int:
        """Return about how many scalar ops the nest runs."""
        blocks = [block for op in self.root.walk() for block in op.blocks]
        scalar_ops = ([op for op in block.ops if not op.regions] for block in blocks)
        return sum(len(ops) * self.runs(ops[0]) for ops in scalar_ops if ops)

    def name(self) -> None:
        """Give each loop a name that is unique in the nest; loops with a unique name keep it."""
        taken: set[str] = set()
        for number, op in enumerate(self.loops):
            base = name_of(op) or op.induction_variable.name_hint or f"l{number}"
            name = base
            while name in taken:
                name = f"{base}_{number}"
                number += len(self.loops)
            taken.add(name)
            op.attributes[NAME] = StringAttr(name)

    def reads_constant(self, access: AccessOp) -> bool:
        """Return whether an access reads the same values in every run of the program."""
        return self.constants is not None and self.constants.holds(access.memref)

    def accesses(self, op: loop.ForOp) -> Iterator[AccessOp]:
        """Return the loads and stores in a loop."""
        return (each for each in op.walk() if isinstance(each, (loop.LoadOp, loop.StoreOp)))

    def accesses_anywhere(self, op: loop.ForOp) -> list[AccessOp | memref.LoadOp]:
        """Return the loads and stores in a loop, and the loads at positions that are loaded themselves."""
        return [each for each in op.walk() if isinstance(each, (loop.LoadOp, loop.StoreOp, memref.LoadOp))]

    def element_bits(self, op: loop.ForOp) -> int:
        """Return the width of the widest elements that a loop accesses, or 0 if it accesses none, or complex numbers,
        which cannot be elements of vectors.
        """
        return bits_of(self.accesses(op))

    def bits_along(self, op: loop.ForOp) -> int:
        """Return the width of the widest elements that differ between iterations of a loop; like `element_bits`."""
        counter = op.induction_variable
        return bits_of([each for each in self.accesses_anywhere(op) if stride_of(each, counter) != 0])


def kernels_in(op: Operation, constants: ConstantMemory | None = None) -> list[Workload]:
    """Return the outermost nests that only compute.

    Loops that call, allocate, copy, or carry memory, and loops around loops on conditions, are not part of them.
    """
    kernels: list[Workload] = []
    pending = [op]
    while pending:
        current = pending.pop()
        if isinstance(current, loop.ForOp) and not _is_control(current):
            kernels.append(Workload(current, constants))
        elif not isinstance(current, loop.ParallelOp):
            inside = [inner for block in current.blocks for inner in block.ops]
            pending += [inner for inner in reversed(inside) if inner.regions]
    return kernels


def _is_control(op: loop.ForOp) -> bool:
    """Return whether a loop is part of the program around kernels."""
    return _carries_memory(op) or any(isinstance(inner, _CONTROL) for inner in op.walk())


def _carries_memory(op: loop.ForOp) -> bool:
    return any(isinstance(result.type, (MemRefType, UnrankedMemRefType)) for result in op.results)


def loops_without_kernels(op: Operation, kernels: Iterable[Workload]) -> list[tuple[Operation, str]]:
    """Return the outermost loops that neither are nor contain one of the kernels, with the reasons why not."""
    roots = {each.root for each in kernels}
    loops: list[tuple[Operation, str]] = []
    pending = [op]
    while pending:
        current = pending.pop()
        if current in roots:
            continue
        is_loop = isinstance(current, (loop.ForOp, loop.ParallelOp, loop.WhileOp))
        if is_loop and roots.isdisjoint(current.walk()):
            loops.append((current, _why_no_kernel(current)))
            continue
        inside = [inner for block in current.blocks for inner in block.ops]
        pending += [inner for inner in reversed(inside) if inner.regions]
    return loops


def _why_no_kernel(op: Operation) -> str:
    """Return the reason why a loop is not a kernel."""
    if isinstance(op, loop.WhileOp):
        return "it runs as long as a condition holds"
    if isinstance(op, loop.ParallelOp):
        return "it is a 'loop.parallel', whose iterations are shared as they are"
    if isinstance(op, loop.ForOp) and _carries_memory(op):
        return "its iterations carry memory"
    allowed = (loop.ForOp, loop.IfOp)
    obstacles = (
        each for each in op.walk() if isinstance(each, _CONTROL) or (each.regions and type(each) not in allowed)
    )
    return f"it contains '{next(obstacles).name}'"


def contains_loop(op: loop.ForOp) -> bool:
    """Return whether a loop contains others."""
    return any(isinstance(each, (loop.ForOp, loop.ParallelOp, loop.WhileOp)) for each in op.walk() if each is not op)


def bits_of(accesses: Iterable[AccessOp | memref.LoadOp]) -> int:
    """Return the width of the widest elements; 0 if there are none, or complex numbers."""
    elements = {element_of(each) for each in accesses}
    if any(isinstance(each, ComplexType) for each in elements):
        return 0
    return max((bit_width(each) or 0 for each in elements), default=0)


def element_of(access: AccessOp | memref.LoadOp) -> Type:
    """Return the type of the accessed elements."""
    type = access.memref.type_as(MemRefType)
    return type.element_type


def bytes_of(memory: Value) -> int:
    """Return the bytes of the elements of a memref, with the assumed size for each unknown one."""
    type = memory.type_as(MemRefType)
    bits = bit_width(type.element_type) or 0
    return prod(LIKELY if size == DYNAMIC else size for size in type.shape) * bits // 8


def stride_of(access: AccessOp | memref.LoadOp, counter: Value) -> int | None:
    """Return by how many elements an access moves if an induction variable grows by one, or `None` if unknown."""
    strided = strides_of(access.memref.type_as(MemRefType))
    if strided is None:
        return None
    if isinstance(access, memref.LoadOp):
        return _stride_anywhere(access, counter, strided.strides)
    forms = forms_of(access.affine_map, access.indices, access)
    return None if forms is None else _movement(forms, counter, strided.strides)


def _stride_anywhere(access: memref.LoadOp, counter: Value, strides: Sequence[int]) -> int | None:
    """Return the stride of a load of which some indices are not affine, but do not depend on the variable either."""
    pairs = [pair for pair in zip(access.indices, strides, strict=True) if depends_on(pair[0], counter)]
    form = AffineForm(loop.affine_scope(access)).access([index for index, _ in pairs])
    forms = None if form is None else forms_of(*form, access)
    return None if forms is None else _movement(forms, counter, [stride for _, stride in pairs])


def _movement(forms: Sequence[Form], counter: Value, strides: Sequence[int]) -> int | None:
    total = 0
    for form, stride in zip(forms, strides, strict=True):
        if any(isinstance(term, Quotient) for term in form.terms):
            return None
        step = form.terms.get(counter, 0)
        if step and stride == DYNAMIC:
            return None
        total += step * stride
    return total


def depends_on(value: Value, counter: Value) -> bool:
    """Return whether a value is computed from another one, in straight-line code."""
    pending, seen = [value], {value}
    while pending:
        each = pending.pop()
        if each is counter:
            return True
        definer = each.defining_op
        operands = definer.operands if definer is not None else ()
        pending += [operand for operand in operands if operand not in seen]
        seen.update(operands)
    return False


def runs_in_order(workload: Workload, op: loop.ForOp) -> bool:
    """Return whether iterations of a loop run through some memref in order, and stay where they are in all others."""
    strides = strides_along(list(workload.accesses(op)), op)
    return 1 in strides and set(strides) <= {0, 1}


def is_one_row(accesses: Sequence[AccessOp], outer: loop.ForOp, inner: loop.ForOp) -> bool:
    """Return whether each iteration of a loop begins where a loop in it has ended before, in each memref."""
    trips = inner.constant_trip_count()
    pairs = zip(strides_along(accesses, outer), strides_along(accesses, inner), strict=True)
    return trips is not None and all(a is not None and b is not None and a == b * trips for a, b in pairs)


def strides_along(accesses: Iterable[AccessOp | memref.LoadOp], op: loop.ForOp) -> Sequence[int | None]:
    """Return the strides of accesses from one iteration of a loop to the next."""
    strides = [stride_of(access, op.induction_variable) for access in accesses]
    return [None if stride is None else stride * op.step_value for stride in strides]
