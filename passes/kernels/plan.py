"""The plan of a kernel: the loops that its ops share, and the parts of tensors inside it that need memory.

The ops of a kernel run one after the other inside loops that all of them have: the parallel loops of the op that
computes the first result, as far as every op runs along them and every tensor inside is used at the very indices at
which it was made. What is left of such a tensor after those loops is a scalar, or a part that is kept in a scratch
buffer.

For softmax along rows, the row loop is shared; the maximum and the sum of a row are scalars, the exponentials of a row
need a buffer as long as a row.

Casts of tensors inside a kernel are looked through: which loops are shared does not depend on what types promise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from dlc.dialects import tensor
from dlc.dialects.tensor.grids import Grid
from dlc.ir import Block, Operation, OpResult, Value

Bound = Mapping[int, int]
"""The shared loop that each of an op's loops is."""
Reading = tuple[int, tuple[int, ...], Bound]
"""That an op reads a result of another: its number, the loop of the reader that alone indexes each of its dimensions,
and the bound loops of the reader."""


class KernelPlan:
    """The shared loops of a block of structured ops."""

    def __init__(
        self, ops: Sequence[tensor.StructuredOp], root: tensor.StructuredOp | None, most: int | None = None
    ) -> None:
        self.ops = ops
        self.root = root
        self.most = most
        """The largest number of loops to be shared; `None` if it does not matter."""
        self.bound: dict[tensor.StructuredOp, Bound] = {}
        """For each op, which of its loops is which shared one."""
        self.shared: Sequence[int] = ()
        """The loops of the root that are shared, in order."""
        if root is not None:
            self._choose(root)

    def bound_in_front(self, op: tensor.StructuredOp) -> Bound:
        """Return the shared loop of each of an op's loops, if it were placed before the others."""
        readings: list[Reading] = []
        for result in op.results:
            for user, position in uses_of(result):
                bound = self.bound.get(user)  # type: ignore[call-overload]
                if bound is not None:
                    readings.append((result.index, user.grid.places[position], bound))  # type: ignore[attr-defined]
        return _bound_by_readers(op.grid, readings)

    def add(self, op: tensor.StructuredOp, bound: Bound) -> bool:
        """Place an op before the others if its bound loops are all of the shared ones; return whether they are."""
        if not set(bound.values()).issuperset(self.shared):
            return False
        self.bound[op] = bound
        self.ops = [op, *self.ops]
        return True

    def remove(self, op: tensor.StructuredOp) -> None:
        """Take back the op that was added last."""
        del self.bound[op]
        self.ops = self.ops[1:]

    def _choose(self, root: tensor.StructuredOp) -> None:
        numbers = {op: number for number, op in enumerate(self.ops)}
        grids = tuple([op.grid for op in self.ops])
        links = tuple([_links(op, numbers) for op in self.ops]) if len(numbers) > 1 else ((),)
        self.shared, bound = _shared_loops(grids, links, numbers[root], self.most)
        self.bound = dict(zip(self.ops, bound, strict=True))

    def kept_positions(self, value: OpResult) -> list[int]:
        """The dimensions of a tensor made inside that the shared loops leave: those that need memory."""
        op: tensor.StructuredOp = value.owner  # type: ignore[assignment]
        bound, grid = self.bound.get(op, {}), op.grid
        return [place for place, dim in enumerate(grid.places[grid.inputs + value.index]) if dim not in bound]


Link = tuple[int, int, int]
"""That an op reads a result of another: its number, that of the reader, and which of the reader's operands it is."""


def _links(op: tensor.StructuredOp, numbers: Mapping[tensor.StructuredOp, int]) -> tuple[Link, ...]:
    links: list[Link] = []
    for result in op.results:
        for user, position in uses_of(result):
            reader = numbers.get(user)  # type: ignore[call-overload]
            if reader is not None:
                links.append((result.index, reader, position))
    return tuple(links)


@lru_cache(maxsize=4096)
def _shared_loops(
    grids: tuple[Grid, ...], links: tuple[tuple[Link, ...], ...], root: int, most: int | None
) -> tuple[tuple[int, ...], tuple[Bound, ...]]:
    """The shared loops, and for each op which of its own they are: loops that some op does not have are left out, until
    all have all. Kernels have few different forms, so that nearly all are remembered."""
    shared = grids[root].parallel[:most]
    while True:
        bound: list[Bound] = [{} for _ in grids]
        bound[root] = {dim: dim for dim in shared}
        left = set(shared)
        for number in reversed(range(len(grids))):
            if number != root:
                readings = [(result, grids[user].places[at], bound[user]) for result, user, at in links[number]]
                bound[number] = _bound_by_readers(grids[number], readings)
                left.intersection_update(bound[number].values())
        if len(left) == len(shared):
            return shared, tuple(bound)
        shared = tuple([dim for dim in shared if dim in left])


def _bound_by_readers(grid: Grid, readings: Iterable[Reading]) -> Bound:
    """Return the loops of an op that its readers run through at the same time."""
    agreed: dict[int, int | None] = {}
    """By loop: which one all readers say that it is; `None` if they do not agree, or say that it is none."""
    for number, places, bound in readings:
        for mine, theirs in zip(grid.places[grid.inputs + number], places, strict=True):
            loop = bound.get(theirs)
            if agreed.setdefault(mine, loop) != loop:
                agreed[mine] = None
    loops = list(agreed.values())
    return {dim: loop for dim, loop in agreed.items() if loop is not None and loops.count(loop) == 1}


def plan_of_block(block: Block) -> KernelPlan:
    """The plan for the structured ops of a kernel's region; the root is what makes the first tensor that is yielded."""
    ops = [op for op in block.ops if is_computed(op)]
    last = block.last
    yielded_ops = [uncast(value).defining_op for value in last.operands] if last is not None else []
    roots = [op for op in yielded_ops if op in ops]
    kernel = block.parent_op
    most = kernel.shared.value if isinstance(kernel, tensor.KernelOp) and kernel.shared is not None else None
    return KernelPlan(ops, roots[0] if roots else None, most)  # type: ignore[arg-type]


def is_computed(op: Operation) -> bool:
    """Return whether an op needs loops of its own. Fills do not, unless they are yielded: they are read as a scalar."""
    if type(op) is tensor.FillOp:
        return any(type(user) is tensor.YieldOp for user, _ in uses_of(op.results[0])) if op.results else True
    return tensor.is_structured(op)


def scalar_of(value: Value) -> Value | None:
    """The scalar that every element of a filled tensor is."""
    fill = uncast(value).defined_by(tensor.FillOp)
    return fill.inputs[0] if fill is not None else None


def uncast(value: Value) -> Value:
    """Return the tensor that casts start from."""
    while type(value) is OpResult and type(value.owner) is tensor.CastOp:
        value = value.owner.source
    return value


def uses_of(value: Value) -> Sequence[tuple[Operation, int]]:
    """The uses of a tensor, and those of what it is cast to."""
    uses = value.uses
    for user, _ in uses:
        if type(user) is tensor.CastOp:
            return [each for use in uses for each in _through_cast(use)]
    return uses


def _through_cast(use: tuple[Operation, int]) -> Sequence[tuple[Operation, int]]:
    user = use[0]
    return uses_of(user.results[0]) if type(user) is tensor.CastOp else (use,)
