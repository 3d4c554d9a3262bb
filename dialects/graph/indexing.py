"""Ops of `graph` that find elements by computed positions, and one that checks these: gather, scatter, nonzero,
check_indices.

Gather and scatter say which positions in general, with the meaning of StableHLO's ops of these names: what ONNX calls
Gather, GatherElements, GatherND, ScatterElements and ScatterND are all forms of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from typing import TYPE_CHECKING

from dlc.ir import Attribute, DenseArrayAttr, DenseElementsAttr, IntegerAttr, StringAttr, Type, UnitAttr, attribute
from dlc.ir.builtin_constraints import i64_attr, i64_dense_array, string_attr, unit_attr
from dlc.ir.builtin_types import TensorType, i1, i64
from dlc.ir.constraints import TypeConstraint
from dlc.ir.definition import Attr, Operand, Result, attr, inferred_result, op, operand, optional_attr
from dlc.ir.enums import EnumAttr
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable
from dlc.ir.sizes import Dim, Shape, spell
from dlc.ir.traits import Pure

from .bases import GraphOp
from .movement import moved_splat, unchanged
from .rules import Findings, at_most, dims_in_range, equal, require, same_size
from .size_lists import SIZE_LIST, SizesAttr
from .slicing import list_of
from .tensors import any_tensor, computable_tensor, element_of, index_tensor, shape_of

if TYPE_CHECKING:
    from dlc.ir.interfaces import FoldResult


class IndexedOp(GraphOp):
    """Shared parts of gather and scatter: positions read from an index tensor, and windows at these positions.

    What the fields mean stands at `GatherOp`. The windows of a scatter are parts of its updates.
    """

    source: Operand = operand(any_tensor)
    indices: Operand = operand(index_tensor)
    window_dims: Attr[DenseArrayAttr] = attr(i64_dense_array)
    collapsed_dims: Attr[DenseArrayAttr] = attr(i64_dense_array)
    batch_dims: Attr[DenseArrayAttr] = attr(i64_dense_array)
    index_batch_dims: Attr[DenseArrayAttr] = attr(i64_dense_array)
    index_map: Attr[DenseArrayAttr] = attr(i64_dense_array)
    index_vector_dim: Attr[IntegerAttr] = attr(i64_attr)

    def kept_dims(self, rank: int) -> list[int]:
        """The dimensions of the source that windows have."""
        gone = {*self.collapsed_dims, *self.batch_dims}
        return [dim for dim in range(rank) if dim not in gone]

    def counting_dims(self, rank: int) -> list[int]:
        """The dimensions of the indices that count vectors."""
        return [dim for dim in range(rank) if dim != self.index_vector_dim.value]

    def check_places(self, source: Shape, indices: Shape, windows_rank: int, report: Findings) -> bool:
        """Rules 2 to 6. `windows_rank` is the rank of the result, or of the updates."""
        rule = self.name.partition(".")[2]
        is_fine = [
            self._check_windows(f"{rule}_c2", len(source), windows_rank, report),
            dims_in_range(
                report,
                f"{rule}_c3",
                "collapsed dimensions and batch dimensions of the source",
                [*self.collapsed_dims, *self.batch_dims],
                len(source),
            ),
            self._check_vectors(f"{rule}_c4", source, indices, report),
        ]
        return all(is_fine) and self._check_batches(f"{rule}_c5", source, indices, report)

    def _check_windows(self, rule: str, rank: int, windows_rank: int, report: Findings) -> bool:
        dims = list(self.window_dims)
        if not dims_in_range(report, rule, "window dimensions", dims, windows_rank):
            return False
        if dims != sorted(dims):
            report.error(rule, f"window dimensions must be in ascending order, but got {dims}")
            return False
        if len(dims) != len(self.kept_dims(rank)):
            report.error(
                rule,
                "window dimensions must be as many as dimensions of the source that are kept"
                f", but got {dims} for {self.kept_dims(rank)}",
            )
            return False
        return True

    def _check_vectors(self, rule: str, source: Shape, indices: Shape, report: Findings) -> bool:
        dim, components = self.index_vector_dim.value, list(self.index_map)
        if not 0 <= dim <= len(indices):
            report.error(rule, f"index vector dimension must be in 0..{len(indices)}, but got {dim}")
            return False
        length = indices[dim] if dim < len(indices) else 1
        fact, count = "index map must have an entry for each component of a vector", len(components)
        is_fine = require(report, rule, fact, ((count,), (length,)), equal(length, count))
        if not dims_in_range(report, rule, "index map", components, len(source)):
            return False
        if {*components} & {*self.batch_dims}:
            report.error(rule, f"index map must name no batch dimension, but got {components}")
            return False
        return is_fine

    def _check_batches(self, rule: str, source: Shape, indices: Shape, report: Findings) -> bool:
        mine, theirs = list(self.batch_dims), list(self.index_batch_dims)
        if len(mine) != len(theirs):
            report.error(rule, f"batch dimensions must be as many on both sides, but got {mine} and {theirs}")
            return False
        if not dims_in_range(report, rule, "batch dimensions of the indices", theirs, len(indices)):
            return False
        if self.index_vector_dim.value in theirs:
            report.error(rule, f"batch dimensions of the indices must not hold the vectors, but got {theirs}")
            return False
        for dim, index_dim in zip(mine, theirs, strict=True):
            message = f"sizes of source dimension {dim} and index dimension {index_dim}"
            same_size(report, rule, message, source[dim], indices[index_dim])
        return True


PLACES_SYNTAX = (
    "`window_dims` `=` $window_dims `,` `collapsed` `=` $collapsed_dims `,` `batch` `=` $batch_dims `x` "
    "$index_batch_dims `,` `index_map` `=` $index_map `,` `index_vector_dim` `=` $index_vector_dim"
)


@op("graph.gather", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class GatherOp(IndexedOp):
    """Windows of a tensor, taken at positions that are computed.

    `indices` holds vectors along dimension `index_vector_dim`; where that is its rank, each element is a vector of one.
    Its other dimensions, in order, count the vectors. Component k of a vector is where the window begins along
    dimension index_map[k] of the source. Along dimensions that are not named there it begins at 0, and along
    batch_dims[i] where the vector itself is along index_batch_dims[i]. The window has slice_sizes[d] elements along
    dimension d, where `?` stands for all of them. It is moved to where it just fits if it would reach beyond the
    source; one that is larger than the source stops the program, unless there are no vectors. Collapsed dimensions and
    batch dimensions, along which it has one element, are left out; the others are dimensions `window_dims` of the
    result. Those that count vectors are the result's other dimensions.

    Rules: (gather_c1) the result's type follows. (gather_c2) window dimensions are there, ascend, and are as many as
    the dimensions of the source that are kept. (gather_c3) collapsed dimensions and batch dimensions of the source are
    there, each named once. (gather_c4) the vectors lie along a dimension of the indices or behind the last one; the
    index map has an entry for each of their components, distinct, none of them a batch dimension. (gather_c5) batch
    dimensions are as many on both sides, there, of the same sizes, and hold no vectors. (gather_c6) there is a slice
    size for each dimension of the source, no larger than that if there are vectors, and 1 where the dimension is left
    out.
    Example: %r = graph.gather %x[%i], window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0],
        index_vector_dim = 1, slice_sizes = [1, ?] : tensor<4x8xf32>, tensor<3xi64> -> tensor<3x8xf32>
    """

    slice_sizes: Attr[SizesAttr] = attr(SizesAttr)
    result: Result = inferred_result(any_tensor)
    syntax = (
        f"$source `[` $indices `]` `,` {PLACES_SYNTAX} `,` `slice_sizes` `=` custom<SizeList>($slice_sizes) attr-dict "
        "`:` type($source) `,` type($indices) `->` type($result)"
    )
    directives = SIZE_LIST

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """The sizes that count vectors, and those of windows, each in its place."""
        source, indices = shapes
        counted = self.counting_dims(len(indices))
        rank = len(counted) + len(self.window_dims)
        if not self.check_places(source, indices, rank, report):
            return None
        sizes = self.window_sizes(source, [indices[dim] for dim in counted], report)
        if sizes is None:
            return None
        windows = iter([sizes[dim] for dim in self.kept_dims(len(source))])
        counts = iter([indices[dim] for dim in counted])
        return [tuple(next(windows) if dim in self.window_dims.elements else next(counts) for dim in range(rank))]

    def window_sizes(self, source: Shape, counts: Sequence[Dim], report: Findings) -> list[Dim] | None:
        """The size of a window along each dimension of the source; `counts` are the sizes that count windows."""
        no_windows = [at_most(count, 0) for count in counts]
        given = self.slice_sizes.entries
        if len(given) != len(source):
            report.error("gather_c6", f"slice sizes must have {len(source)} entries, but got {list_of(given)}")
            return None
        sizes = [whole if size is None else size for size, whole in zip(given, source, strict=True)]
        for dim, (size, whole) in enumerate(zip(sizes, source, strict=True)):
            fact, limits = f"slice size {dim} must not be negative, nor more than that of the source", (size, whole)
            is_inside = at_most(0, size), (at_most(size, whole), *no_windows)
            if not require(report, "gather_c6", fact, [(limit,) for limit in limits], *is_inside):
                return None
            if dim not in self.kept_dims(len(source)) and given[dim] != 1:
                report.error(
                    "gather_c6",
                    f"slice size {dim} must be 1, as the dimension is left out, but got {spell([given[dim]])}",
                )
                return None
        return sizes

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """Equal elements stay equal."""
        return moved_splat(self, operands[0])


@attribute("graph.scatter_kind")
class ScatterKindAttr(EnumAttr):
    """The effect of an update on an element: `#graph.scatter_kind<add>`."""

    cases = ("assign", "add", "mul", "max", "min")


@op("graph.scatter", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class ScatterOp(IndexedOp):
    """A tensor, with elements at computed positions replaced by updates, or combined with them.

    Positions are found as in `graph.gather`: the elements of `updates` are windows, laid into the source. The window at
    a position begins there even where it reaches beyond the source: each element of it that lies outside is left out.
    Updates are applied in row-major order of `updates`, so that of several values assigned to one element the last one
    stays; with floats, sums and products are rounded after each. `max` and `min` give NaN if either is. With `unique`
    the program promises that no element is updated twice; what happens where it is not so is undefined.

    Rules: (scatter_c1) the result's type is that of the source. (scatter_c2) window dimensions are there, ascend, and
    are as many as the dimensions of the source that are kept. (scatter_c3) collapsed dimensions and batch dimensions of
    the source are there, each named once. (scatter_c4) the vectors lie along a dimension of the indices or behind the
    last one; the index map has an entry for each of their components, distinct, none of them a batch dimension.
    (scatter_c5) batch dimensions are as many on both sides, there, of the same sizes, and hold no vectors.
    (scatter_c6) the updates have the sizes of the indices that count vectors, and windows no larger than the source.
    (scatter_c7) updates have the source's type of elements, which are numbers unless they are assigned.
    Example: %r = graph.scatter <add> %x[%i], %u, window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0],
        index_vector_dim = 1 : tensor<4x8xf32>, tensor<3xi64>, tensor<3x8xf32> -> tensor<4x8xf32>
    """

    updates: Operand = operand(computable_tensor)
    kind: Attr[ScatterKindAttr] = attr(ScatterKindAttr)
    unique: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    result: Result = inferred_result(any_tensor)
    syntax = (
        f"$kind $source `[` $indices `]` `,` $updates `,` {PLACES_SYNTAX} (`unique` $unique^)? attr-dict "
        "`:` type($source) `,` type($indices) `,` type($updates) `->` type($result)"
    )

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Return the shape of the source."""
        source, indices, updates = shapes
        if self.check_places(source, indices, len(updates), report):
            self._check_updates(source, indices, updates, report)
        element = element_of(self.source)
        if element_of(self.updates) is not element:
            report.error(
                "scatter_c7",
                f"updates must have elements '{element}', as the source has, but got '{element_of(self.updates)}'",
            )
        elif element is i1 and self.kind.value != "assign":
            report.error("scatter_c7", f"elements must be numbers for kind '{self.kind.value}', but got 'i1'")
        return [source]

    def _check_updates(self, source: Shape, indices: Shape, updates: Shape, report: Findings) -> None:
        windows = self.window_dims.elements
        counted = tuple(indices[dim] for dim in self.counting_dims(len(indices)))
        index_sizes = tuple(size for dim, size in enumerate(updates) if dim not in windows)
        has_rank = len(index_sizes) == len(counted)
        fact = "updates must have as many windows as the indices have vectors"
        agree = map(equal, index_sizes, counted)
        require(report, "scatter_c6", fact, (index_sizes, counted), *agree, holds=has_rank)
        kept = tuple(source[dim] for dim in self.kept_dims(len(source)))
        sizes = tuple(updates[dim] for dim in windows)
        fact = "windows must be no larger than the source"
        require(report, "scatter_c6", fact, (sizes, kept), *map(at_most, sizes, kept))

    def is_speculatable(self) -> bool:
        """Return whether the op promises nothing and its rules provably hold."""
        return self.unique is None and super().is_speculatable()

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """scatter(x, i, u) -> x, where there are no updates."""
        del operands
        return unchanged(self.source, self) if 0 in shape_of(self.updates) else None


