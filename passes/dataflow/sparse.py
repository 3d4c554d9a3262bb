"""Sparse analyses: what is known about each value, as an element of a lattice.

An element is any immutable object with `==`; a value without one has not been met yet (the bottom of the lattice).
Whenever the element of a value changes, the ops that depend on it are visited: its users in a forward analysis, what
defines it in a backward one. Ops hand their values on to where control goes from them, so no place ever gathers from
all its predecessors: the work is one step for each use of a value whose element changed.
"""

# Uses and operands are read where they lie: this is the inner loop.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar, cast

from dlc.ir import Block, BlockArgument, Operation, Value
from dlc.ir.interfaces import Call, Callable, RegionBranch
from dlc.ir.mistakes import DefinitionMistake, raised_by
from dlc.ir.traits import IsolatedFromAbove, ReturnLike

from .control_flow import Flow, flows_from, is_terminator
from .dead_code import DeadCodeAnalysis
from .solver import Analysis, Point

_E = TypeVar("_E")


class SparseAnalysis(Analysis, Generic[_E]):
    """Shared parts of both directions."""

    def __init__(self, dead_code: DeadCodeAnalysis) -> None:
        self.dead_code = dead_code
        self.elements: dict[Value, _E] = {}

    def of(self, value: Value) -> _E | None:
        """Return the lattice element of a value; `None` if it is never computed, as far as the analysis can tell."""
        return self.elements.get(value)

    def join(self, a: _E, b: _E) -> _E:
        """Return the lattice element of a value that is one or the other."""
        raise NotImplementedError

    def update(self, value: Value, element: _E) -> None:
        """Learn that a value may (also) be as `element` says."""
        known = self.elements.get(value)
        if known is None:
            self.elements[value] = element
        else:
            joined = self.join(known, element)
            if joined == known:
                return
            self.elements[value] = joined
        self.changed(value)

    def changed(self, value: Value) -> None:
        """Have visited what depends on a value."""
        raise NotImplementedError


def _transfer_of(analysis: SparseAnalysis[Any]) -> str:
    return f"transfer of '{type(analysis).__name__}'"


def _check_elements(analysis: SparseAnalysis[Any], op: Operation, elements: object, values: Sequence[Value]) -> None:
    """Refuse what a transfer returns, if that is not an element for each of the values."""
    if isinstance(elements, (list, tuple)):
        count = len(cast("Sequence[object]", elements))
        if count == len(values):
            return
        raise DefinitionMistake(
            _transfer_of(analysis), op, f"returned {count} elements; return a list of {len(values)}, one for each value"
        )
    raise DefinitionMistake(
        _transfer_of(analysis), op, f"returned {elements!r}; return a list with an element for each value"
    )


