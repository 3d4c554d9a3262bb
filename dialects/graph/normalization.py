"""Normalizations and softmax.

All of them compute on floats, as if sums, means and roots were exact, and round once; a result has the type of what is
normalized. Variances are divided by the number of elements. They are whole ops so that a compiler may choose how to
compute them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dlc.ir import DenseArrayAttr, FloatAttr, IntegerAttr, Type, Value
from dlc.ir.builtin_constraints import f64_attr, i64_attr, i64_dense_array
from dlc.ir.constraints import TypeVariable
from dlc.ir.definition import (
    Attr,
    Operand,
    OptionalOperand,
    Result,
    attr,
    inferred_result,
    op,
    operand,
    optional_operand,
)
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable
from dlc.ir.sizes import Shape
from dlc.ir.traits import Pure

from .bases import GraphOp
from .rules import Findings, dims_in_range, multiple, require, same_shape
from .tensors import element_of, float_tensor

T = TypeVariable("T", float_tensor)
P = TypeVariable("P", float_tensor)


class NormalizationOp(GraphOp):
    """An op whose result is like its first operand."""

    source: Operand = operand(T)
    result: Result = inferred_result(T)

    def infer_types(self) -> Sequence[Type]:
        """Return the type of the source; rules are for the verifier."""
        return [self.source.type]

    def check_like_source(
        self,
        report: Findings,
        rule: str,
        values: Iterable[tuple[str, Value | None]],
        shapes: Iterator[Shape],
        wanted: Shape,
    ) -> None:
        """Report operands that have not the element type of the source, or not this shape."""
        for name, value in values:
            if value is None:
                continue
            if element_of(value) is not element_of(self.source):
                report.error(
                    rule, f"{name} must have elements of '{element_of(self.source)}', but got '{element_of(value)}'"
                )
            same_shape(report, rule, f"{name} and what it is for", next(shapes), wanted)


def check_number(report: Findings, rule: str, name: str, number: FloatAttr) -> None:
    """Report a parameter that is not finite, or negative."""
    if not 0 <= number.value < float("inf"):
        report.error(rule, f"{name} must be finite and not negative, but got {number.value}")


@op("graph.batch_norm", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class BatchNormOp(NormalizationOp):
    """(source - mean) / sqrt(variance + epsilon) * scale + offset, with a number of each for each place along `dim`:
    batch normalization as it is done after training.

    Rules: (batch_norm_c1) the dimension is there. (batch_norm_c2) scale, offset, mean and variance have one dimension,
    of its size, and the source's element type. (batch_norm_c3) epsilon is finite and not negative.
    Example: %r = graph.batch_norm %x, %scale, %offset, %mean, %variance, 1 epsilon 1.0e-05
        : tensor<2x3x8xf32>, tensor<3xf32>
    """

    scale: Operand = operand(P)
    offset: Operand = operand(P)
    mean: Operand = operand(P)
    variance: Operand = operand(P)
    dim: Attr[IntegerAttr] = attr(i64_attr)
    epsilon: Attr[FloatAttr] = attr(f64_attr)
    syntax = (
        "$source `,` $scale `,` $offset `,` $mean `,` $variance `,` $dim `epsilon` $epsilon attr-dict `:` "
        "type($source) `,` type($scale)"
    )

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Return the shape of the source."""
        source, *given = shapes
        check_number(report, "batch_norm_c3", "epsilon", self.epsilon)
        if not dims_in_range(report, "batch_norm_c1", "the dimension", (self.dim.value,), len(source)):
            return None
        named = (("scale", self.scale), ("offset", self.offset), ("mean", self.mean), ("variance", self.variance))
        self.check_like_source(report, "batch_norm_c2", named, iter(given), (source[self.dim.value],))
        return [source]


