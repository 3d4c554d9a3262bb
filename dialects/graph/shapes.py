"""Ops of `graph` about sizes: asking for them, and saying what they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, DenseElementsAttr, IntegerAttr, Type, Value
from dlc.ir.builtin_constraints import i64_attr
from dlc.ir.builtin_types import TensorType, i64
from dlc.ir.constraints import TypeConstraint
from dlc.ir.definition import (
    REQUIRED,
    Attr,
    Operand,
    OptionalOperand,
    Result,
    attr,
    inferred_result,
    op,
    operand,
    optional_operand,
    result,
)
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable, Effect, MemoryEffects
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.sizes import Dim, Shape, Size, is_less_precise, product
from dlc.ir.traits import Pure

from .bases import GraphOp, infer_shapes, operand_shapes
from .rules import Findings, OpenRule, OpenRules, at_most, equal, require
from .tensors import any_tensor, element_of, number_tensor, shape_of

if TYPE_CHECKING:
    from dlc.ir.interfaces import FoldResult
    from dlc.ir.operations import Operation

i64_list = TypeConstraint(
    "tensor of i64 with one dimension",
    lambda type: isinstance(type, TensorType) and type.element_type is i64 and len(type.shape) == 1,
)
"""Sizes that are computed when running."""

SIZES_SYNTAX = "(`sizes` `(` $sizes^ `:` type($sizes) `)`)?"
"""The syntax of size operands, for ops that take them."""


def given_sizes(report: Findings, rule: str, sizes: Shape, declared: Sequence[Dim]) -> list[Dim]:
    """Return the declared sizes of a result, and for unknown ones what the operand `sizes` of this shape gives."""
    fact = f"sizes must have an entry for each of {len(declared)} dimensions"
    require(report, rule, fact, [sizes], equal(sizes[0], len(declared)))
    if not isinstance(report, OpenRules) or len(report.given) != len(declared):
        return list(declared)
    given = report.given
    wanted = [size if dim is None else dim for size, dim in zip(given, declared, strict=True)]
    agree = [equal(*pair) for pair in zip(given, wanted, strict=True)]
    require(report, rule, "sizes must be those of the result's type", (tuple(given), tuple(declared)), *agree)
    fact = "sizes must not be negative"  # other sizes with names never are
    report.open += [OpenRule(rule, fact, (at_most(0, size),), (tuple(wanted),)) for size in given]
    return wanted


def stated_sizes(op: Operation) -> list[Dim]:
    """Return the sizes that the type of an op's first result declares."""
    return list(shape_of(op.results[0]))


def i64_constant(numbers: Sequence[int], type: Type) -> DenseElementsAttr | None:
    """A constant of integers, for a fold to this type; `None` where the type does not say how many there are."""
    if not isinstance(type, TensorType) or not type.has_static_shape:
        return None
    return DenseElementsAttr.of(type, numbers)


# -- What sizes are ----------------------------------------------------------------------------------------------------