class SparseForwardAnalysis(SparseAnalysis[_E]):
    """From operands to results."""

    def transfer(self, op: Operation, operands: Sequence[_E]) -> Sequence[_E | None] | None:
        """Return the lattice elements of the results of an op without control flow; `None`: nothing (see `unknown`).

        `None` among them: not to be told yet; the analysis has to have the op visited again.
        """
        raise NotImplementedError

    def unknown(self, value: Value) -> _E:
        """Return the lattice element of a value from an unknown source: the top of the lattice."""
        raise NotImplementedError

    def made_by(self, op: Operation, flow: Flow) -> Sequence[_E | None] | None:
        """Return the lattice elements of the values that an op gives `flow.unknown` by itself, such as a loop's
        counter.

        `None` among them: not to be told yet, as the values that decide have not been met. `None` for all: unknown.
        """
        del op, flow
        return None

    def start(self, root: Operation) -> None:
        if IsolatedFromAbove not in root.traits:
            self._learn_outer_values(root)
        for value in root.operands:
            self.elements[value] = self.unknown(value)
        if RegionBranch.of(root) is not None:
            self.enqueue(root)

    def _learn_outer_values(self, root: Operation) -> None:
        for op in root.walk():
            for value in op.operands:
                block = value.parent_block
                owner = block.parent_op if block is not None else None
                if value not in self.elements and (op is root or owner is None or not root.is_ancestor_of(owner)):
                    self.elements[value] = self.unknown(value)

    def changed(self, value: Value) -> None:
        for user in value.users:
            self.enqueue(user)

    def visit(self, point: Point) -> None:
        if isinstance(point, Block):
            self._visit_block(point)
        elif self.dead_code.is_live(point.parent):
            self._visit_op(point)

    def _visit_block(self, block: Block) -> None:
        """A block that became live: all its ops are to be visited, and what enters it may be out of sight."""
        for inner in block.ops:
            self.enqueue(inner)
        op = block.parent_op
        if block.is_entry and op is not None and block.args and RegionBranch.of(op) is None:
            is_closed = Callable.of(op) is not None and op not in self.dead_code.open_callables
            if not is_closed:
                self._unknown(block.args)

    def _visit_op(self, op: Operation) -> None:
        if Call.of(op) is not None:
            self._visit_call(op)
            return
        flows = flows_from(op)
        for flow in flows:
            if self.dead_code.takes(op, flow.index):
                self._follow(op, flow)
        if flows:
            return
        if op.results:
            self._visit_results(op)
        elif is_terminator(op) and ReturnLike in op.traits:
            self._visit_return(op)

    def _follow(self, op: Operation, flow: Flow) -> None:
        for source, target in flow.passed:
            element = self.elements.get(source)
            if element is not None:
                self.update(target, element)
        if flow.unknown:
            elements = self.made_by(op, flow)
            if elements is None:
                self._unknown(flow.unknown)
                return
            for value, element in zip(flow.unknown, elements, strict=True):
                if element is not None:
                    self.update(value, element)

    def _visit_results(self, op: Operation) -> None:
        operands: list[_E] = []
        for value in op._operands:
            element = self.elements.get(value)
            if element is None:
                return
            operands.append(element)
        try:
            elements = self.transfer(op, operands)
        except Exception as error:
            raise raised_by(_transfer_of(self), op, error, self.transfer) from error
        if elements is None:
            self._unknown(op.results)
            return
        _check_elements(self, op, elements, op._results)
        for result, element in zip(op._results, elements, strict=True):
            if element is not None:
                self.update(result, element)

    def _visit_call(self, op: Operation) -> None:
        callee = self.dead_code.callee_of(op)
        call = Call.of(op)
        if callee is None or call is None:
            self._unknown(op.results)
            return
        callable = Callable.of(callee)
        region = callable.callable_region(callee) if callable is not None else None
        args, passed = region.entry.args if region is not None else (), call.call_arguments(op)
        if len(args) != len(passed):
            self._unknown([*args, *op.results])
            return
        for source, target in zip(passed, args, strict=True):
            element = self.elements.get(source)
            if element is not None:
                self.update(target, element)
        for terminator in self.dead_code.returns.get(callee, ()):
            self._return_to(op, terminator)

    def _return_to(self, call: Operation, terminator: Operation) -> None:
        if len(terminator.operands) != len(call.results):
            self._unknown(call.results)
            return
        for source, target in zip(terminator.operands, call.results, strict=True):
            element = self.elements.get(source)
            if element is not None:
                self.update(target, element)

    def _visit_return(self, op: Operation) -> None:
        parent = op.parent_op
        for caller in self.dead_code.callers.get(parent, ()) if parent is not None else ():
            self._return_to(caller, op)

    def _unknown(self, values: Sequence[Value]) -> None:
        for value in values:
            self.update(value, self.unknown(value))


def operands_besides_passed(op: Operation, flows: Sequence[Flow]) -> list[Value]:
    """The operands of an op with control flow that it does not forward."""
    passed: set[int] = set()
    for flow in flows:
        if flow.start is not None:
            passed.update(range(flow.start, flow.start + len(flow.passed)))
    return [value for index, value in enumerate(op.operands) if index not in passed]