@op("graph.layer_norm", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class LayerNormOp(NormalizationOp):
    """(source - mean) / sqrt(variance + epsilon) * scale + offset, with mean and variance of all elements along `dims`,
    and a number of scale and offset (1 and 0, where they are left out) for each place there.

    Rules: (layer_norm_c1) the dimensions are there, each once. (layer_norm_c2) scale and offset have the sizes of
    `dims`, in that order, and the source's element type. (layer_norm_c3) epsilon is finite and not negative.
    Example: %r = graph.layer_norm %x, [1] scale %s : tensor<8xf32> epsilon 1.0e-05 : tensor<4x8xf32>
    """

    dims: Attr[DenseArrayAttr] = attr(i64_dense_array)
    epsilon: Attr[FloatAttr] = attr(f64_attr)
    scale: OptionalOperand = optional_operand(float_tensor, default=None, kw_only=True)
    offset: OptionalOperand = optional_operand(float_tensor, default=None, kw_only=True)
    syntax = (
        "$source `,` $dims (`scale` $scale^ `:` type($scale))? (`offset` $offset^ `:` type($offset))? "
        "`epsilon` $epsilon attr-dict `:` type($source)"
    )

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Return the shape of the source."""
        source, *given = shapes
        check_number(report, "layer_norm_c3", "epsilon", self.epsilon)
        if not dims_in_range(report, "layer_norm_c1", "dimensions", self.dims.elements, len(source)):
            return None
        named = (("scale", self.scale), ("offset", self.offset))
        wanted = tuple(source[dim] for dim in self.dims.elements)
        self.check_like_source(report, "layer_norm_c2", named, iter(given), wanted)
        return [source]


@op("graph.rms_norm", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class RmsNormOp(NormalizationOp):
    """source / sqrt(mean(source^2) + epsilon) * scale, with the mean along `dims`, and a number of scale (1, where it
    is left out) for each place there.

    Rules: (rms_norm_c1) the dimensions are there, each once. (rms_norm_c2) scale has the sizes of `dims`, in that
    order, and the source's element type. (rms_norm_c3) epsilon is finite and not negative.
    Example: %r = graph.rms_norm %x, [1] scale %s : tensor<8xf32> epsilon 1.0e-06 : tensor<4x8xf32>
    """

    dims: Attr[DenseArrayAttr] = attr(i64_dense_array)
    epsilon: Attr[FloatAttr] = attr(f64_attr)
    scale: OptionalOperand = optional_operand(float_tensor, default=None, kw_only=True)
    syntax = "$source `,` $dims (`scale` $scale^ `:` type($scale))? `epsilon` $epsilon attr-dict `:` type($source)"

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Return the shape of the source."""
        source, *given = shapes
        check_number(report, "rms_norm_c3", "epsilon", self.epsilon)
        if not dims_in_range(report, "rms_norm_c1", "dimensions", self.dims.elements, len(source)):
            return None
        wanted = tuple(source[dim] for dim in self.dims.elements)
        self.check_like_source(report, "rms_norm_c2", (("scale", self.scale),), iter(given), wanted)
        return [source]


@op("graph.group_norm", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class GroupNormOp(NormalizationOp):
    """(source - mean) / sqrt(variance + epsilon) * scale + offset, where the places along `dim`, the channels, are
    divided into `groups` of neighbours, and mean and variance are those of all elements along `dims` in a group. There
    is a number of scale and offset (1 and 0, where they are left out) for each channel.

    Rules: (group_norm_c1) `dim` and `dims` are there, each dimension once. (group_norm_c2) scale and offset have one
    dimension, of the size of `dim`, and the source's element type. (group_norm_c3) epsilon is finite and not negative.
    (group_norm_c4) there is a group or more, with as many channels each.
    Example: %r = graph.group_norm %x, 1 over [2, 3] groups 2 epsilon 1.0e-05 : tensor<1x4x8x8xf32>
    """

    dim: Attr[IntegerAttr] = attr(i64_attr)
    dims: Attr[DenseArrayAttr] = attr(i64_dense_array)
    groups: Attr[IntegerAttr] = attr(i64_attr)
    epsilon: Attr[FloatAttr] = attr(f64_attr)
    scale: OptionalOperand = optional_operand(float_tensor, default=None, kw_only=True)
    offset: OptionalOperand = optional_operand(float_tensor, default=None, kw_only=True)
    syntax = (
        "$source `,` $dim `over` $dims `groups` $groups (`scale` $scale^ `:` type($scale))? (`offset` $offset^ `:` "
        "type($offset))? `epsilon` $epsilon attr-dict `:` type($source)"
    )

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Return the shape of the source."""
        source, *given = shapes
        check_number(report, "group_norm_c3", "epsilon", self.epsilon)
        dim, groups = self.dim.value, self.groups.value
        if not dims_in_range(report, "group_norm_c1", "dimensions", (dim, *self.dims.elements), len(source)):
            return None
        named = (("scale", self.scale), ("offset", self.offset))
        self.check_like_source(report, "group_norm_c2", named, iter(given), (source[dim],))
        channels = source[dim]
        if groups < 1:
            report.error("group_norm_c4", f"there must be 1 group or more, but got {groups}")
        else:
            fact = f"channels must be a multiple of {groups} groups"
            require(report, "group_norm_c4", fact, [(channels,)], multiple(channels, groups))
        return [source]


@op("graph.instance_norm", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class InstanceNormOp(NormalizationOp):
    """(source - mean) / sqrt(variance + epsilon) * scale + offset, with mean and variance of all elements along `dims`,
    and a number of scale and offset (1 and 0, where they are left out) for each place along `dim`, the channels.

    Rules: (instance_norm_c1) `dim` and `dims` are there, each dimension once. (instance_norm_c2) scale and offset have
    one dimension, of the size of `dim`, and the source's element type. (instance_norm_c3) epsilon is finite and not
    negative.
    Example: %r = graph.instance_norm %x, 1 over [2] scale %s : tensor<3xf32> epsilon 1.0e-05 : tensor<2x3x8xf32>
    """

    dim: Attr[IntegerAttr] = attr(i64_attr)
    dims: Attr[DenseArrayAttr] = attr(i64_dense_array)
    epsilon: Attr[FloatAttr] = attr(f64_attr)
    scale: OptionalOperand = optional_operand(float_tensor, default=None, kw_only=True)
    offset: OptionalOperand = optional_operand(float_tensor, default=None, kw_only=True)
    syntax = (
        "$source `,` $dim `over` $dims (`scale` $scale^ `:` type($scale))? (`offset` $offset^ `:` type($offset))? "
        "`epsilon` $epsilon attr-dict `:` type($source)"
    )

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Return the shape of the source."""
        source, *given = shapes
        check_number(report, "instance_norm_c3", "epsilon", self.epsilon)
        dim = self.dim.value
        if not dims_in_range(report, "instance_norm_c1", "dimensions", (dim, *self.dims.elements), len(source)):
            return None
        named = (("scale", self.scale), ("offset", self.offset))
        self.check_like_source(report, "instance_norm_c2", named, iter(given), (source[dim],))
        return [source]


@op("graph.local_response_norm", traits=(Pure,))
class LocalResponseNormOp(NormalizationOp):
    """source / (bias + alpha / size * s)^beta, where s is the sum of the squares of up to `size` elements along `dim`:
    from (size - 1) / 2, rounded down, before the element to (size - 1) / 2, rounded up, behind it.

    Rules: (local_response_norm_c1) the dimension is there. (local_response_norm_c2) `size` is positive.
    (local_response_norm_c3) alpha, beta and bias are finite and not negative.
    Example: %r = graph.local_response_norm %x, 1 size 5 alpha 1.0e-04 beta 0.75 bias 1.0 : tensor<1x8x4x4xf32>
    """

    dim: Attr[IntegerAttr] = attr(i64_attr)
    size: Attr[IntegerAttr] = attr(i64_attr)
    alpha: Attr[FloatAttr] = attr(f64_attr)
    beta: Attr[FloatAttr] = attr(f64_attr)
    bias: Attr[FloatAttr] = attr(f64_attr)
    syntax = "$source `,` $dim `size` $size `alpha` $alpha `beta` $beta `bias` $bias attr-dict `:` type($source)"

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Return the shape of the source."""
        [source] = shapes
        if not dims_in_range(report, "local_response_norm_c1", "the dimension", (self.dim.value,), len(source)):
            return None
        if self.size.value < 1:
            report.error("local_response_norm_c2", f"size must be positive, but got {self.size.value}")
        for name, number in (("alpha", self.alpha), ("beta", self.beta), ("bias", self.bias)):
            check_number(report, "local_response_norm_c3", name, number)
        return [source]


@op("graph.lp_normalize", traits=(Pure,))
class LpNormalizeOp(NormalizationOp):
    """source / max(norm, epsilon), where the norm is (sum of |x|^order)^(1 / order) along `dims`. Where both are 0, the
    result is NaN.

    Rules: (lp_normalize_c1) the dimensions are there, each once. (lp_normalize_c2) epsilon is finite and not negative.
    (lp_normalize_c3) the order is positive and finite.
    Example: %r = graph.lp_normalize %x, [1] order 2.0 epsilon 1.0e-12 : tensor<4x8xf32>
    """

    dims: Attr[DenseArrayAttr] = attr(i64_dense_array)
    order: Attr[FloatAttr] = attr(f64_attr)
    epsilon: Attr[FloatAttr] = attr(f64_attr)
    syntax = "$source `,` $dims `order` $order `epsilon` $epsilon attr-dict `:` type($source)"

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Return the shape of the source."""
        [source] = shapes
        check_number(report, "lp_normalize_c2", "epsilon", self.epsilon)
        if not 0 < self.order.value < float("inf"):
            report.error("lp_normalize_c3", f"order must be positive and finite, but got {self.order.value}")
        if not dims_in_range(report, "lp_normalize_c1", "dimensions", self.dims.elements, len(source)):
            return None
        return [source]


class SoftmaxBaseOp(NormalizationOp):
    """A function of all elements along some dimensions."""

    dims: Attr[DenseArrayAttr] = attr(i64_dense_array)
    syntax = "$source `,` $dims attr-dict `:` type($source)"

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Return the shape of the source."""
        [source] = shapes
        rule = self.name.partition(".")[2]
        if not dims_in_range(report, f"{rule}_c1", "dimensions", self.dims.elements, len(source)):
            return None
        return [source]


@op("graph.softmax", traits=(Pure,))
class SoftmaxOp(SoftmaxBaseOp):
    """exp(source - m) / sum of exp(source - m) along `dims`, where m is the largest element there. If that is an
    infinity or NaN, all are NaN.

    Rules: (softmax_c1) the dimensions are there, each once.
    Example: %r = graph.softmax %x, [1] : tensor<4x8xf32>
    """


@op("graph.log_softmax", traits=(Pure,))
class LogSoftmaxOp(SoftmaxBaseOp):
    """source - m - log(sum of exp(source - m)) along `dims`, where m is the largest element there. If that is an
    infinity or NaN, all are NaN.

    Rules: (log_softmax_c1) the dimensions are there, each once.
    Example: %r = graph.log_softmax %x, [1] : tensor<4x8xf32>
    """