@op("graph.nonzero", traits=(Pure,))
class NonzeroOp(GraphOp):
    """The positions of all elements that are not zero, as a NaN is not, in row-major order: each row of the result is
    the index vector of one of them. How many there are is known when running.

    Rules: (nonzero_c1) the result has rows of i64, of unknown number, as long as the source has dimensions.
    Example: %r = graph.nonzero %x : tensor<2x3xi1> -> tensor<?x2xi64>
    """

    source: Operand = operand(any_tensor)
    result: Result = inferred_result(any_tensor)
    syntax = "$source attr-dict `:` type($source) `->` type($result)"

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """An unknown number of index vectors."""
        del report
        [shape] = shapes
        return [(None, len(shape))]

    def infer_elements(self) -> Sequence[Type]:
        """Return i64."""
        return [i64]


# -- Checks ------------------------------------------------------------------------------------------------------------

limits_tensor = TypeConstraint(
    "scalar or list of i64",
    lambda type: isinstance(type, TensorType) and type.element_type is i64 and len(type.shape) <= 1,
)


@op("graph.check_indices", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class CheckIndicesOp(GraphOp):
    """The indices themselves. One that is negative, or not below its limit, stops the program with a message.

    `graph.gather` and `graph.scatter` tolerate all positions; this op checks them before, where a wrong one is an
    error. There is one limit or, for vectors along the last dimension of the indices, a list with one for each
    component. Indices that nothing uses are not checked.

    Rules: (check_indices_c1) the result's type is that of the indices. (check_indices_c2) a list of limits has an entry
    for each component of a vector.
    Example: %r = graph.check_indices %i below %n else("no such row")
        : tensor<3xi32>, tensor<i64> -> tensor<3xi32>
    """

    indices: Operand = operand(index_tensor)
    limits: Operand = operand(limits_tensor)
    msg: Attr[StringAttr] = attr(string_attr)
    result: Result = inferred_result(index_tensor)
    syntax = (
        "$indices `below` $limits `else` `(` $msg `)` attr-dict `:` type($indices) `,` type($limits) `->` type($result)"
    )

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Return the shape of the indices."""
        indices, limits = shapes
        if limits:
            fact, last = "limits must have an entry for each component of a vector", indices[-1:]
            agree = [equal(limits[0], size) for size in last]
            require(report, "check_indices_c2", fact, (limits, last), *agree, holds=bool(last))
        return [indices]

    def is_speculatable(self) -> bool:
        """Return false: the op may stop the program."""
        return False

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """check_indices(i) -> i, where all are in range, or there are none."""
        indices, limits = operands
        if 0 in shape_of(self.indices):
            return unchanged(self.indices, self)
        if not isinstance(indices, DenseElementsAttr) or not isinstance(limits, DenseElementsAttr):
            return None
        pairs = zip(indices.ints(), cycle(limits.ints()), strict=False)
        return unchanged(self.indices, self) if all(0 <= index < limit for index, limit in pairs) else None
