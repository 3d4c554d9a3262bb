"""The gradient of a scan: a scan in the other direction."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import graph
from dlc.dialects.graph.carried import slice_type
from dlc.dialects.graph.scan import stacked_type
from dlc.ir import Block, Builder, InsertionPoint, IRMapping, Region, Type, Value
from dlc.ir.builtin_attributes import UNIT
from dlc.ir.operations import clone_blocks

from .gradients import Gradients, differentiates, is_differentiable, typed_like
from .like import fill, zeros_like
from .regions import captured_values, results_and_gradients


@differentiates(graph.ScanOp)
def gradient_of_scan(op: graph.ScanOp, g: Gradients) -> None:
    """Each iteration computes again what it did, from the carried values that it began with, which are kept."""
    captured = captured_values(op, g)
    seeds = [g.of_or_zeros(result) if is_differentiable(result) else None for result in op.outputs]
    stacked_seeds = [g.of(result) for result in op.stacked]
    forward, kept = _with_kept_carries(op)
    backward = _Backward(forward, kept, seeds, stacked_seeds, captured, [g.needs(source) for source in op.sources])
    of_carries, of_captured, of_sources = backward.insert()
    for value, gradient in (
        *zip((init for init, seed in zip(op.inits, seeds, strict=True) if seed is not None), of_carries, strict=True),
        *zip(captured, of_captured, strict=True),
        *zip((source for source in op.sources if g.needs(source)), of_sources, strict=True),
    ):
        g.add(value, gradient)
    op.replace_all_uses_with(forward.results[: len(op.results)])
    op.erase()


def _with_kept_carries(op: graph.ScanOp) -> tuple[graph.ScanOp, Sequence[Value]]:
    """Insert the same scan with more stacked results: the carried values that each iteration begins with."""
    copy = Region()
    clone_blocks(op.body, copy, IRMapping())
    block = copy.entry
    last = block.end
    carried = block.args[: len(op.inits)]
    last.set_operands([*last.operands, *carried])
    types = [result.type for result in op.stacked]
    more = [stacked_type(op.length, arg.type) for arg in carried]
    forward = graph.ScanOp(op.inits, op.sources, [each.type for each in op.outputs], [*types, *more], op.reverse, copy)
    forward.attributes.update(op.attributes)
    with Builder.current().at(InsertionPoint.before_op(op), op.location):
        Builder.current().insert(forward)
    return forward, forward.stacked[len(types) :]


class _Backward:
    """The backward scan. It carries the gradients of carried values, and sums those of captured ones."""

    def __init__(
        self,
        forward: graph.ScanOp,
        kept: Sequence[Value],
        seeds: Sequence[Value | None],
        stacked_seeds: Sequence[Value | None],
        captured: Sequence[Value],
        needs: Sequence[bool],
    ) -> None:
        self.forward = forward
        self.kept = kept
        self.seeds = seeds
        self.stacked_seeds = stacked_seeds
        self.captured = captured
        self.needs = needs

    def insert(self) -> tuple[Sequence[Value], Sequence[Value], Sequence[Value]]:
        """Insert the scan, and return the gradients of carried values, captured values, and sources."""
        forward = self.forward
        pairs = zip(self.seeds, forward.carried_args, strict=True)
        inits = [typed_like(seed, arg) for seed, arg in pairs if seed is not None]
        inits += [zeros_like(value) for value in self.captured]
        sources = [*forward.sources, *self.kept, *(seed for seed in self.stacked_seeds if seed is not None)]
        slices = [_slice(source.type) for source in sources]
        block = Block([*(init.type for init in inits), *slices])
        stacked = [source.type for source, is_needed in zip(forward.sources, self.needs, strict=True) if is_needed]
        flag = UNIT if forward.reverse is None else None
        scan = graph.ScanOp(inits, sources, [init.type for init in inits], stacked, flag, Region([block]))
        results = Builder.current().insert(scan).results
        fill(block, lambda: self._step(block.args[: len(inits)], block.args[len(inits) :]))
        count = len(inits) - len(self.captured)
        return results[:count], results[count : len(inits)], results[len(inits) :]

    def _step(self, gradients: Sequence[Value], slices: Sequence[Value]) -> list[Value]:
        """Return what one iteration yields: gradients of carried values, sums, and gradients of slices."""
        forward, count = self.forward, len(self.forward.inits)
        xs, carries = slices[: len(forward.sources)], slices[len(forward.sources) :][:count]
        of_stacked = iter(slices[len(forward.sources) + count :])
        of_carries = iter(gradients)
        seeds: list[Value | None] = [None if seed is None else next(of_carries) for seed in self.seeds]
        seeds += [None if seed is None else next(of_stacked) for seed in self.stacked_seeds]
        seeds += [None] * count  # the carried values that are kept
        wrt = [carry for carry, seed in zip(carries, self.seeds, strict=True) if seed is not None]
        number = len(wrt)
        wrt += self.captured
        wrt += [x for x, is_needed in zip(xs, self.needs, strict=True) if is_needed]
        _, results = results_and_gradients(forward.body.entry, [*carries, *xs], seeds, wrt)
        for place in range(number, number + len(self.captured)):
            results[place] = graph.add(gradients[place], results[place])
        return results


def _slice(type: Type) -> Type:
    slice = slice_type(type)
    assert slice is not None
    return slice
