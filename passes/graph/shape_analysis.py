"""Shape analysis of all tensors in a module, through control flow and calls.

A work list over values, optimistic where control flow joins: what a loop carries begins with what it is given first,
and loses what an iteration does not keep. Each value only ever loses, and has few sizes to lose, so that the cost is
proportional to the module. A function that only calls lead to takes what all of them agree on, as far as that is
numbers: names are its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeGuard

from dlc.dialects import func, graph
from dlc.dialects.graph.bases import infer_shapes
from dlc.dialects.graph.rules import Problems
from dlc.dialects.graph.tensors import shape_of, shape_of_type
from dlc.ir import Operation, Type, Value
from dlc.ir.builtin_types import TensorType
from dlc.ir.sizes import Dim, DimsAttr, Shape, Size, bind, more_precise, substitute
from dlc.ir.symbol_table import PRIVATE, SymbolTables, symbol_uses, visibility

CALLS = (func.CallOp, graph.CallOp)


def is_tensor(value: Value) -> bool:
    """Return whether a value is a ranked tensor whose sizes are said in the way of `graph`."""
    return has_sizes(value.type)


def has_sizes(type: Type) -> TypeGuard[TensorType]:
    """Return whether a type is that of such tensors. An encoding that does not fit the shape says nothing that can be
    used.
    """
    if not isinstance(type, TensorType):
        return False
    encoding = type.encoding
    return encoding is None or (isinstance(encoding, DimsAttr) and encoding.fits(type.shape))


def join(a: Shape, b: Shape) -> Shape:
    """Return the shape of a value that has one of two shapes of equal rank."""
    return tuple(x if x == y else None for x, y in zip(a, b, strict=True))


def only_forgets(op: Operation | None) -> bool:
    """Return whether an op is there to say less of its operand."""
    return isinstance(op, graph.WithShapeOp) and op.only_forgets


class CalledFunctions:
    """The functions whose only users are calls, and these calls."""

    def __init__(self, root: Operation) -> None:
        tables = SymbolTables()
        self.target: dict[Operation, func.FuncOp] = {}
        self.calls: dict[func.FuncOp, list[Operation]] = {}
        """Of functions whose signature may be changed."""
        exposed: set[func.FuncOp] = set()
        for user, reference in symbol_uses(root):
            callee = tables.lookup_nearest(user, reference)
            if not isinstance(callee, func.FuncOp):
                continue
            self.calls.setdefault(callee, []).append(user)
            self.target[user] = callee
            if not isinstance(user, CALLS) or user.callee is not reference:
                exposed.add(callee)
            if isinstance(user, func.CallOp) and _has_names(callee):
                exposed.add(callee)
        for function in list(self.calls):
            is_known = visibility(function) == PRIVATE and not function.is_declaration() and function is not root
            if not is_known or function in exposed:
                del self.calls[function]


def _has_names(function: func.FuncOp) -> bool:
    types = (*function.type.inputs, *function.type.results)
    return any(isinstance(type, TensorType) and isinstance(type.encoding, DimsAttr) for type in types)


class ShapeAnalysis:
    """The sizes of all tensors inside an op."""

    def __init__(self, root: Operation) -> None:
        self.root = root
        self.functions = CalledFunctions(root)
        self.shapes: dict[Value, Shape] = {}
        """The known shape of each reachable value."""
        self.returned: dict[func.FuncOp, list[Shape | None]] = {}
        self._worklist: dict[Operation, None] = {}
        self._run()

    def shape(self, value: Value) -> Shape:
        """Return the known shape of a value, whether it can be reached or not."""
        shape = self.shapes.get(value)
        return shape if shape is not None else shape_of(value)

    # -- Driving -----------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        ops = list(self.root.walk())
        for op in ops:
            self._start_in(op)
        self._worklist = dict.fromkeys(reversed(ops))
        self._drain()
        for function in self.functions.calls:
            self._set_declared(each for each in function.entry.args if each not in self.shapes)
        self._drain()

    def _drain(self) -> None:
        while self._worklist:
            self._visit(self._worklist.popitem()[0])

    def _start_in(self, op: Operation) -> None:
        """Arguments of blocks that something else than this analysis hands values to are what their types say."""
        is_known = isinstance(op, (graph.WhileOp, graph.ScanOp)) or op in self.functions.calls
        for region in op.regions:
            for block in region.blocks:
                if not is_known or block is not region.first:
                    self._set_declared(block.args)

    def _set_declared(self, values: Iterable[Value]) -> None:
        for value in values:
            if is_tensor(value):
                self._learn(value, shape_of(value))

    def _learn(self, value: Value, shape: Shape) -> None:
        """A value may have this shape; it has what its type says."""
        declared = shape_of(value)
        if len(shape) != len(declared):
            shape = declared
        better = tuple(more_precise(a, b) for a, b in zip(declared, shape, strict=True))
        before = self.shapes.get(value)
        if before is not None:
            better = join(before, better)
        if better != before:
            self.shapes[value] = better
            self._worklist.update(dict.fromkeys(value.users))

    def _shapes_of(self, values: Iterable[Value]) -> list[Shape] | None:
        """The shapes of values; `None` where one has not been reached."""
        known_shapes: list[Shape] = []
        for value in values:
            shape = self.shapes.get(value) if is_tensor(value) else ()
            if shape is None:
                return None
            known_shapes.append(shape)
        return known_shapes

    def _learn_all(self, values: Sequence[Value], shapes: Sequence[Shape]) -> None:
        for value, shape in zip(values, shapes, strict=True):
            if is_tensor(value):
                self._learn(value, shape)

    # -- Ops ---------------------------------------------------------------------------------------------------------

    def _visit(self, op: Operation) -> None:
        shapes = self._shapes_of(op.operands)
        if shapes is None:
            return
        if isinstance(op, graph.YieldOp):
            self._hand_on(op, shapes)
        elif isinstance(op, graph.ConditionOp) and isinstance(op.parent_op, graph.WhileOp):
            self._learn_all(op.parent_op.after.entry.args, shapes[1:])
            self._learn_all(op.parent_op.results, shapes[1:])
        elif isinstance(op, func.ReturnOp):
            self._return(op, shapes)
        elif isinstance(op, graph.WhileOp):
            self._learn_all(op.before.entry.args, shapes)
        elif isinstance(op, graph.ScanOp):
            self._enter_scan(op, shapes)
        elif isinstance(op, CALLS):
            self._call(op, shapes)
        elif not isinstance(op, graph.IfOp):
            self._infer(op, shapes)

    def _infer(self, op: Operation, shapes: Sequence[Shape]) -> None:
        problems = Problems()
        inferred = infer_shapes(op, shapes, problems)
        if inferred is None or problems.found:
            self._set_declared(op.results)
        else:
            self._learn_all(op.results, inferred)

    def _hand_on(self, op: graph.YieldOp, shapes: Sequence[Shape]) -> None:
        around = op.parent_op
        if isinstance(around, graph.IfOp):
            self._learn_all(around.results, shapes)
        elif isinstance(around, graph.WhileOp):
            self._learn_all(around.before.entry.args, shapes)
        elif isinstance(around, graph.ScanOp):
            count = len(around.inits)
            self._learn_all(around.carried_args, shapes[:count])
            self._learn_all(around.outputs, shapes[:count])
            length: Dim = None
            for source in around.sources:
                length = more_precise(length, self.shape(source)[0])
            self._learn_all(around.stacked, [(length, *shape) for shape in shapes[count:]])

    def _enter_scan(self, op: graph.ScanOp, shapes: Sequence[Shape]) -> None:
        count = len(op.inits)
        self._learn_all(op.carried_args, shapes[:count])
        self._learn_all(op.outputs, shapes[:count])
        self._learn_all(op.slice_args, [shape[1:] for shape in shapes[count:]])
        last = op.body.entry.last
        if last is not None:
            self._worklist[last] = None

    # -- Calls -------------------------------------------------------------------------------------------------------

    def _call(self, op: func.CallOp | graph.CallOp, shapes: Sequence[Shape]) -> None:
        function = self.functions.target.get(op)
        if function is None or function not in self.functions.calls:
            self._set_declared(op.results)
            return
        for argument, shape in zip(function.entry.args, shapes, strict=True):
            if is_tensor(argument):
                self._learn(argument, _as_parameter(shape_of(argument), shape))
        returned = self.returned.get(function)
        if returned is None:
            return
        values = names_bound(function, shapes)
        for result, shape in zip(op.results, returned, strict=True):
            if is_tensor(result):
                assert shape is not None
                self._learn(result, tuple(substitute(dim, values) for dim in shape))

    def _return(self, op: func.ReturnOp, shapes: Sequence[Shape]) -> None:
        function = op.parent_op
        if not isinstance(function, func.FuncOp) or function not in self.functions.calls:
            return
        before = self.returned.get(function)
        declared = [shape_of_type(t) if has_sizes(t) else () for t in function.type.results]
        merged: list[Shape | None] = []
        for number, (shape, known) in enumerate(zip(shapes, declared, strict=True)):
            better = tuple(more_precise(a, b) for a, b in zip(known, shape, strict=True))
            old = before[number] if before is not None else None
            merged.append(join(old, better) if old is not None else better)
        if merged != before:
            self.returned[function] = merged
            self._worklist.update(dict.fromkeys(self.functions.calls[function]))


def _as_parameter(declared: Shape, given: Shape) -> Shape:
    """Return the shape that a parameter gets from an argument: numbers, where it has no names of its own."""
    return tuple(b if a is None and isinstance(b, int) else a for a, b in zip(declared, given, strict=True))


def names_bound(function: func.FuncOp, shapes: Sequence[Shape]) -> Mapping[str, Dim]:
    """Return the values of a signature's size names in a call with arguments of these shapes."""
    values: dict[str, Dim] = {}
    for type, shape in zip(function.type.inputs, shapes, strict=True):
        if isinstance(type, TensorType):
            for declared, given in zip(shape_of_type(type), shape, strict=True):
                if isinstance(declared, Size):
                    bind(declared, given, values)
    return values
