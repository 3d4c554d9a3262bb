"""Pooling: the elements under a window become one."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import Attribute, DenseArrayAttr, Type, UnitAttr, attribute
from dlc.ir.builtin_constraints import i64_dense_array, unit_attr
from dlc.ir.builtin_types import FloatType, i64
from dlc.ir.definition import Attr, Operand, Result, attr, inferred_result, op, operand, optional_attr
from dlc.ir.enums import EnumAttr
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable, FoldResult
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.sizes import Shape

from .rules import Findings, dims_in_range
from .tensors import element_of, index_tensor, number_tensor
from .windows import WINDOW_SYNTAX, Window, WindowOp, check_list, count_places, usual_lists


@attribute("graph.pooling")
class PoolingAttr(EnumAttr):
    """The combination of the elements under a window: `#graph.pooling<max>`."""

    cases = ("max", "min", "sum", "average")


class PoolBaseOp(WindowOp):
    """Shared parameters of pooling; `dims` are the dimensions of the window."""

    source: Operand = operand(number_tensor)
    dims: Attr[DenseArrayAttr] = attr(i64_dense_array)
    window: Attr[DenseArrayAttr] = attr(i64_dense_array)
    ceil_mode: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)

    def pooled_shape(self, shape: Shape, report: Findings, lists: str, places: str) -> Shape | None:
        """The places of the window along its dimensions, and the other sizes."""
        dims = self.dims.elements
        if not dims_in_range(report, lists, "dimensions", dims, len(shape)):
            return None
        if not check_list(report, lists, "window", self.window, len(dims), 1):
            return None
        if not self.check_lists(len(dims), report, lists):
            return None
        sizes = list(shape)
        for dim, window in zip(dims, self.windows(self.window.elements), strict=True):
            sizes[dim] = count_places(report, places, shape[dim], window, ceil=self.ceil_mode is not None)
        return tuple(sizes)


@op("graph.pool", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class PoolOp(PoolBaseOp):
    """For each window position, return the largest, the smallest, the sum or the average of the covered elements.

    Padding contributes nothing: a window that covers nothing else gives the smallest (of `min` the largest) number of
    the type, which is an infinity where there are any, 0 as sum, and NaN as average. The largest and the smallest one
    are NaN where an element is, and may be 0 or -0 where both are covered. The average is the sum divided by how many
    elements there are under the window, with `count_padding` also of the padding, though not of what lies beyond it.
    Integer sums wrap.

    With `ceil_mode` there are also places where the window reaches beyond the padding behind, as long as it begins in
    the source or in the padding in front.

    Rules: (pool_c1) the result's type follows. (pool_c2) the dimensions are there, each once; lists have an entry for
    each; sizes of the window, strides and dilations are positive, padding is not negative. (pool_c3) the window fits
    into the padded source. (pool_c4) averages are of floats, and only they count padding.
    Example: %r = graph.pool <max> %x, [2, 3] window [3, 3] strides [2, 2] pad_low [1, 1] pad_high [1, 1]
        : tensor<1x16x8x8xf32> -> tensor<1x16x4x4xf32>
    """

    kind: Attr[PoolingAttr] = attr(PoolingAttr)
    count_padding: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)
    result: Result = inferred_result(number_tensor)
    syntax = (
        f"$kind $source `,` $dims `window` $window {WINDOW_SYNTAX} (`ceil_mode` $ceil_mode^)? (`count_padding` "
        "$count_padding^)? attr-dict `:` type($source) `->` type($result)"
    )

    @property
    def starts_with_zero(self) -> bool:
        """Whether floats are added to 0, so that the result of a single -0.0 is 0.0."""
        return self.kind.value in ("sum", "average") and isinstance(element_of(self.source), FloatType)

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """A place for each element."""
        pooled = self.pooled_shape(shapes[0], report, "pool_c2", "pool_c3")
        average = self.kind.value == "average"
        if average and not isinstance(element_of(self.source), FloatType):
            report.error("pool_c4", f"elements of an average must be floats, but got '{element_of(self.source)}'")
        if self.count_padding is not None and not average:
            report.error("pool_c4", f"only an average counts padding, but got '{self.kind.value}'")
        return [pooled] if pooled is not None else None

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """A window of one element that covers each is the source, but the sum of a single -0.0 is 0.0."""
        del operands
        if self.starts_with_zero:
            return None
        covers_each = all(window.is_trivial for window in self.windows(self.window.elements))
        return [self.source] if covers_each and self.result.type is self.source.type else None


@op("graph.argmax_pool", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class ArgmaxPoolOp(PoolBaseOp):
    """`graph.pool <max>`, and where it found the largest elements: numbers of the elements along `dims`, the last of
    which runs fastest. Of equal ones it is the first; a NaN is larger than anything. A window over nothing but padding
    gives -1.

    Rules: (argmax_pool_c1) the results' types follow; positions are i64. (argmax_pool_c2) the dimensions are there,
    each once; lists have an entry for each; sizes of the window, strides and dilations are positive, padding is not
    negative. (argmax_pool_c3) the window fits into the padded source.
    Example: %r, %at = graph.argmax_pool %x, [1] window [2] strides [2]
        : tensor<3x8xf32> -> tensor<3x4xf32>, tensor<3x4xi64>
    """

    result: Result = inferred_result(number_tensor)
    positions: Result = inferred_result(index_tensor)
    syntax = (
        f"$source `,` $dims `window` $window {WINDOW_SYNTAX} (`ceil_mode` $ceil_mode^)? attr-dict `:` type($source) "
        "`->` type($result) `,` type($positions)"
    )

    def infer_elements(self) -> Sequence[Type]:
        """Return the element type of the source, and the type of the positions."""
        return [element_of(self.source), i64]

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """A place for each element."""
        pooled = self.pooled_shape(shapes[0], report, "argmax_pool_c2", "argmax_pool_c3")
        return [pooled, pooled] if pooled is not None else None


# -- Canonicalization --------------------------------------------------------------------------------------------------


@canonicalization(PoolOp, ArgmaxPoolOp)
def omit_usual_pool_parameters(op: PoolOp | ArgmaxPoolOp, rw: Rewriter) -> Match:
    """pool(…, strides = 1, padding = 0) -> pool(…).  Terminates: removes an explicit parameter."""
    usual = usual_lists(op)
    if not usual:
        return rw.no_match("each parameter says something")
    for name in usual:
        del op.properties[name]
    return rw.modify(op)


@canonicalization(PoolOp, ArgmaxPoolOp)
def omit_ceil_mode(op: PoolOp | ArgmaxPoolOp, rw: Rewriter) -> Match:
    """pool(…, strides = 1) ceil_mode -> pool(…), if no window lies in the padding behind alone.
    Terminates: removes a flag.
    """
    if op.ceil_mode is None or not all(_has_the_same_places(window) for window in op.windows(op.window.elements)):
        return rw.no_match("places may be rounded up, or left out")
    del op.properties["ceil_mode"]
    return rw.modify(op)


def _has_the_same_places(window: Window) -> bool:
    """Return whether it makes no difference that the last window begins in the source."""
    return window.stride == 1 and isinstance(window.extent, int) and window.high < window.extent


@canonicalization(ArgmaxPoolOp)
def forget_unused_positions(op: ArgmaxPoolOp, rw: Rewriter) -> Match:
    """argmax_pool(x) whose positions nobody uses -> pool <max>(x).  Terminates: the result is a different op."""
    if op.positions.has_uses:
        return rw.no_match("the positions are used")
    pool = PoolOp(
        op.source,
        op.dims,
        op.window,
        PoolingAttr("max"),
        strides=op.strides,
        dilations=op.dilations,
        pad_low=op.pad_low,
        pad_high=op.pad_high,
        ceil_mode=op.ceil_mode,
        attributes=op.attributes,
    )
    if pool.result.type is not op.result.type:
        return rw.no_match("the result's type says less than follows")
    rw.replace_all_uses(op.result, rw.insert_before(op, pool).result)
    return rw.erase(op)
