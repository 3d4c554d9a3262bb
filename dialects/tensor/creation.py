"""Ops that make tensors: empty, of one value, of single values, or element by element from their indices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, Block, DenseElementsAttr, FloatAttr, IntegerAttr, Operation, Type, Value
from dlc.ir.builtin_constraints import any_ranked_tensor, index_type
from dlc.ir.builtin_types import DYNAMIC, ComplexType, TensorType, element_type, index
from dlc.ir.constraints import any_type
from dlc.ir.definition import (
    Op,
    Operand,
    Region,
    Result,
    VariadicOperand,
    op,
    operand,
    region,
    result,
    variadic_operand,
)
from dlc.ir.dense_folds import bits_of, from_bits
from dlc.ir.index_lists import Index, is_surely_size, known_index
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable, FoldResult
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.traits import HasParent, Pure, RecursiveMemoryEffects, ReturnLike, SingleBlock

from .casts import CastOp, says_no_less
from .constraints import static_tensor, tensor_type
from .shapes import ResultShape

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


def split_sizes(sizes: Sequence[Index]) -> tuple[tuple[int, ...], list[Value]]:
    """A mixed list as the shape of a type and the operands for what is dynamic in it."""
    dynamic = [size for size in sizes if not isinstance(size, int)]
    return tuple([size if isinstance(size, int) else DYNAMIC for size in sizes]), dynamic


def _given_size(op: Operation, sizes: Sequence[Value], dim: int) -> Value:
    """The operand for a dynamic size of the only result."""
    return sizes[tensor_type(op.results[0]).shape[:dim].count(DYNAMIC)]


# -- Empty -----------------------------------------------------------------------------------------------------------


@op("tensor.empty", interfaces=(NO_EFFECTS, ConditionallySpeculatable, ResultShape))
class EmptyOp(Op):
    """A tensor of which only the shape matters; its elements have no particular value.

    Rules: (empty_c1) there is an operand for each dynamic size.
    Example: %t = tensor.empty(%n) : tensor<4x?xf32>
    """

    dynamicSizes: VariadicOperand = variadic_operand(index_type)  # noqa: N815 (MLIR's name)
    result: Result = result(any_ranked_tensor)
    syntax = "`(` $dynamicSizes `)` attr-dict `:` type($result)"

    @classmethod
    def of(cls, sizes: Sequence[Index], element: Type, encoding: Attribute | None = None) -> EmptyOp:
        """Return the op for a mixed list of sizes."""
        shape, dynamic = split_sizes(sizes)
        return cls(dynamic, TensorType(shape, element, encoding))  # type: ignore[arg-type]

    @property
    def mixed_sizes(self) -> list[Index]:
        return mixed_sizes(tensor_type(self.result), self.dynamicSizes)

    def result_size(self, result: int, dim: int) -> Index | None:
        """Return the size operand."""
        return _given_size(self, self.dynamicSizes, dim)

    def is_speculatable(self) -> bool:
        """Return whether no size can be negative."""
        return all(map(is_surely_size, self.dynamicSizes))

    def verify(self, report: Report) -> None:
        dynamic, given = tensor_type(self.result).shape.count(DYNAMIC), len(self.dynamicSizes)
        if dynamic != given:
            report.error("empty_c1", f"incorrect number of dynamic sizes, has {given}, expected {dynamic}")


def mixed_sizes(type: TensorType, dynamic: Sequence[Value]) -> list[Index]:
    """The sizes of a type, with the next operand for each that is dynamic."""
    values = iter(dynamic)
    return [next(values) if size == DYNAMIC else size for size in type.shape]


def _with_constant_sizes(type: TensorType, sizes: Sequence[Value]) -> tuple[TensorType, list[Value]] | None:
    """The type with sizes that are constants filled in, and what is left; `None` where none is."""
    known = [known_index(size) for size in sizes]
    if not any(size is not None and size >= 0 for size in known):
        return None
    rest = [value for value, size in zip(sizes, known, strict=True) if size is None or size < 0]
    numbers = iter([DYNAMIC if size is None or size < 0 else size for size in known])
    shape = tuple(next(numbers) if size == DYNAMIC else size for size in type.shape)
    return type.with_shape(shape), rest


@canonicalization(EmptyOp)
def move_constant_sizes_into_empty(op: EmptyOp, rw: Rewriter) -> Match:
    """empty(%c4) : tensor<?xT> -> cast(empty() : tensor<4xT>).  Terminates: the op has fewer operands."""
    known = _with_constant_sizes(tensor_type(op.result), op.dynamicSizes)
    if known is None:
        return rw.no_match("no size is a constant")
    type, rest = known
    new_empty = rw.insert_before(op, EmptyOp(rest, type))  # type: ignore[arg-type]
    return rw.replace(op, CastOp(new_empty.result, op.result.type))


@canonicalization(CastOp)
def empty_of_cast_type(op: CastOp, rw: Rewriter) -> Match:
    """cast(empty(%n) : tensor<?xT>) : tensor<4xT> -> empty() : tensor<4xT>.  Terminates: removes a cast."""
    empty, type = op.source.defined_by(EmptyOp), op.dest.type
    if empty is None or not isinstance(type, TensorType) or not says_no_less(type, empty.result.type):
        return rw.no_match("source is not an empty tensor with a less precise type than the cast")
    pairs = zip(empty.mixed_sizes, type.shape, strict=True)
    sizes = [given for given, size in pairs if size == DYNAMIC and isinstance(given, Value)]
    return rw.replace(op, EmptyOp(sizes, type))  # type: ignore[arg-type]


# -- Splat -----------------------------------------------------------------------------------------------------------


@op("tensor.splat", interfaces=(NO_EFFECTS, ConditionallySpeculatable, ResultShape))
class SplatOp(Op):
    """A tensor of one value.

    Rules: (splat_c1) there is an operand for each dynamic size.
    Example: %t = tensor.splat %x[%n] : tensor<4x?xf32>
    """

    input: Operand = operand(any_type, type_from=("aggregate", element_type))
    dynamicSizes: VariadicOperand = variadic_operand(index_type)  # noqa: N815 (MLIR's name)
    aggregate: Result = result(any_ranked_tensor)
    syntax = "$input (`[` $dynamicSizes^ `]`)? attr-dict `:` type($aggregate)"

    @classmethod
    def of(cls, value: Value, sizes: Sequence[Index], encoding: Attribute | None = None) -> SplatOp:
        """Return the op for a mixed list of sizes."""
        shape, dynamic = split_sizes(sizes)
        return cls(value, dynamic, TensorType(shape, value.type, encoding))  # type: ignore[arg-type]

    def result_names(self) -> Sequence[str | None]:
        return ("splat",)

    def result_size(self, result: int, dim: int) -> Index | None:
        """Return the size operand."""
        return _given_size(self, self.dynamicSizes, dim)

    def is_speculatable(self) -> bool:
        """Return whether no size can be negative."""
        return all(map(is_surely_size, self.dynamicSizes))

    def verify(self, report: Report) -> None:
        dynamic, given = tensor_type(self.aggregate).shape.count(DYNAMIC), len(self.dynamicSizes)
        if dynamic != given:
            report.error("splat_c1", f"incorrect number of dynamic sizes, has {given}, expected {dynamic}")

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """splat(constant) -> constant"""
        type, value = tensor_type(self.aggregate), operands[0]
        if not type.has_static_shape or not isinstance(value, (IntegerAttr, FloatAttr)):
            return None
        return [DenseElementsAttr.splat(type, value)]


@canonicalization(SplatOp)
def move_constant_sizes_into_splat(op: SplatOp, rw: Rewriter) -> Match:
    """splat(x)[%c4] : tensor<?xT> -> cast(splat(x) : tensor<4xT>).  Terminates: the op has fewer operands."""
    known = _with_constant_sizes(tensor_type(op.aggregate), op.dynamicSizes)
    if known is None:
        return rw.no_match("no size is a constant")
    type, rest = known
    new_splat = rw.insert_before(op, SplatOp(op.input, rest, type))  # type: ignore[arg-type]
    return rw.replace(op, CastOp(new_splat.aggregate, op.aggregate.type))


# -- From elements ---------------------------------------------------------------------------------------------------


@op("tensor.from_elements", traits=(Pure,))
class FromElementsOp(Op):
    """A tensor of these elements, row by row.

    Rules: (from_elements_c1) there are as many as the tensor has.
    Example: %t = tensor.from_elements %a, %b, %c, %d : tensor<2x2xf32>
    """

    elements: VariadicOperand = variadic_operand(any_type, type_from=("result", element_type))
    result: Result = result(static_tensor)
    syntax = "$elements attr-dict `:` type($result)"

    def result_names(self) -> Sequence[str | None]:
        return ("from_elements",)

    def verify(self, report: Report) -> None:
        type, given = tensor_type(self.result), len(self.elements)
        if given != type.num_elements:
            message = f"number of operands and types do not match: got {given} operands and {type.num_elements} types"
            report.error("from_elements_c1", message)

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """from_elements(constants) -> constant"""
        type = tensor_type(self.result)
        bits = [bits_of(value) if value is not None else None for value in operands]
        known = [each for each in bits if each is not None]
        if len(known) != len(bits) or isinstance(type.element_type, ComplexType):
            return None
        return [from_bits(type, known)]


# -- Generate --------------------------------------------------------------------------------------------------------


@op("tensor.generate", traits=(SingleBlock, RecursiveMemoryEffects), interfaces=(ResultShape,))
class GenerateOp(Op):
    """A tensor whose region computes each element from its indices.

    Rules: (generate_c1) there is an operand for each dynamic size. (generate_c2) the body has an index for each
    dimension as arguments. (generate_c3) and yields an element.
    Example:
        %t = tensor.generate %n {
        ^bb0(%i: index, %j: index):
          %x = arith.addi %i, %j : index
          tensor.yield %x : index
        } : tensor<4x?xindex>
    """

    dynamicExtents: VariadicOperand = variadic_operand(index_type)  # noqa: N815 (MLIR's name)
    result: Result = result(any_ranked_tensor)
    body: Region = region()
    syntax = "$dynamicExtents $body attr-dict `:` type($result)"

    def result_names(self) -> Sequence[str | None]:
        return ("generated",)

    def result_size(self, result: int, dim: int) -> Index | None:
        """Return the size operand."""
        return _given_size(self, self.dynamicExtents, dim)

    def verify(self, report: Report) -> None:
        type, given = tensor_type(self.result), len(self.dynamicExtents)
        dynamic = type.shape.count(DYNAMIC)
        if dynamic != given:
            report.error("generate_c1", f"incorrect number of dynamic sizes, has {given}, expected {dynamic}")
        verify_element_body(self, None if self.body.is_empty else self.body.entry, type, report, "generate", 2)


def verify_element_body(
    op: Operation, block: Block | None, type: TensorType, report: Report, rule: str, first: int
) -> None:
    """The rules of a region that gives an element for indices: which arguments it has, and what it yields."""
    types = block.arg_types if block is not None else []
    if block is None or len(types) != len(type.shape):
        report.error(
            f"{rule}_c{first}",
            f"must have one body argument per input dimension, {len(type.shape)}, but got {len(types)}",
        )
        return
    wrong = next((each for each in types if each is not index), None)
    if wrong is not None:
        report.error(f"{rule}_c{first}", f"all body arguments must be index, but got '{wrong}'")
    last = block.last
    if not isinstance(last, YieldOp) or last.operand_types != [type.element_type]:
        ending = last.name if last is not None else ""
        got = ", ".join(map(str, last.operand_types)) if isinstance(last, YieldOp) else ending
        report.error(
            f"{rule}_c{first + 1}",
            "body must be terminated with a `yield` operation of the tensor element type, "
            f"'{type.element_type}', but got '{got}'",
        )


@canonicalization(GenerateOp)
def move_constant_sizes_into_generate(op: GenerateOp, rw: Rewriter) -> Match:
    """generate(%c4) : tensor<?xT> -> cast(generate() : tensor<4xT>).  Terminates: the op has fewer operands."""
    known = _with_constant_sizes(tensor_type(op.result), op.dynamicExtents)
    if known is None:
        return rw.no_match("no size is a constant")
    type, rest = known
    new_generate = rw.insert_before(op, GenerateOp(rest, type))  # type: ignore[arg-type]
    rw.take_blocks(op.body, new_generate.body)
    return rw.replace(op, CastOp(new_generate.result, op.result.type))


YIELDING = ("tensor.generate", "tensor.pad", "tensor.generic", "tensor.map", "tensor.reduce", "tensor.kernel")
"""The ops whose regions end in a `tensor.yield`."""


@op("tensor.yield", traits=(Pure, ReturnLike, HasParent(*YIELDING)))
class YieldOp(Op):
    """Yield the result of a region: the element of a `tensor.generate` or `tensor.pad`, the elements of the
    results of a `tensor.generic`, the tensors that a `tensor.kernel` gives.

    Example:
        %t = tensor.generate %n {
        ^bb0(%i: index):
          tensor.yield %x : f32
        } : tensor<?xf32>
    """

    values: VariadicOperand = variadic_operand(any_type, default=())
    syntax = "($values^)? attr-dict (`:` type($values)^)?"

    @property
    def value(self) -> Value:
        """The only value, of a region that gives one."""
        [value] = self.operands
        return value
