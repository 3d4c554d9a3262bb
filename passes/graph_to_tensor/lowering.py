"""The table of lowerings of graph ops to the tensor level, and the state that they share.

    @lowers(TransposeOp)
    def lower_transpose(op: TransposeOp, to: ToTensor) -> Value:
        init = to.empty(to.result_sizes())
        return to.insert(tensor.TransposeOp([to.operands[0]], [init], [init.type], op.order)).results[0]

A lowering returns a value for each result; the driver replaces the op by them and erases it. The operands have been
lowered already: `to.operands` are tensors without names of sizes and without signs; `to.operand_types` and
`to.result_types` are the types in the graph. Sizes are integers if they are known, and values of type index otherwise.
`result_sizes` uses the op's own shape inference, with a symbol for each unknown size; so do the checks of sizes that
come before a lowering (`size_checks`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Literal

from dlc.dialects import arith, cf, tensor
from dlc.dialects.graph.bases import infer_shapes
from dlc.dialects.graph.rules import OpenRule, OpenRules
from dlc.dialects.graph.tensors import shape_of_type
from dlc.dialects.tensor.structured import element_of
from dlc.ir import Block, Builder, InsertionPoint, Operation, StringAttr, Type, Value
from dlc.ir.affine import (
    AffineCeilDivExpr,
    AffineConstantExpr,
    AffineExpr,
    AffineFloorDivExpr,
    AffineMap,
    AffineModExpr,
    AffineOverflowError,
)
from dlc.ir.builtin_types import DYNAMIC, IntegerType, TensorType, i1, index
from dlc.ir.op_table import OpTable
from dlc.ir.sizes import Dim, Shape, Size
from dlc.ir.symbol_table import SymbolTables

from ..rewriting.cannot_lower import CannotLower
from ..rewriting.entry_constants import EntryConstants
from .affine_values import affine_value
from .scalars import Scalars

DIVISIONS = (AffineFloorDivExpr, AffineCeilDivExpr, AffineModExpr)
GIVEN = "given"
"""In names of sizes: `given.1` is element 1 of the operand `sizes`."""
SizeValue = int | Value
"""A size: an integer, or a value of type index."""
Lower = Callable[[Any, "ToTensor"], Value | Sequence[Value]]
lowers = OpTable[Lower]("lowering to the tensor level")
"""Makes a function the lowering of some kinds of op; any dialect may register its ops."""


@lru_cache(maxsize=4096)
def plain_type(type: Type) -> Type:
    """Return a tensor type without names of sizes and with signless integers; any other type as it is."""
    if not isinstance(type, TensorType):
        return type
    element = plain_element(type.element_type)
    if type.encoding is None and element is type.element_type:
        return type
    return TensorType(type.shape, element)


@lru_cache(maxsize=256)
def plain_element(element: Type) -> Type:
    """Return an integer type without its sign; any other type as it is."""
    if isinstance(element, IntegerType) and not element.is_signless:
        return IntegerType(element.width)
    return element


@lru_cache(maxsize=4096)
def static_with_elements(type: Type, element: Type) -> TensorType | None:
    """Return the type of tensors of the same sizes with other elements; `None` if a size is unknown."""
    assert isinstance(type, TensorType)
    return TensorType(type.shape, element) if DYNAMIC not in type.shape else None


AttentionForm = Literal["blocks", "scores", "f16-tiles", "tiles", "all-tiles"]
"""How attention is computed: by blocks that fit in caches, with the scores of all heads in memory, or by tiles in
registers, of f16 alone, of both f16 and bf16, or of f32 too, where that is possible, and like `scores` elsewhere."""


class ToTensor:
    """The lowering of one function: the insertion point, the sizes of tensors, and shared constants."""

    def __init__(
        self,
        entry: Block,
        *,
        attention: AttentionForm = "blocks",
        parallel_rows: bool = False,
        multiprocessors: int = 1,
    ) -> None:
        self.entry = entry
        self.attention: AttentionForm = attention
        """How attention is computed."""
        self.parallel_rows = parallel_rows
        """Whether long rows are sorted and accumulated in steps that are parallel."""
        self.multiprocessors = multiprocessors
        """The number of multiprocessors of a GPU, which tiles of attention should fill."""
        self.builder = Builder()
        self.insert = self.builder.insert
        """Inserts an op before the one that is being lowered."""
        self.block = entry
        self.op: Operation = None  # type: ignore[assignment]
        self.operands: Sequence[Value] = ()
        """The operands, lowered."""
        self.operand_types: Sequence[Type] = ()
        self.result_types: Sequence[Type] = ()
        self.pending: list[Block] = []
        """Blocks that a lowering moved into new ops, with graph ops still in them."""
        self.symbols = SymbolTables()
        self.given: Sequence[Value] = ()
        """The elements of the operand `sizes`, if the op has one."""
        self._inferred: Sequence[Shape] | None = None
        """The sizes of results, over the names of sizes and a symbol for each other size of an operand."""
        self.checked: dict[object, Block] = {}
        """The block in which each relation between sizes was checked first."""
        self.last_check: Operation | None = None
        """The last check of sizes for the op that is being lowered."""
        self._names: dict[str, Value] = {}
        self._dims: dict[tuple[Value, int], Value] = {}
        self._said: dict[Value, Shape] = {}
        self.constant = EntryConstants(entry).number
        """Returns a number as a scalar of a type."""

    # -- Inserting ---------------------------------------------------------------------------------------------------

    def begin(self, block: Block, op: Operation) -> None:
        """Begin to lower an op of a block."""
        self.block, self.op, self.operands = block, op, op.operands
        self._inferred = self.last_check = None
        self.builder.point, self.builder.location = InsertionPoint(block, op), op.kept_location

    # -- Sizes -------------------------------------------------------------------------------------------------------

    def bind(self, name: str, size: Value) -> None:
        """Bind a name to a size, unless it is bound already."""
        self._names.setdefault(name, size)

    def named(self, name: str) -> Value:
        """Return the size that a name is bound to."""
        size = self._names.get(name)
        if size is None:
            raise CannotLower(f"size '{name}' is needed, but nothing has it")
        return size

    def has_names_of(self, size: Size) -> bool:
        """Return whether all names in a size are bound."""
        return self._names.keys() >= set(size.names)

    def say_sizes(self, value: Value, type: Type) -> None:
        """Note the sizes that a graph type states for a tensor which this lowering did not create."""
        if isinstance(type, TensorType) and type.encoding is not None:
            self._said[value] = shape_of_type(type)

    def _said_size(self, value: Value, dim: int) -> Value | None:
        """Return the value of a size whose name is bound."""
        said = self._said.get(value)
        size = said[dim] if said is not None else None
        name = size.single_name if isinstance(size, Size) else None
        return self._names.get(name) if name is not None else None

    def size(self, value: Value, dim: int) -> SizeValue:
        """Return a size of a lowered tensor: a number if and only if its type has it, as types of slices require."""
        is_open = value.shape[dim] == DYNAMIC
        size, value = tensor.known_size(value, dim)
        if size is not None:
            return self.constant(size, index) if is_open and isinstance(size, int) else size
        size_value = self._dims.get((value, dim)) or self._said_size(value, dim)
        if size_value is None:
            with self.builder.at(InsertionPoint.after_value(value)):
                number = self.constant(dim, index)
                if value.parent_block is self.entry and value.defining_op is None:  # behind the constant
                    self.builder.point = InsertionPoint.after_value(number)
                size_value = self._dims[value, dim] = self.builder.insert(tensor.DimOp(value, number)).result
        return size_value

    def sizes(self, value: Value) -> list[SizeValue]:
        """Return all sizes of a lowered tensor."""
        shape = value.shape
        return [self.size(value, dim) for dim in range(len(shape))] if DYNAMIC in shape else list(shape)

    def result_sizes(self, number: int = 0) -> list[SizeValue]:
        """Return the sizes of a result, inferred from those of the operands."""
        type = self.result_types[number]
        assert isinstance(type, TensorType)
        if DYNAMIC not in type.shape:
            return list(type.shape)
        if self._inferred is None:
            raise CannotLower("does not know the sizes of its results")
        return [self.size_of_dim(dim) for dim in self._inferred[number]]

    def infer(self) -> Sequence[OpenRule]:
        """Infer the sizes of results, if types leave any open, and return the rules that sizes must be checked for."""
        types = (*self.operand_types, *self.result_types)
        is_open = any(isinstance(type, TensorType) and DYNAMIC in type.shape for type in types)
        if not is_open and not self.given:
            return ()
        shapes = [self.symbolic(position) for position in range(len(self.operands))]
        rules = OpenRules([Size.named(f"{GIVEN}.{number}") for number in range(len(self.given))])
        try:
            self._inferred = infer_shapes(self.op, shapes, rules)
        except AffineOverflowError as error:
            raise CannotLower(f"has a size that cannot be computed: {error}") from error
        return rules.open

    def symbolic(self, position: int) -> Shape:
        """Return the sizes of an operand: numbers, names, and `2.1` for dimension 1 of operand 2."""
        type = self.operand_types[position]
        if not isinstance(type, TensorType):
            return ()
        shape = shape_of_type(type)
        return tuple(Size.named(f"{position}.{d}") if size is None else size for d, size in enumerate(shape))

    def size_of_dim(self, dim: Dim) -> SizeValue:
        """Return the value of a size over names; `2.1` is dimension 1 of operand 2."""
        if isinstance(dim, int):
            return dim
        if dim is None:
            raise CannotLower("has a result with a size that follows from nothing")
        values = self.values_of_names(dim)
        return values[0] if dim.single_name is not None else self.affine(dim.expr, values)

    def values_of_names(self, dim: Dim) -> list[Value]:
        """Return the sizes that the names in a size stand for."""
        return [self._value_of_name(name) for name in dim.names] if isinstance(dim, Size) else []

    def _value_of_name(self, name: str) -> Value:
        operand, dot, position = name.partition(".")
        if not dot:
            return self.named(name)
        if operand == GIVEN:
            return self.given[int(position)]
        return self.as_value(self.size(self.operands[int(operand)], int(position)))

    def affine(self, expr: AffineExpr, symbols: Sequence[SizeValue]) -> Value:
        """Return an affine function of sizes."""
        values = [self.as_value(size) for size in symbols]
        for part in expr.walk():
            if isinstance(part, DIVISIONS) and not isinstance(part.rhs, AffineConstantExpr):
                self._check_divisor(self.affine(part.rhs, symbols))
        return affine_value(self.builder, expr, values, lambda number: self.constant(number, index))

    def _check_divisor(self, size: Value) -> None:
        """Stop the program if a size that another one is divided by is not positive."""
        is_positive = self.insert(arith.CmpIOp.of("sge", size, self.constant(1, index))).results[0]
        self.insert(cf.AssertOp(is_positive, StringAttr("a size is divided by a size that is not positive")))

    def as_value(self, size: SizeValue) -> Value:
        """Return a size as a value of type index."""
        return self.constant(size, index) if isinstance(size, int) else size

    # -- Tensors -----------------------------------------------------------------------------------------------------

    def element(self, number: int = 0) -> Type:
        """Return the element type of a result, as it is at the tensor level."""
        return plain_element(element_of(self.result_types[number]))

    def empty(self, sizes: Sequence[SizeValue] | None = None, element: Type | None = None) -> Value:
        """Emit an empty tensor; by default, one of the sizes and elements of the first result."""
        element = self.element() if element is None else element
        if sizes is None:
            type = static_with_elements(self.result_types[0], element)
            if type is not None:
                return self.insert(tensor.EmptyOp((), type)).result
            sizes = self.result_sizes()
        return self.insert(tensor.EmptyOp.of(sizes, element)).result

    def empty_like(self, value: Value, element: Type | None = None) -> Value:
        """Emit an empty tensor of the sizes of another one."""
        element = self.element() if element is None else element
        type = static_with_elements(value.type, element)
        if type is None:
            return self.empty(self.sizes(value), element)
        return self.insert(tensor.EmptyOp((), type)).result

    def filled(
        self, number: float | Value, sizes: Sequence[SizeValue] | None = None, element: Type | None = None
    ) -> Value:
        """Emit a tensor whose elements are all one scalar."""
        init = self.empty(sizes, element)
        scalar = number if isinstance(number, Value) else self.constant(number, element_of(init.type))
        return self.insert(tensor.FillOp([scalar], [init], [init.type])).results[0]

    def generic(
        self,
        inputs: Sequence[Value],
        maps: Sequence[AffineMap],
        outputs: Sequence[Value],
        iterators: Sequence[str],
        compute: Callable[..., Value | Sequence[Value]],
        *,
        unsigned: bool = False,
    ) -> list[Value]:
        """Emit a `tensor.generic`; `compute(scalars, *elements)` writes the body and returns the new elements."""
        generic = self.builder.insert(tensor.GenericOp.over(inputs, outputs, maps, iterators))
        self._write_body(generic, len(inputs) + len(outputs), compute, unsigned=unsigned)
        return list(generic.results)

    def each(
        self,
        inputs: Sequence[Value],
        maps: Sequence[AffineMap],
        init: Value,
        compute: Callable[..., Value],
        *,
        unsigned: bool = False,
    ) -> Value:
        """A tensor like `init`, each element of which `compute(scalars, *elements)` makes from those that the maps give
        of the inputs."""
        identity, kinds = _all_parallel(init.type)
        generic = self.builder.insert(tensor.GenericOp.over(inputs, [init], (*maps, identity), kinds))
        self._write_body(generic, len(inputs), compute, unsigned=unsigned)
        return generic.results[0]

    def _write_body(
        self, op: tensor.GenericOp, count: int, compute: Callable[..., Value | Sequence[Value]], *, unsigned: bool
    ) -> None:
        """Write the body of an op, which receives the first `count` elements."""
        entry = op.regions[0].entry
        builder = Builder(InsertionPoint(entry), self.builder.location)
        results = compute(Scalars(builder, unsigned=unsigned, constant=self.constant), *entry.args[:count])
        builder.insert(tensor.YieldOp([results] if isinstance(results, Value) else results))

    def elementwise(
        self,
        inputs: Sequence[Value],
        compute: Callable[..., Value],
        *,
        element: Type | None = None,
        unsigned: bool = False,
    ) -> Value:
        """Emit a tensor of the shape that all inputs have, whose elements are `compute(scalars, *elements)`."""
        like = inputs[0] if DYNAMIC not in inputs[0].shape else min(inputs, key=_unknown_sizes)
        init = self.empty_like(like, element)
        identity, _ = _all_parallel(init.type)
        return self.each(inputs, (identity,) * len(inputs), init, compute, unsigned=unsigned)

    def cast(self, value: Value, type: Type) -> Value:
        """Cast a tensor to a type that states more or fewer of its sizes."""
        if value.type is type:
            return value
        return self.insert(tensor.CastOp(value, type)).results[0]

    def is_unsigned(self, position: int = 0) -> bool:
        """Return whether the elements of an operand are unsigned integers or `i1`."""
        return _is_unsigned(self.operand_types[position])


@lru_cache(maxsize=4096)
def _all_parallel(type: TensorType) -> tuple[AffineMap, tuple[str, ...]]:
    """Return the map and the iterator types that visit all elements."""
    return tensor.identity(type.rank), (tensor.PARALLEL,) * type.rank


def _unknown_sizes(value: Value) -> int:
    return value.shape.count(DYNAMIC)


@lru_cache(maxsize=4096)
def _is_unsigned(type: Type) -> bool:
    kind = type.element_type if isinstance(type, TensorType) else type
    return isinstance(kind, IntegerType) and (kind.is_unsigned or kind is i1)