@op("graph.with_shape", interfaces=(MemoryEffects, ConditionallySpeculatable))
class WithShapeOp(GraphOp):
    """Assert sizes of a tensor: the result's type declares them.

    When running, each size is compared with the number, or with what the name or expression stands for. A name that
    stands alone and has no value yet gets it here; every other name needs one. Sizes that differ stop the program.

    Rules: (with_shape_c1) the result has the element type and the rank of the source. (with_shape_c2) a size that is a
    number on both sides is the same.
    Example: %r = graph.with_shape %x : tensor<?x?xf32> -> tensor<?x4xf32, #graph.dims<n>>
    """

    source: Operand = operand(any_tensor)
    result: Result = result(any_tensor, parts={"shape": REQUIRED})
    syntax = "$source attr-dict `:` type($source) `->` type($result)"

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Return the sizes that the result's type declares; unknown ones are the source's."""
        [shape] = shapes
        wanted = stated_sizes(self)
        if len(wanted) != len(shape):
            return [shape]
        for rule in self.rules_for(shape):
            [relation] = rule.relations
            if isinstance(relation.a[0], int) and isinstance(relation.b[0], int):
                require(report, rule.rule, rule.fact, rule.got, relation)
        return [tuple(given if size is None else size for given, size in zip(shape, wanted, strict=True))]

    def rules_for(self, shape: Shape) -> list[OpenRule]:
        """Return the rule for each declared size, given the shape of the source. Names get their values before."""
        sizes = [(number, *pair) for number, pair in enumerate(zip(shape, stated_sizes(self), strict=True))]
        return [
            OpenRule("with_shape_c2", f"size {number} must be '{size}'", (equal(given, size),), ((given,),))
            for number, given, size in sizes
            if size is not None
        ]

    @property
    def only_forgets(self) -> bool:
        """Whether there is nothing to check."""
        return is_less_precise(shape_of(self.result), shape_of(self.source))

    def effects(self) -> Sequence[Effect]:
        """Return a write if the op may stop the program or bind a size name, so that the op is kept."""
        return () if self.only_forgets else (Effect("write", resource="program"),)

    def is_speculatable(self) -> bool:
        """Return whether there is nothing to check."""
        return self.only_forgets

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """with_shape(x) -> x, where the type is the same."""
        del operands
        return [self.source] if self.source.type is self.result.type else None


@canonicalization(WithShapeOp)
def forget_at_once(op: WithShapeOp, rw: Rewriter) -> Match:
    """with_shape(with_shape(x)) -> with_shape(x), where the inner one only forgets.
    Terminates: the chain gets shorter.
    """
    inner = op.source.defined_by(WithShapeOp)
    if inner is None or not inner.only_forgets:
        return rw.no_match("the source is not one that only forgets")
    known = zip(shape_of(inner.source), shape_of(op.result), strict=True)
    if any(isinstance(a, int) and isinstance(b, int) and a != b for a, b in known):
        return rw.no_match("the sizes contradict each other")
    return rw.replace(op, WithShapeOp(inner.source, op.result.type))


# -- Asking for sizes --------------------------------------------------------------------------------------------------


class SizesOp(GraphOp):
    """An op that computes i64 numbers from the sizes of a tensor: constants, if the sizes that matter are known."""

    source: Operand = operand(any_tensor)
    result: Result = inferred_result(any_tensor)
    syntax = "$source attr-dict `:` type($source) `->` type($result)"

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Return the shape of a scalar."""
        del shapes, report
        return [()]

    def infer_elements(self) -> Sequence[Type]:
        """Return i64."""
        return [i64]

    def computed(self) -> Sequence[Dim]:
        """Return the elements of the result."""
        raise NotImplementedError

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """sizes(x) -> constant, if the elements of the result are known"""
        del operands
        elements = [size for size in self.computed() if isinstance(size, int)]
        folded = i64_constant(elements, self.result.type) if len(elements) == len(self.computed()) else None
        return [folded] if folded is not None else None


@op("graph.rank", traits=(Pure,))
class RankOp(SizesOp):
    """Return the rank of a tensor.

    Rules: (rank_c1) the result is a scalar of i64.
    Example: %r = graph.rank %x : tensor<2x3xf32> -> tensor<i64>
    """

    def computed(self) -> Sequence[Dim]:
        return [len(shape_of(self.source))]


@op("graph.shape", traits=(Pure,))
class ShapeOp(SizesOp):
    """Return the sizes of a tensor, in order.

    Rules: (shape_c1) the result has an i64 for each dimension.
    Example: %r = graph.shape %x : tensor<2x?xf32> -> tensor<2xi64>
    """

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Return a shape with one size: the rank."""
        del report
        [shape] = shapes
        return [(len(shape),)]

    def computed(self) -> Sequence[Dim]:
        return shape_of(self.source)


@op("graph.dim", traits=(Pure,))
class DimOp(SizesOp):
    """Return the size of one dimension.

    Rules: (dim_c1) the result is a scalar of i64. (dim_c2) the dimension exists.
    Example: %r = graph.dim %x, 1 : tensor<2x?xf32> -> tensor<i64>
    """

    dim: Attr[IntegerAttr] = attr(i64_attr)
    syntax = "$source `,` $dim attr-dict `:` type($source) `->` type($result)"

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Return the shape of a scalar."""
        [shape] = shapes
        if not 0 <= self.dim.value < len(shape):
            report.error("dim_c2", f"dimension must be in 0..{len(shape) - 1}, but got {self.dim.value}")
        return [()]

    def computed(self) -> Sequence[Dim]:
        return [shape_of(self.source)[self.dim.value]]


