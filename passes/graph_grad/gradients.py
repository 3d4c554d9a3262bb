"""The table of gradient rules, and the reverse sweep that applies them.

    @differentiates(graph.MulOp)
    def gradient_of_mul(op: graph.MulOp, g: Gradients) -> None:
        g.add(op.lhs, graph.mul(g.out, op.rhs))
        g.add(op.rhs, graph.mul(g.out, op.lhs))

A rule adds to the gradient of each operand what an op's result contributes: `g.out`, the gradient of the result, times
the derivative. It builds graph ops where the current builder is, and may use operands and results of the op. Gradients
have the types of their values; whatever a rule computes in a wider type, or with sizes known better, is converted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from dlc.dialects import graph
from dlc.dialects.graph.op_functions import constant_like
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.ir import Builder, Operation, Value
from dlc.ir.builtin_types import FloatType, TensorType
from dlc.ir.effects import would_be_trivially_dead
from dlc.ir.errors import DlcError
from dlc.ir.op_table import OpTable

from .recomputation import recompute_checkpoints

Rule = Callable[[Any, "Gradients"], None]

differentiates: OpTable[Rule] = OpTable("gradient rule")
"""The rule of each op that has one."""


class CannotDifferentiate(DlcError):
    """An op cannot be differentiated. The message is a predicate with a way out."""

    def __init__(self, reason: str, op: Operation) -> None:
        super().__init__(reason)
        self.op = op


class Gradients:
    """The gradients of values, while ops are visited in reverse."""

    def __init__(self, op: Operation, sums: dict[Value, Value], active: set[Value]) -> None:
        self.op = op
        """The op that is being differentiated."""
        self._sums = sums
        self._active = active

    @property
    def out(self) -> Value:
        """The gradient of the first result that has one."""
        return next(self._sums[result] for result in self.op.results if result in self._sums)

    def of(self, value: Value) -> Value | None:
        """Return the gradient of a value, or `None` if it is zero."""
        return self._sums.get(value)

    def of_or_zeros(self, value: Value) -> Value:
        """Return the gradient of a value, as zeros if nothing depends on it."""
        gradient = self._sums.get(value)
        return constant_like(0.0, value) if gradient is None else gradient

    def needs(self, value: Value | None) -> bool:
        """Return whether the gradient of an operand is used."""
        return value in self._active

    def add(self, value: Value | None, gradient: Value) -> None:
        """Add a contribution to the gradient of an operand, if that is used."""
        if value is None or value not in self._active:
            return
        gradient = typed_like(gradient, value)
        before = self._sums.get(value)
        self._sums[value] = gradient if before is None else graph.add(before, gradient)

    def expand(self, build: Callable[[], Value | Sequence[Value]]) -> None:
        """Differentiate the op as the simpler ops that `build` makes of its operands, for the same results.

        They are computed again in the backward pass.
        """
        wrt = [value for value in dict.fromkeys(used_values(self.op)) if self.needs(value)]
        with recorded() as ops:
            built = build()
        results = [built] if isinstance(built, Value) else built
        seeds = {
            new: typed_like(self._sums[old], new)
            for old, new in zip(self.op.results, results, strict=True)
            if old in self._sums
        }
        for value, gradient in backpropagate(ops, seeds, wrt).items():
            self.add(value, gradient)

    def refusal(self, reason: str) -> CannotDifferentiate:
        """Return the error of an op that cannot be differentiated."""
        return CannotDifferentiate(reason, self.op)


def is_differentiable(value: Value) -> bool:
    """Return whether a value may have a gradient: it is a tensor of floats."""
    return isinstance(value.type, TensorType) and isinstance(value.type.element_type, FloatType)


def typed_like(gradient: Value, value: Value) -> Value:
    """Return a gradient with the element type and the sizes of its value."""
    if gradient.type is value.type:
        return gradient
    if element_of(gradient) is not element_of(value):
        gradient = graph.cast(gradient, element_of(value))
    return gradient if gradient.type is value.type else graph.with_shape(gradient, shape_of(value))


class recorded:  # noqa: N801 (a context manager, used like a function)
    """The ops that are inserted by the current builder in a `with` statement, complete at its end."""

    def __enter__(self) -> list[Operation]:
        self._point = Builder.current().point
        assert self._point is not None
        before = self._point.before
        self._last = before.prev if before is not None else self._point.block.last
        self._ops: list[Operation] = []
        return self._ops

    def __exit__(self, *_: object) -> None:
        assert self._point is not None
        op = self._last.next if self._last is not None else self._point.block.first
        while op is not None and op is not self._point.before:
            self._ops.append(op)
            op = op.next


def backpropagate(ops: Sequence[Operation], seeds: Mapping[Value, Value], wrt: Iterable[Value]) -> dict[Value, Value]:
    """Return the gradients of the values `wrt`, given those of results; values that nothing depends on are left out.

    `ops` are all ops of one block between the values and the results, in order. The backward pass is inserted where
    the current builder is, behind them.
    """
    wrt = list(wrt)
    active = _active_values(ops, wrt)
    sums = {value: seed for value, seed in seeds.items() if value in active}
    builder = Builder.current()
    with recorded() as inserted:
        for op in reversed(ops):
            has_gradient = any(result in sums and 0 not in shape_of(result) for result in op.results)
            if has_gradient and any(map(active.__contains__, used_values(op))):
                with builder.at(location=op.location):
                    _rule_of(op)(op, Gradients(op, sums, active))
    gradients = {value: sums[value] for value in wrt if value in sums}
    _erase_unused(inserted, gradients.values())
    recompute_checkpoints(ops, inserted)
    return gradients


def _rule_of(op: Operation) -> Rule:
    rule = differentiates.get(type(op))
    if rule is None:
        raise CannotDifferentiate(
            f"{differentiates.reason_for_lack(op)}; stop the gradient before it with `dlc.stop_gradient`, "
            "or register a rule with `differentiates`",
            op,
        )
    return rule


def _active_values(ops: Sequence[Operation], wrt: Iterable[Value]) -> set[Value]:
    """Return the values whose gradients are used: those that floats of `wrt` flow into."""
    active = set(wrt)
    for op in ops:
        if type(op) is not graph.StopGradientOp and any(map(active.__contains__, used_values(op))):
            active.update(filter(is_differentiable, op.results))
    return active


def used_values(op: Operation) -> Iterator[Value]:
    """Return the operands of an op and of all ops in its regions."""
    if not op.regions:
        return iter(op.operands)
    return (operand for inner in op.walk() for operand in inner.operands)


def _erase_unused(ops: Sequence[Operation], kept: Iterable[Value]) -> None:
    """Erase what rules computed for operands whose gradients are not used."""
    kept = set(kept)
    for op in reversed(ops):
        if would_be_trivially_dead(op) and not any(result.has_uses or result in kept for result in op.results):
            op.erase()