class SparseBackwardAnalysis(SparseAnalysis[_E]):
    """From results to operands. A value that is never handed to anything that matters has no element."""

    def transfer(self, op: Operation, results: Sequence[_E | None]) -> Sequence[_E | None]:
        """Return the lattice elements that follow for the operands of an op; `None` for an operand of which nothing
        follows.
        """
        raise NotImplementedError

    def at_exit(self, value: Value) -> _E:
        """Return the lattice element of a value that escapes: to a caller, or an op that may do anything."""
        raise NotImplementedError

    def start(self, root: Operation) -> None:
        if RegionBranch.of(root) is not None:
            self.enqueue(root)

    def changed(self, value: Value) -> None:
        """Have visited what gives the value: its op, or all that enter its block."""
        op = value.defining_op
        if op is not None:
            self.enqueue(op)
            if op.regions or Call.of(op) is not None:
                self._enqueue_exits(op)
        elif isinstance(value, BlockArgument):
            self._enqueue_entries(value.owner)

    def _enqueue_exits(self, op: Operation) -> None:
        callee = self.dead_code.callee_of(op) if Call.of(op) is not None else None
        for terminator in self.dead_code.returns.get(callee, ()) if callee is not None else ():
            self.enqueue(terminator)
        for block in op.blocks:
            if block.last is not None:
                self.enqueue(block.last)

    def _enqueue_entries(self, block: Block) -> None:
        for user, _ in block._uses:
            self.enqueue(user)
        parent = block.parent_op
        if not block.is_entry or parent is None:
            return
        self.enqueue(parent)
        for caller in self.dead_code.callers.get(parent, ()):
            self.enqueue(caller)
        if RegionBranch.of(parent) is not None:
            self._enqueue_exits(parent)

    def visit(self, point: Point) -> None:
        if isinstance(point, Block):
            for op in point.ops_reversed:
                self.enqueue(op)
        elif self.dead_code.is_live(point.parent):
            self._visit_op(point)

    def _visit_op(self, op: Operation) -> None:
        if Call.of(op) is not None:
            self._visit_call(op)
            return
        flows = flows_from(op)
        if flows:
            self._follow(op, flows)
        elif is_terminator(op) and not op.successors:
            self._visit_exit(op)
        else:
            known = [self.elements.get(result) for result in op._results]
            try:
                elements = self.transfer(op, known)
            except Exception as error:
                raise raised_by(_transfer_of(self), op, error, self.transfer) from error
            _check_elements(self, op, elements, op._operands)
            for value, element in zip(op._operands, elements, strict=True):
                if element is not None:
                    self.update(value, element)

    def _follow(self, op: Operation, flows: Sequence[Flow]) -> None:
        for flow in flows:
            if not self.dead_code.takes(op, flow.index):
                continue
            for source, target in flow.passed:
                element = self.elements.get(target)
                if element is not None:
                    self.update(source, element)
        for value, element in self.transfer_control(op, operands_besides_passed(op, flows)):
            self.update(value, element)

    def transfer_control(self, op: Operation, deciding: Sequence[Value]) -> Sequence[tuple[Value, _E]]:
        """Return the lattice elements of operands that an op with control flow uses itself."""
        del op
        return [(value, self.at_exit(value)) for value in deciding]

    def _visit_exit(self, op: Operation) -> None:
        """The end of a function's body, or of a region of which nothing is known."""
        parent = op.parent_op
        is_return = parent is not None and Callable.of(parent) is not None and ReturnLike in op.traits
        if parent is None or not is_return or parent in self.dead_code.open_callables:
            for value in op.operands:
                self.update(value, self.at_exit(value))
        for caller in self.dead_code.callers.get(parent, ()) if parent is not None and is_return else ():
            if len(caller.results) != len(op.operands):
                continue
            for source, target in zip(op.operands, caller.results, strict=True):
                element = self.elements.get(target)
                if element is not None:
                    self.update(source, element)

    def _visit_call(self, op: Operation) -> None:
        callee = self.dead_code.callee_of(op)
        call, callable = Call.of(op), Callable.of(callee) if callee is not None else None
        region = callable.callable_region(callee) if callable is not None and callee is not None else None
        arguments = call.call_arguments(op) if call is not None else ()
        if region is None or region.first is None or len(region.first.args) != len(arguments):
            for value in op.operands:
                self.update(value, self.at_exit(value))
            return
        for source, target in zip(arguments, region.first.args, strict=True):
            element = self.elements.get(target)
            if element is not None:
                self.update(source, element)
        for value in op.operands:
            if op.operands.count(value) > arguments.count(value):
                self.update(value, self.at_exit(value))
