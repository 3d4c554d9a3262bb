"""The pass `fold-constants`: graph ops on constants become constants, computed by the reference interpreter.

What an op means is said once, in `dlc.interp`; folding by it cannot disagree with it. One walk in program order notes
what is known about every value, across whole subgraphs; one walk back makes constants of what is still asked for, and
erases what is not. An op that would stop the program stays, and so does one whose type promises sizes with names, which
is checked when running.

Known, but left as they are where somebody needs them: `graph.iota`, `graph.broadcast` and `graph.with_shape`, which
cost nothing beside a constant of their size, and what would take more room than what it is made of: other results may
be made of it that take less, such as sums of weights. What is repeated is known whatever its size, so that scaling the
weights of a network does not depend on how many there are, and stays repeated behind elementwise ops. A `graph.if`
whose condition is known becomes the region that it chooses. A loop is run where all that it sees is known, as long as
it ends within `max-steps`. Not done: ops of other dialects, and calls, which can be inlined first.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from math import prod
from typing import Any, NamedTuple

from dlc.dialects import graph
from dlc.dialects.builtin import ModuleOp
from dlc.dialects.func import FuncOp, ReturnOp
from dlc.dialects.graph.bases import infer_shapes
from dlc.dialects.graph.rules import Problems
from dlc.dialects.graph.tensors import element_of
from dlc.interp.errors import Fault, InterpreterError
from dlc.interp.interpreter import Interpreter
from dlc.interp.semantics import find_semantics
from dlc.interp.values import Elements, constant
from dlc.ir import Builder, IRMapping, Operation, Type, Value
from dlc.ir.builtin_attributes import DenseElementsAttr, DenseResourceElementsAttr, StringAttr, i64_array
from dlc.ir.builtin_types import TensorType, bit_width
from dlc.ir.effects import is_memory_effect_free
from dlc.ir.locations import fuse
from dlc.ir.sizes import DimsAttr, Shape
from dlc.ir.traits import Elementwise
from dlc.ir.values import used_from_outside

from ..manager import Pass, PassRun, option, statistic

MAX_ELEMENTS = 1 << 16
MAX_STEPS = 1 << 20
MAX_PRODUCTS = 1 << 28
MOST_OPS_IN_LOOP = 256
"""Loops with more ops inside are not looked through."""

_VIEWS = (graph.BroadcastOp, graph.WithShapeOp)
"""Ops whose results are known without room for each element."""
_FREE = (graph.ConstantOp, graph.IotaOp, *_VIEWS)
"""Ops that stay where their results are needed."""
_LOOPS = (graph.WhileOp, graph.ScanOp)


class FoldingLimits(NamedTuple):
    """Limits of constant folding: how much may be created and computed."""

    elements: int = MAX_ELEMENTS
    """Constants with more elements are made only where they take no more room than what they are made of."""
    steps: int = MAX_STEPS
    """The maximum number of ops that a loop may run."""
    products: int = MAX_PRODUCTS
    """The maximum number of products of a contraction or a convolution."""


def fold_constants(root: Operation, limits: FoldingLimits | None = None) -> int:
    """Fold what can be known inside `root`; how many ops that were."""
    return _Folding(root, limits or FoldingLimits()).run()


def known_elements(root: Operation, value: Value) -> DenseElementsAttr | None:
    """Return the elements of a value inside `root` if they can be known, also where its op would not be folded."""
    elements = _Folding(root, FoldingLimits()).known_after_all().get(value)
    if elements is None:
        return None
    assert isinstance(value.type, TensorType)
    return _dense(elements, TensorType(elements.shape, value.type.element_type))


class _Folding:
    def __init__(self, root: Operation, limits: FoldingLimits) -> None:
        self.root = root
        self.limits = limits
        self.machine = Interpreter(root, max_steps=limits.steps)
        self.known: dict[Value, Elements] = {}
        self.ops: list[Operation] = []
        """Ops all of whose results are known, in program order."""
        self.chosen = 0

    def run(self) -> int:
        self.known_after_all()
        return self.chosen + self._replace()

    def known_after_all(self) -> dict[Value, Elements]:
        """Return what is known when all ops have been visited."""
        for op in self._in_order():
            self._visit(op)
        return self.known

    def _in_order(self) -> Iterator[Operation]:
        """Every op, those in regions before what follows them; a region that a condition chooses takes its place."""
        pending = _first_ops(self.root)
        while pending:
            op = pending.pop()
            if op is None:
                continue
            if isinstance(op, graph.IfOp) and op.condition in self.known:
                pending.append(self._take_branch(op))
                continue
            pending.append(op.next)
            yield op
            pending += _first_ops(op)

    def _take_branch(self, op: graph.IfOp) -> Operation | None:
        """Put the ops of the region that runs in the place of an `if`; the first op to go on with."""
        block = (op.then if self.known[op.condition].item(()) else op.otherwise).entry
        last = block.end
        values = list(last.operands)
        last.erase()
        first, home = block.first, op.block
        home.take_all_ops(block, op)
        builder = Builder.before(op)
        for value, result in zip(values, op.results, strict=True):
            replacement = value
            if value.type is not result.type:
                replacement = builder.insert(graph.WithShapeOp(value, result.type)).result
                first = first or replacement.defining_op
            result.replace_all_uses_with(replacement)
        following = op.next
        op.erase()
        self.chosen += 1
        return first or following

    # -- What is known ---------------------------------------------------------------------------------------------

    def _visit(self, op: Operation) -> None:
        """Note the results of an op that can be computed."""
        if not op.results or not op.name.startswith("graph.") or any(v not in self.known for v in op.operands):
            return
        if isinstance(op, graph.ConstantOp):
            results: Sequence[Elements] | None = self._constant(op)
        elif op.regions:
            results = self._run_loop(op) if isinstance(op, _LOOPS) else None
        elif is_memory_effect_free(op) and self._is_worth_it(op):
            results = self._run_op(op)
        else:
            return
        if results is not None:
            self.known.update(zip(op.results, results, strict=True))
            self.ops.append(op)

    def _constant(self, op: graph.ConstantOp) -> list[Elements] | None:
        value = op.value
        if isinstance(value, DenseResourceElementsAttr) and value.blob.raw is None:
            return None
        try:
            return [constant(value, op.result.type)]
        except Fault:  # it is larger than what can be interpreted
            return None

    def _run_op(self, op: Operation) -> Sequence[Elements] | None:
        prepare = find_semantics(type(op))
        if prepare is None:
            return None
        operands = [self.known[value] for value in op.operands]
        try:
            computed: Any = prepare(op, self.machine)(*operands)
        except (Fault, InterpreterError):
            return None
        values: list[Elements] = [computed] if len(op.results) == 1 else list(computed)
        if any(value.poison is not None for value in values):
            return None
        repeated = _repeated_dims(op, operands)
        return [value.repeated(repeated) for value in values] if repeated else values

    def _is_worth_it(self, op: Operation) -> bool:
        """Return whether results are no larger than operands or small, and no sizes are promised that nobody has
        checked."""
        if any(_has_names(result.type) for result in op.results):
            return False
        given: list[Shape] = [tuple(self.known[value].shape) for value in op.operands]
        shapes = self._result_shapes(op, given)
        if shapes is None:
            return False
        repeated = _repeated_dims(op, [self.known[value] for value in op.operands])
        once = [_without(repeated, shape) for shape in shapes]
        if sum(map(prod, once)) > self.limits.elements and not isinstance(op, _VIEWS):
            bits = sum(_size(value, shape) for value, shape in zip(op.results, once, strict=True))
            if bits > sum(_room(value, self.known[value]) for value in op.operands):
                return False
        return _products(op, given, sum(map(prod, shapes))) <= self.limits.products

    def _result_shapes(self, op: Operation, given: Sequence[Shape]) -> list[tuple[int, ...]] | None:
        """The sizes that the results have for operands of these sizes, or at most."""
        if isinstance(op, graph.NonzeroOp):
            [shape] = given
            return [(prod(size for size in shape if isinstance(size, int)), len(shape))]
        problems = Problems()
        result_shapes = infer_shapes(op, given, problems)
        if result_shapes is None or problems.found:
            return None
        if all(isinstance(size, int) for shape in result_shapes for size in shape):
            return [tuple(size for size in shape if isinstance(size, int)) for shape in result_shapes]
        return self._stated_sizes(op)

    def _stated_sizes(self, op: Operation) -> list[tuple[int, ...]] | None:
        """The sizes that an operand gives."""
        sizes = getattr(op, "sizes", None)
        if isinstance(op, graph.ReshapeOp):
            return [tuple(self.known[op.source].shape)]
        if not isinstance(sizes, Value):
            return None
        numbers = [int(item) for item in self.known[sizes].items()]
        return [tuple(numbers)] if all(number < 1 << 62 for number in numbers) else None

    # -- Loops -------------------------------------------------------------------------------------------------------

    def _run_loop(self, op: Operation) -> Sequence[Elements] | None:
        """The results of a loop that sees nothing but what is known."""
        captures = self._captures(op)
        if captures is None:
            return None
        module, values = _program_of(op, captures)
        try:
            machine = Interpreter(module, max_steps=self.limits.steps)
            carried = machine.evaluate("loop", *[self.known[value] for value in values])
        except (Fault, InterpreterError):
            return None
        elements = [value for value, _ in carried]
        return elements if all(value.poison is None for value in elements) else None

    def _captures(self, op: Operation) -> list[Value] | None:
        """The values from outside that a loop uses; `None` where one is not known, or it does what is not folded."""
        if any(_has_names(result.type) for result in op.results):
            return None
        ops: list[Operation] = []
        for inner in op.walk():
            if len(ops) > MOST_OPS_IN_LOOP or not inner.name.startswith("graph."):
                return None
            if isinstance(inner, graph.CallOp) or not self._stays_small(inner):
                return None
            ops.append(inner)
        captures = used_from_outside(ops)
        return captures if all(value in self.known for value in captures) else None

    def _stays_small(self, op: Operation) -> bool:
        """Return whether an op in a loop makes little each time, and does nothing else."""
        for result in op.results:
            type, most = result.type, self.limits.elements
            if not isinstance(type, TensorType) or not type.has_static_shape or type.num_elements > most:
                return False
        return bool(op.regions) or is_memory_effect_free(op)

    # -- Replacing ---------------------------------------------------------------------------------------------------

    def _replace(self) -> int:
        """Make constants of what is asked for, last ops first, so that nobody asks for what they were made of."""
        folded = 0
        for op in reversed(self.ops):
            if op.has_uses and (isinstance(op, _FREE) or self._takes_more_room(op)):
                continue
            folded += not isinstance(op, graph.ConstantOp)
            builder = Builder.before(op, fuse([op.location], StringAttr(f"{FoldConstants.name}/evaluate")))
            for result in op.results:
                if result.has_uses:
                    new_value = _constant_op(self.known[result], result.type, builder)
                    new_value.name_hint = new_value.name_hint or result.name_hint
                    result.replace_all_uses_with(new_value)
            op.erase()
        return folded

    def _takes_more_room(self, op: Operation) -> bool:
        """Return whether results are large, and larger than what goes with the op, because nobody else uses it."""
        if sum(prod(_once(self.known[value])) for value in op.results) <= self.limits.elements:
            return False
        bits = sum(_room(value, self.known[value]) for value in op.results)
        return bits > sum(_room(value, self.known[value]) for value in op.operands if value.has_one_use)


def _first_ops(op: Operation) -> list[Operation | None]:
    """The first op of each block inside, the last block first."""
    return [block.first for region in reversed(op.regions) for block in reversed(list(region.blocks))]


def _constant_op(value: Elements, type: Type, builder: Builder) -> Value:
    """A constant with these elements, of a type that may say less of its sizes; it has what is repeated once."""
    assert isinstance(type, TensorType)
    exact, repeated = TensorType(value.shape, type.element_type), value.repeated_dims
    kept = [dim for dim in range(len(value.shape)) if dim not in repeated]
    once = value.at_first(repeated)
    if repeated and kept:
        inner = builder.insert(graph.ConstantOp(_dense(once, TensorType(once.shape, type.element_type)))).result
        whole = builder.insert(graph.BroadcastOp(inner, i64_array(kept), exact)).result
    else:
        whole = builder.insert(graph.ConstantOp(_dense(once, exact))).result
    return whole if type is exact else builder.insert(graph.WithShapeOp(whole, type)).result


def _dense(value: Elements, type: TensorType) -> DenseElementsAttr:
    """Return a constant with these elements, or one everywhere."""
    width = bit_width(type.element_type)
    if width in (8, 16, 32, 64):
        bits = value.bits.astype(f"<u{width // 8}", order="C", copy=False).reshape(-1).view("u1")
        return DenseElementsAttr.from_bytes(type, bits.data.toreadonly())
    return DenseElementsAttr.from_bits(type, [int(item) for item in value.items()])


def _program_of(op: Operation, captures: Sequence[Value]) -> tuple[Operation, list[Value]]:
    """A module with a function that runs a copy of an op, and the values that it takes."""
    taken = list(dict.fromkeys((*op.operands, *captures)))
    function = FuncOp.of("loop", [value.type for value in taken], op.result_types)
    mapping = IRMapping()
    mapping.map(taken, function.entry.args)
    copy = op.clone(mapping)
    function.entry.append(copy)
    function.entry.append(ReturnOp(list(copy.results)))
    return ModuleOp.containing([function]), taken


def _has_names(type: Type) -> bool:
    return isinstance(type, TensorType) and isinstance(type.encoding, DimsAttr)


def _room(value: Value, elements: Elements) -> int:
    """The bits that a constant takes, of which what is repeated is there once."""
    return _size(value, _once(elements))


def _once(elements: Elements) -> list[int]:
    """The sizes without those of dimensions along which elements are repeated."""
    return _without(elements.repeated_dims, elements.shape)


def _without(dims: Container[int], shape: Sequence[int]) -> list[int]:
    return [size for dim, size in enumerate(shape) if dim not in dims]


def _repeated_dims(op: Operation, operands: Sequence[Elements]) -> frozenset[int]:
    """The dimensions along which the results of an op are repeated, because all operands are."""
    if Elementwise not in op.traits or len({value.shape for value in operands}) != 1:
        return frozenset()
    first, *others = [value.repeated_dims for value in operands]
    return first.intersection(*others)


def _size(value: Value, shape: Sequence[int]) -> int:
    """Return the number of bits of the elements of a shape."""
    return prod(shape) * (bit_width(element_of(value)) or 0)


def _products(op: Operation, given: Sequence[Shape], count: int) -> int:
    """Return the number of products that an op computes for its results."""
    numbers = [[size for size in shape if isinstance(size, int)] for shape in given]
    if isinstance(op, graph.ContractOp):
        return count * prod(numbers[0][dim] for dim in op.lhs_contracting)
    if isinstance(op, (graph.ConvolutionOp, graph.TransposedConvolutionOp)):
        return count * prod(numbers[1])
    return count


class FoldConstants(Pass):
    """Evaluate graph ops on constants with the reference interpreter

    Example: fold-constants
        func.func @f() -> tensor<2xf32> {
          %a = graph.constant dense<[1.0, 4.0]> : tensor<2xf32>
          %y = graph.sqrt %a : tensor<2xf32>
          return %y : tensor<2xf32>
        }
    """

    name = "fold-constants"
    max_elements: int = option(
        "Elements of a constant that may be made in any case; larger ones only in less room",
        default=MAX_ELEMENTS,
        least=0,
    )
    max_steps: int = option("Ops that a loop may run", default=MAX_STEPS, least=0)
    max_products: int = option("Products that a contraction or a convolution may have", default=MAX_PRODUCTS, least=0)
    folded = statistic("num-folded", "Number of ops whose results became constants")

    def run(self, op: Operation, run: PassRun) -> None:
        limits = FoldingLimits(self.max_elements, self.max_steps, self.max_products)
        run.count_changes(self.folded, fold_constants(op, limits))
