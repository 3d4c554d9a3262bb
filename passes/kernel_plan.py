"""How a kernel is computed: which loops its ops share, and which parts of tensors inside it need memory.

The ops of a kernel run one after the other inside loops that all of them have: the parallel loops of the op that
computes the first result, as far as every op runs along them and every tensor inside is used at the very indices at
which it was made. What is left of such a tensor after those loops is a scalar, or a part that is kept in a scratch
buffer.

For softmax along rows, the row loop is shared; the maximum and the sum of a row are scalars, the exponentials of a row
need a buffer as long as a row.

Casts of tensors inside a kernel are looked through: which loops are shared does not depend on what types promise.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from dlc.dialects import tensor
from dlc.ir.blocks import Block
from dlc.ir.operations import Operation
from dlc.ir.values import OpResult, Value


class KernelPlan:
    """The shared loops of a block of structured ops."""

    def __init__(self, ops: Sequence[tensor.StructuredOp], root: tensor.StructuredOp | None) -> None:
        self.ops = ops
        self.root = root
        self.bound: dict[tensor.StructuredOp, dict[int, int]] = {}
        """For each op, which of its loops is which shared one."""
        self.shared: list[int] = []
        """The loops of the root that are shared, in order."""
        if root is not None:
            self._choose(root)

    def bound_in_front(self, op: tensor.StructuredOp) -> dict[int, int]:
        """Which of its loops would be which shared one, if an op stood in front of the others."""
        return self._bound_by_users(op, self.bound)

    def add(self, op: tensor.StructuredOp, bound: dict[int, int]) -> bool:
        """Let an op join in front of the others, if its bound loops are all of the shared ones; whether they are."""
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
        """Leave out loops that some op does not have, until all have all."""
        shared = list(root.grid.parallel)
        inside = set(self.ops)
        while True:
            self.shared, self.bound = shared, {root: {dim: dim for dim in shared}}
            left = set(shared)
            for op in reversed(self.ops):
                if op is not root:
                    found = self.bound[op] = self._bound_by_users(op, inside)
                    left.intersection_update(found.values())
            if len(left) == len(shared):
                return
            shared = [dim for dim in shared if dim in left]

    def _bound_by_users(self, op: tensor.StructuredOp, inside: Container[object]) -> dict[int, int]:
        """Which loops of an op its users inside the kernel run through at the same time."""
        agreed: dict[int, int | None] = {}
        """By loop: which one all users say that it is; `None` if they do not agree, or say that it is none."""
        grid = op.grid
        for number, result in enumerate(op.results):
            own = grid.places[grid.inputs + number]
            for user, position in uses_of(result):
                if user not in inside:
                    continue
                reader: tensor.StructuredOp = user  # type: ignore[assignment]
                bound = self.bound.get(reader, {})
                for mine, theirs in zip(own, reader.grid.places[position], strict=True):
                    loop = bound.get(theirs)
                    if agreed.setdefault(mine, loop) != loop:
                        agreed[mine] = None
        loops = list(agreed.values())
        return {dim: loop for dim, loop in agreed.items() if loop is not None and loops.count(loop) == 1}

    def kept_positions(self, value: OpResult) -> list[int]:
        """The dimensions of a tensor made inside that the shared loops leave: those that need memory."""
        op: tensor.StructuredOp = value.owner  # type: ignore[assignment]
        bound, grid = self.bound.get(op, {}), op.grid
        return [place for place, dim in enumerate(grid.places[grid.inputs + value.index]) if dim not in bound]


def plan_of_block(block: Block) -> KernelPlan:
    """The plan for the structured ops of a kernel's region; the root is what makes the first tensor that is yielded."""
    ops = [op for op in block.ops if is_computed(op)]
    last = block.last
    made = [uncast(value).defining_op for value in last.operands] if last is not None else []
    roots = [op for op in made if op in ops]
    return KernelPlan(ops, roots[0] if roots else None)  # type: ignore[arg-type]


def is_computed(op: Operation) -> bool:
    """Whether an op needs loops of its own. Fills do not, unless they are yielded: they are read as their scalar."""
    if type(op) is tensor.FillOp:
        return any(isinstance(user, tensor.YieldOp) for user, _ in uses_of(op.results[0])) if op.results else True
    return tensor.is_structured(op)


def scalar_of(value: Value) -> Value | None:
    """The scalar that every element of a filled tensor is."""
    fill = uncast(value).defined_by(tensor.FillOp)
    return fill.inputs[0] if fill is not None else None


def uncast(value: Value) -> Value:
    """What a tensor was before it was cast."""
    while type(value) is OpResult and type(value.owner) is tensor.CastOp:
        value = value.owner.source
    return value


def uses_of(value: Value) -> Iterator[tuple[Operation, int]]:
    """The uses of a tensor, and those of what it is cast to."""
    for user, position in value.uses:
        if type(user) is tensor.CastOp:
            yield from uses_of(user.results[0])
        else:
            yield user, position