@op("graph.size", traits=(Pure,))
class SizeOp(SizesOp):
    """Return the number of elements of a tensor.

    Rules: (size_c1) the result is a scalar of i64.
    Example: %r = graph.size %x : tensor<2x?xf32> -> tensor<i64>
    """

    def computed(self) -> Sequence[Dim]:
        return [product(shape_of(self.source))]


# -- Sizes of what ops make --------------------------------------------------------------------------------------------


def origin_of_size(value: Value, dim: int) -> tuple[Value, int] | None:
    """An operand of the op that makes a value, and which of its sizes is that of the value's dimension `dim`.

    The op's own shape inference tells: symbols go in for all sizes of operands, and one may come out.
    """
    maker = value.defining_op
    if maker is None or not maker.operands:
        return None
    given = operand_shapes(maker)
    symbols = [tuple(Size.named(f"{i}_{j}") for j in range(len(shape))) for i, shape in enumerate(given)]
    inferred = infer_shapes(maker, symbols, _Unheard())
    if inferred is None:
        return None
    size = inferred[maker.results.index(value)][dim]  # type: ignore[arg-type]
    name = size.single_name if isinstance(size, Size) else None
    if name is None or "_" not in name:
        return None
    operand, _, number = name.partition("_")
    return (maker.operands[int(operand)], int(number)) if operand.isdigit() and number.isdigit() else None


class _Unheard:
    """Symbols in the place of numbers break rules; the op itself has been verified."""

    def error(self, rule: str | None, message: str) -> object:
        del rule, message
        return None


@canonicalization(DimOp)
def ask_the_origin(op: DimOp, rw: Rewriter) -> Match:
    """dim(f(x), i) -> dim(x, j), where that is where f's result has its size from.

    Terminates: x is defined earlier."""
    origin = origin_of_size(op.source, op.dim.value)
    if origin is None:
        return rw.no_match("the size is not that of an operand")
    value, dim = origin
    return rw.replace(op, DimOp(value, IntegerAttr(dim, i64)))


# -- Counting ----------------------------------------------------------------------------------------------------------


@op("graph.iota", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class IotaOp(GraphOp):
    """Along one dimension 0, 1, 2 …; the same along all others. Integers wrap, floats are rounded.

    Sizes that the result's type does not say are taken from `sizes`. One that it does say must be the same there, and
    none may be negative, or the program stops.

    Rules: (iota_c1) the dimension is there. (iota_c2) sizes are known, unless an operand gives them. (iota_c3) the
    operand has an entry for each dimension, which is not negative and what the result's type says.
    Example: %r = graph.iota 1 : tensor<2x3xi64>
    """

    dim: Attr[IntegerAttr] = attr(i64_attr)
    sizes: OptionalOperand = optional_operand(i64_list, default=None, kw_only=True)
    result: Result = result(number_tensor, parts={"shape": REQUIRED, "element": i64})
    syntax = f"$dim {SIZES_SYNTAX} attr-dict `:` type($result)"

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Return the shape that the result's type declares."""
        wanted = stated_sizes(self)
        if not 0 <= self.dim.value < len(wanted):
            report.error("iota_c1", f"dimension must be in 0..{len(wanted) - 1}, but got {self.dim.value}")
        if shapes:
            wanted = given_sizes(report, "iota_c3", shapes[0], wanted)
        elif None in wanted:
            report.error("iota_c2", f"size {wanted.index(None)} must be known, but got '?'")
        return [tuple(wanted)]

    def infer_elements(self) -> Sequence[Type]:
        """Return the element type that the result's type declares."""
        return [element_of(self.result)]
