"""Structured ops with a name: fill, transpose, broadcast, reduce, contract.

Each says what it is without maps and a body to be read; `generic_form` writes it as the `tensor.generic` that it stands
for. A convolution is a contraction whose maps add indices.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from dlc.dialects import arith
from dlc.ir import ArrayAttr, Builder, DenseArrayAttr, Location, Type, Value, attribute
from dlc.ir.affine import AffineMap, affine_dims
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.attributes import spelled
from dlc.ir.builtin_constraints import i64_dense_array
from dlc.ir.builtin_types import FloatType, bit_width
from dlc.ir.definition import Attr, attr, op
from dlc.ir.enums import EnumAttr
from dlc.ir.locations import PendingLocation
from dlc.ir.signatures import read_result_types

from .creation import YieldOp
from .generic import (
    GenericOp,
    iterator_list,
    map_list,
    maps_of,
    read_head,
    words_of,
    write_head,
    write_results,
    written_grid,
)
from .grids import Grid, grid_of
from .structured import (
    PARALLEL,
    REDUCTION,
    StructuredOp,
    check_structure,
    element_of,
    identity,
    rank_of,
    selection,
)

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

_GROUPS = "(`ins` `(` $inputs^ `:` type($inputs) `)`)? `outs` `(` $outputs `:` type($outputs) `)`"
_RESULTS = "attr-dict (`->` type($result_tensors)^)?"


class NamedOp(StructuredOp):
    """Base of the ops of this file: one input (or two), one output."""

    _inputs = 1

    @property
    def output(self) -> Value:
        """The only output."""
        return self.outputs[0]

    @property
    def rank(self) -> int:
        """The rank of the output."""
        return rank_of(self.outputs[0].type)

    def _sound(self, report: Report) -> bool:
        """Return whether there are as many operands as the op has, which the maps rely on."""
        if (len(self.inputs), len(self.outputs)) == (self._inputs, 1):
            return True
        report.error(
            "structured_c1",
            f"there must be {self._inputs} inputs and 1 output, but got {len(self.inputs)} and {len(self.outputs)}",
        )
        return False

    def verify(self, report: Report) -> None:
        if self._sound(report):
            check_structure(self, report)


@op("tensor.fill")
class FillOp(NamedOp):
    """Every element of the output becomes the scalar.

    Rules: those of `tensor.generic` that begin with `structured`. (fill_c1) the scalar has the type of the elements.
    Example: %r = tensor.fill ins(%x : f32) outs(%init : tensor<4xf32>) -> tensor<4xf32>
    """

    syntax = f"{_GROUPS} {_RESULTS}"

    @property
    def maps(self) -> Sequence[AffineMap]:
        return selection(self.rank, ()), identity(self.rank)

    @property
    def iterators(self) -> Sequence[str]:
        return (PARALLEL,) * self.rank

    @property
    def grid(self) -> Grid:
        return _filled_grid(self.rank)

    def emit(self, builder: Builder, elements: Sequence[Value], indices: Sequence[Value]) -> list[Value]:
        del builder, indices
        return [elements[0]]

    def verify(self, report: Report) -> None:
        if self._sound(report) and check_structure(self, report):
            same_element(self, "fill_c1", report)


@lru_cache(maxsize=64)
def _filled_grid(rank: int) -> Grid:
    return grid_of((selection(rank, ()), identity(rank)), (PARALLEL,) * rank, 1)


@lru_cache(maxsize=1024)
def permuted(order: tuple[int, ...]) -> AffineMap:
    """Return the source index of a result element, whose dimension i is dimension order[i] of the source."""
    position = {dim: place for place, dim in enumerate(order)}
    dims = affine_dims(len(order))
    return AffineMap(len(order), 0, [dims[position[dim]] for dim in range(len(order))])


@op("tensor.transpose")
class TransposeOp(NamedOp):
    """The elements with dimensions in another order: dimension i of the output is dimension permutation[i] of the
    input.

    Rules: those of `tensor.generic` that begin with `structured`. (transpose_c1) input and output have one element
    type. (transpose_c2) the permutation names each dimension once.
    Example:
        %r = tensor.transpose ins(%x : tensor<2x3xf32>) outs(%init : tensor<3x2xf32>) permutation = [1, 0]
          -> tensor<3x2xf32>
    """

    permutation: Attr[DenseArrayAttr] = attr(i64_dense_array)
    syntax = f"{_GROUPS} `permutation` `=` $permutation {_RESULTS}"

    @property
    def maps(self) -> Sequence[AffineMap]:
        return permuted(self.permutation.elements), identity(self.rank)

    @property
    def iterators(self) -> Sequence[str]:
        return (PARALLEL,) * self.rank

    def emit(self, builder: Builder, elements: Sequence[Value], indices: Sequence[Value]) -> list[Value]:
        del builder, indices
        return [elements[0]]

    def verify(self, report: Report) -> None:
        if not self._sound(report):
            return
        order = list(self.permutation.elements)
        if sorted(order) != list(range(self.rank)):
            report.error("transpose_c2", f"permutation must name each of {self.rank} dimensions once, but got {order}")
        elif check_structure(self, report):
            same_element(self, "transpose_c1", report)


@op("tensor.broadcast")
class BroadcastOp(NamedOp):
    """The elements repeated along new dimensions of the output, which are named.

    Rules: those of `tensor.generic` that begin with `structured`. (broadcast_c1) input and output have one element
    type. (broadcast_c2) the new dimensions are there, each named once.
    Example:
        %r = tensor.broadcast ins(%x : tensor<3xf32>) outs(%init : tensor<2x3xf32>) dimensions = [0]
          -> tensor<2x3xf32>
    """

    dimensions: Attr[DenseArrayAttr] = attr(i64_dense_array)
    syntax = f"{_GROUPS} `dimensions` `=` $dimensions {_RESULTS}"

    @property
    def maps(self) -> Sequence[AffineMap]:
        rank, added = self.rank, self.dimensions.elements
        return selection(rank, tuple([dim for dim in range(rank) if dim not in added])), identity(rank)

    @property
    def iterators(self) -> Sequence[str]:
        return (PARALLEL,) * self.rank

    def emit(self, builder: Builder, elements: Sequence[Value], indices: Sequence[Value]) -> list[Value]:
        del builder, indices
        return [elements[0]]

    def verify(self, report: Report) -> None:
        if not self._sound(report):
            return
        if check_dimensions(self, self.dimensions, self.rank, report) and check_structure(self, report):
            same_element(self, "broadcast_c1", report)


@attribute("tensor.kind")
class CombiningKindAttr(EnumAttr):
    """The combining operation of `tensor.reduce`: `#tensor.kind<add>`."""

    cases = tuple([kind for kind in arith.COMBINING_KINDS if not kind.endswith("numf")])


ANY_ORDER = arith.FastMathAttr.of("reassoc", "contract")
"""Floats are added and multiplied in any order, and a product may go into a sum without being rounded."""
FUSED = arith.FastMathAttr.of("contract")


@op("tensor.reduce")
class ReduceOp(NamedOp):
    """Each element of the output is combined with all elements of the input along some dimensions, in any order.

    Rules: those of `tensor.generic` that begin with `structured`. (reduce_c1) input and output have one element type.
    (reduce_c2) the dimensions are there, each named once. (reduce_c3) elements of this type can be combined so.
    Example:
        %r = tensor.reduce <add> ins(%x : tensor<2x3xf32>) outs(%init : tensor<2xf32>) dimensions = [1]
          -> tensor<2xf32>
    """

    kind: Attr[CombiningKindAttr] = attr(CombiningKindAttr)
    dimensions: Attr[DenseArrayAttr] = attr(i64_dense_array)
    syntax = f"$kind {_GROUPS} `dimensions` `=` $dimensions {_RESULTS}"

    @property
    def loops(self) -> int:
        """The rank of the input."""
        return rank_of(self.inputs[0].type)

    @property
    def maps(self) -> Sequence[AffineMap]:
        return self.grid.maps

    @property
    def iterators(self) -> Sequence[str]:
        return self.grid.iterators

    @property
    def grid(self) -> Grid:
        return _reduced_grid(self.loops, self.dimensions.elements)

    def uses_output_element(self, number: int) -> bool:
        del number
        return True

    def emit(self, builder: Builder, elements: Sequence[Value], indices: Sequence[Value]) -> list[Value]:
        del indices
        combiner = arith.combiner_of(self.kind.value, elements[0].type)
        assert combiner is not None, "the verifier has checked that the kind fits the type"
        flags = ANY_ORDER if combiner.needs_reassoc else None
        return [builder.insert(combiner.combine(elements[1], elements[0], flags)).results[0]]

    def verify(self, report: Report) -> None:
        if not self._sound(report) or not check_dimensions(self, self.dimensions, self.loops, report):
            return
        if check_structure(self, report) and same_element(self, "reduce_c1", report):
            element = element_of(self.output.type)
            if arith.combiner_of(self.kind.value, element) is None:
                report.error(
                    "reduce_c3", f"elements of type '{element}' cannot be combined so, but got '{self.kind.value}'"
                )


@lru_cache(maxsize=1024)
def _reduced_grid(loops: int, reduced: tuple[int, ...]) -> Grid:
    kept = selection(loops, tuple([dim for dim in range(loops) if dim not in reduced]))
    kinds = tuple([REDUCTION if dim in reduced else PARALLEL for dim in range(loops)])
    return grid_of((identity(loops), kept), kinds, 1)


@op("tensor.contract")
class ContractOp(NamedOp):
    """Sums of products: to each element of the output, the products of the elements of two inputs are added, in any
    order. Narrower inputs are widened first (integers with their sign). Maps may add loops up, as in a convolution:
    `(n, o, y, x, i, ky, kx) -> (n, i, y * 2 + ky, x * 2 + kx)`.

    Rules: those of `tensor.generic` that begin with `structured`. (contract_c1) elements are all floats or all
    integers, those of the output no narrower.
    Example:
        %r = tensor.contract {
          indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>,
                           affine_map<(m, n, k) -> (m, n)>],
          iterator_types = ["parallel", "parallel", "reduction"]
        } ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%c : tensor<4x2xf32>) -> tensor<4x2xf32>
    """

    indexing_maps: Attr[ArrayAttr] = attr(map_list)
    iterator_types: Attr[ArrayAttr] = attr(iterator_list)
    syntax = HAND_WRITTEN
    _inputs = 2

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> ContractOp:
        properties, operands, attributes = read_head(p)
        return cls.create(operands, read_result_types(p), properties, attributes, location=location)

    def write(self, p: AsmPrinter) -> None:
        write_head(p, self, self.indexing_maps)
        write_results(p, self)

    @property
    def maps(self) -> Sequence[AffineMap]:
        return maps_of(self.indexing_maps)

    @property
    def iterators(self) -> Sequence[str]:
        return words_of(self.iterator_types)

    @property
    def grid(self) -> Grid:
        return written_grid(self._properties)

    def uses_output_element(self, number: int) -> bool:
        del number
        return True

    def emit(self, builder: Builder, elements: Sequence[Value], indices: Sequence[Value]) -> list[Value]:
        del indices
        lhs, rhs, old = elements
        a, b = widened(builder, lhs, old.type), widened(builder, rhs, old.type)
        if isinstance(old.type, FloatType):
            product = builder.insert(arith.MulFOp(a, b, fastmath=FUSED)).result
            return [builder.insert(arith.AddFOp(old, product, fastmath=ANY_ORDER)).result]
        product = builder.insert(arith.MulIOp(a, b)).result
        return [builder.insert(arith.AddIOp(old, product)).result]

    def verify(self, report: Report) -> None:
        if not self._sound(report) or not check_structure(self, report):
            return
        kinds = [element_of(value.type) for value in self.operands]
        widths = [bit_width(kind) or 0 for kind in kinds]
        floats = [isinstance(kind, FloatType) for kind in kinds]
        if len(set(floats)) > 1 or max(widths) > widths[2]:
            report.error(
                "contract_c1",
                "elements must be all floats or all integers, those of the output no narrower"
                f", but got {spelled(kinds)}",
            )


def widened(builder: Builder, value: Value, type: Type) -> Value:
    """A number as one of a wider type: integers keep their sign."""
    if value.type is type:
        return value
    kind = arith.ExtFOp if isinstance(type, FloatType) else arith.ExtSIOp
    return builder.insert(kind(value, type)).results[0]


def same_element(op: NamedOp, rule: str, report: Report) -> bool:
    """Report an input whose elements are of another type than the output's."""
    given, wanted = element_of(op.inputs[0].type), element_of(op.output.type)
    if given is not wanted:
        report.error(rule, f"elements must have the type '{wanted}' of the output's, but got '{given}'")
    return given is wanted


def check_dimensions(op: NamedOp, dims: DenseArrayAttr, rank: int, report: Report) -> bool:
    """Report dimensions that are not there, or named twice."""
    numbers = list(dims.elements)
    sound = all(0 <= dim < rank for dim in numbers) and len(set(numbers)) == len(numbers)
    if not sound:
        report.error(
            f"{op.name.partition('.')[2]}_c2", f"dimensions must be distinct and in 0..{rank - 1}, but got {numbers}"
        )
    return sound


def generic_form(op: StructuredOp, operands: Sequence[Value] | None = None) -> GenericOp:
    """The detached `tensor.generic` that computes the same, on its operands or on others of the same types."""
    values, count = operands if operands is not None else op.operands, len(op.inputs)
    generic = GenericOp.over(values[:count], values[count:], op.maps, op.iterators, location=op.location)
    entry = generic.body.entry
    builder = Builder.at_end(entry)
    builder.location = op.location
    builder.insert(YieldOp(op.emit(builder, entry.args, ())))
    return generic
