"""Convolutions of any rank and layout, and their transposes.

What dimensions mean is said by a layout, in the letters that everybody uses: `<NCHW x OIHW -> NCHW>`.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import Attribute, DenseArrayAttr, IntegerAttr, Type, attribute
from dlc.ir.assembly import AsmReader
from dlc.ir.attributes import AttributeReport, PythonForm
from dlc.ir.builtin_constraints import i64_attr, i64_dense_array
from dlc.ir.builtin_types import DYNAMIC, FloatType
from dlc.ir.definition import (
    Attr,
    Operand,
    OptionalOperand,
    Result,
    attr,
    op,
    operand,
    optional_attr,
    optional_operand,
    result,
)
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.sizes import Dim, Shape, add, multiply, subtract

from .accumulation import check_accumulator, check_zero_point
from .rules import Findings, at_most, multiple, require, same_size
from .tensors import element_of, number_tensor
from .windows import WINDOW_SYNTAX, Window, WindowOp, check_extent, check_list, count_places, listed, usual_lists

BATCH, CHANNELS, OUTPUTS, INPUTS = "N", "C", "O", "I"
WINOGRAD_TILES = (2, 4)
"""The numbers of results along a dimension that a tile of the method of Winograd may have."""
WINOGRAD_KERNEL = 3
"""The size of the kernel along each dimension that the method is for."""
TILES_NEED = (
    "tiles must be for floats, a kernel of size 3 along each dimension, strides and dilations of 1, and one group, "
    "but got other parameters"
)


@attribute("graph.convolution_layout")
class ConvolutionLayoutAttr(Attribute):
    """The meaning of each dimension of source, kernel and result: `#graph.convolution_layout<NCHW x OIHW -> NCHW>`.

    N is the batch and C the channels of source and result; O and I are the output and the input channels of the kernel.
    All other letters are spatial dimensions, the same ones in all three. Lists such as strides have their entries in
    the order in which the source has them.
    """

    source: str
    kernel: str
    result: str

    def verify(self, report: AttributeReport) -> None:
        for word in (self.source, self.kernel, self.result):
            if not (word.isalpha() and word.isascii() and word.isupper()) or len(set(word)) != len(word):
                report.error(f"expected a capital letter for each dimension, each once, but got '{word}'")
                return
        wanted = {*self.spatial, BATCH, CHANNELS}
        for which, word, letters in (
            ("source", self.source, wanted),
            ("kernel", self.kernel, {*self.spatial, OUTPUTS, INPUTS}),
            ("result", self.result, wanted),
        ):
            if set(word) != letters:
                report.error(
                    f"expected the letters {', '.join(sorted(letters))} for the dimensions of the {which}"
                    f", but got '{word}'"
                )

    @classmethod
    def python_form(cls) -> PythonForm:
        """Return the form of text as it is printed: `"NCHW x OIHW -> NCHW"`."""
        return PythonForm("str", lambda text: cls(*text.replace("->", "x").replace(" ", "").split("x")))

    @property
    def spatial(self) -> str:
        """The letters of the spatial dimensions, in the order that lists have."""
        return "".join(letter for letter in self.source if letter not in (BATCH, CHANNELS, OUTPUTS, INPUTS))

    @property
    def has_channels_last(self) -> bool:
        """Whether channels are the last dimension of source and result, behind the batch and the spatial dimensions."""
        word = f"{BATCH}{self.spatial}{CHANNELS}"
        return self.source == self.result == word

    @property
    def sums_over_pixels(self) -> bool:
        """Whether the result has its channels last, and the batch before, and both factors have them last: each pixel
        adds the products of a row and a column.
        """
        return self == self.over_pixels(self.spatial)

    @classmethod
    def over_pixels(cls, spatial: str) -> ConvolutionLayoutAttr:
        """Return the layout with these spatial dimensions that `sums_over_pixels`."""
        sides = f"{CHANNELS}{spatial}{BATCH}", f"{INPUTS}{spatial}{OUTPUTS}"
        return cls(*sides, f"{spatial}{BATCH}{CHANNELS}")

    @classmethod
    def read_parameters(cls, p: AsmReader) -> ConvolutionLayoutAttr:
        p.expect("<")
        source = p.keyword()
        p.expect("x")
        kernel = p.keyword()
        p.expect("->")
        result = p.keyword()
        p.expect(">")
        return cls(source, kernel, result)

    def print_parameters(self) -> str:
        return f"<{self.source} x {self.kernel} -> {self.result}>"


def order_of(word: str, letters: str) -> list[int]:
    """Return the positions of some letters in a layout string."""
    return [word.index(letter) for letter in letters]


class ConvolutionBaseOp(WindowOp):
    """Shared parameters of both directions of convolution."""

    source: Operand = operand(number_tensor)
    kernel: Operand = operand(number_tensor)
    layout: Attr[ConvolutionLayoutAttr] = attr(ConvolutionLayoutAttr)
    result: Result = result(number_tensor, parts={"element": None})
    groups: Attr[IntegerAttr | None] = optional_attr(i64_attr, default=None, kw_only=True)
    source_zero_point: OptionalOperand = optional_operand(number_tensor, default=None, kw_only=True)
    kernel_zero_point: OptionalOperand = optional_operand(number_tensor, default=None, kw_only=True)

    @property
    def group_count(self) -> int:
        """The number of channel groups."""
        return self.groups.value if self.groups is not None else 1

    def infer_elements(self) -> Sequence[Type]:
        """Return the element type that the result's type declares."""
        return [element_of(self.result)]

    def check_parts(
        self, shapes: Sequence[Shape], report: Findings, parameters: str, elements: str, points: str
    ) -> tuple[dict[str, Dim], dict[str, Dim]] | None:
        """The sizes of source and kernel by their letters, if ranks and parameters are as they should be."""
        source, kernel, *zero_points = shapes
        layout = self.layout
        for which, shape, word in (("source", source, layout.source), ("kernel", kernel, layout.kernel)):
            if len(shape) != len(word):
                report.error(parameters, f"{which} must have the dimensions {word}, but got a rank of {len(shape)}")
                return None
        if not self.check_lists(len(layout.spatial), report, parameters):
            return None
        if self.group_count < 1:
            report.error(parameters, f"there must be 1 group or more, but got {self.group_count}")
            return None
        check_accumulator(report, elements, element_of(self.result), self.source, self.kernel)
        sizes = dict(zip(layout.source, source, strict=True)), dict(zip(layout.kernel, kernel, strict=True))
        given = iter(zero_points)
        if self.source_zero_point is not None:
            check_zero_point(report, points, "source", self.source, self.source_zero_point, next(given), ())
        if self.kernel_zero_point is not None:
            outputs = (sizes[1][OUTPUTS],)
            check_zero_point(report, points, "kernel", self.kernel, self.kernel_zero_point, next(given), outputs)
        return sizes

    def kernel_windows(self, kernel: dict[str, Dim], report: Findings, rule: str) -> list[tuple[str, Window]] | None:
        """The window along each spatial dimension, by its letter."""
        spatial = self.layout.spatial
        windows = self.windows([kernel[letter] for letter in spatial])
        if not all(check_extent(report, rule, window) for window in windows):
            return None
        return list(zip(spatial, windows, strict=True))


@op("graph.convolution", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class ConvolutionOp(ConvolutionBaseOp):
    """The convolution of deep learning, whose kernel is not reversed: for each place of the window, the sum of products
    of the elements that it covers with the kernel, over all input channels of a group.

        result[n, o, p] = sum over i, k of
            (source[n, (o / outputs) * inputs + i, p * stride + k * dilation - pad_low] - source_zero_point)
            * (kernel[o, i, k] - kernel_zero_point)

    where `inputs` is the kernel's I, and `outputs` its O divided by the number of groups. What lies in the padding
    contributes nothing. Elements are brought to the element type of the result first, which may be wider; integers wrap
    there. Floats are summed in any order, at least as precisely as the result is. Zero points are one number; that of
    the kernel may be one for each output channel. With `winograd` it may be computed by the method of Winograd, in
    tiles of that many results along each dimension: fewer products, with larger errors.

    Rules: (convolution_c1) the result's sizes follow. (convolution_c2) source and kernel have the dimensions that the
    layout says; lists have an entry for each spatial one; strides, dilations and groups are positive, padding is not
    negative. (convolution_c3) the source has as many channels as the kernel has inputs in all groups, and groups have
    as many outputs each. (convolution_c4) the window has sizes, and fits into the padded source. (convolution_c5)
    elements of the result hold every element of source and kernel. (convolution_c6) zero points are for integers, of
    their type, without dimensions; that of the kernel may have the output channels. (convolution_c7) tiles have 2 or 4
    results along a dimension; they are of floats, for kernels of size 3, strides and dilations of 1, and one group.
    Example: %r = graph.convolution %x, %k, <NCHW x OIHW -> NCHW> strides [2, 2] pad_low [1, 1] pad_high [1, 1]
        : tensor<1x3x8x8xf32>, tensor<16x3x3x3xf32> -> tensor<1x16x4x4xf32>
    """

    syntax = (
        f"$source `,` $kernel `,` $layout {WINDOW_SYNTAX} (`groups` $groups^)? "
        "(`source_zero_point` $source_zero_point^ `:` type($source_zero_point))? (`kernel_zero_point` "
        "$kernel_zero_point^ `:` type($kernel_zero_point))? (`winograd` $winograd^)? "
        "attr-dict `:` type($source) `,` type($kernel) `->` type($result)"
    )
    winograd: Attr[IntegerAttr | None] = optional_attr(i64_attr, default=None, kw_only=True)

    @property
    def can_be_tiled(self) -> bool:
        """Whether it can be computed by the method of Winograd."""
        layout = self.layout
        kernel = dict(zip(layout.kernel, self.kernel.shape, strict=True))
        sizes = {kernel[letter] for letter in layout.spatial}
        windows = self.windows([WINOGRAD_KERNEL] * len(layout.spatial))
        is_plain = all(window.stride == 1 and window.dilation == 1 for window in windows)
        is_float = all(isinstance(element_of(value), FloatType) for value in (self.source, self.kernel, self.result))
        return sizes == {WINOGRAD_KERNEL} and is_plain and self.group_count == 1 and is_float

    @property
    def has_known_places(self) -> bool:
        """Whether the types say all sizes but that of the batch."""
        layout = self.layout
        values = (self.source, layout.source), (self.kernel, layout.kernel), (self.result, layout.result)
        sizes = [pair for value, letters in values for pair in zip(letters, value.shape, strict=True)]
        return all(letter == BATCH or size != DYNAMIC for letter, size in sizes)

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """A place of the window for each element of a channel of the result."""
        parts = self.check_parts(shapes, report, "convolution_c2", "convolution_c5", "convolution_c6")
        if parts is None:
            return None
        source, kernel = parts
        windows = self.kernel_windows(kernel, report, "convolution_c4")
        if windows is None:
            return None
        self._check_channels(source[CHANNELS], kernel, report)
        self._check_tiles(report)
        sizes: dict[str, Dim] = {BATCH: source[BATCH], CHANNELS: kernel[OUTPUTS]}
        for letter, window in windows:
            sizes[letter] = count_places(report, "convolution_c4", source[letter], window)
        return [tuple(sizes[letter] for letter in self.layout.result)]

    def _check_channels(self, channels: Dim, kernel: dict[str, Dim], report: Findings) -> None:
        groups, outputs = self.group_count, kernel[OUTPUTS]
        message = f"channels of the source and of the kernel in {groups} groups"
        same_size(report, "convolution_c3", message, channels, multiply(kernel[INPUTS], groups))
        fact = f"outputs must be a multiple of {groups} groups"
        require(report, "convolution_c3", fact, [(outputs,)], multiple(outputs, groups))

    def _check_tiles(self, report: Findings) -> None:
        if self.winograd is None:
            return
        tile = self.winograd.value
        if tile not in WINOGRAD_TILES:
            report.error("convolution_c7", f"tiles must have 2 or 4 results along a dimension, but got {tile}")
        elif not self.can_be_tiled:
            report.error("convolution_c7", TILES_NEED)


@op("graph.transposed_convolution", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class TransposedConvolutionOp(ConvolutionBaseOp):
    """The transpose of `graph.convolution` as a linear map, with the same kernel and the same parameters: it takes what
    that gives and gives what that takes. Each element of the source is multiplied with the kernel and added to the
    result wherever the window covers it.

        result[n, (o / outputs) * inputs + i, q] = sum over o, p, k with p * stride + k * dilation - pad_low = q of
            (source[n, o, p] - source_zero_point) * (kernel[o, i, k] - kernel_zero_point)

    So the channels of the source are the kernel's O, and those of the result are its I in all groups. The result has
    `(size - 1) * stride + extent of the window - pad_low - pad_high + output_padding` elements along a dimension; those
    that nothing reaches are 0. Elements, sums and zero points are as there. What the window meets between and around
    elements of the source is 0 and is multiplied as well, so that an infinite element of the kernel makes NaN there.

    Rules: (transposed_convolution_c1) the result's sizes follow. (transposed_convolution_c2) source and kernel have the
    dimensions that the layout says; lists have an entry for each spatial one; strides, dilations and groups are
    positive, padding is not negative. (transposed_convolution_c3) the source has as many channels as the kernel has
    outputs, as many in each group. (transposed_convolution_c4) the window has sizes, and those of the result are not
    negative. (transposed_convolution_c5) elements of the result hold every element of source and kernel.
    (transposed_convolution_c6) zero points are for integers, of their type, without dimensions; that of the kernel may
    have the output channels.
    Example: %r = graph.transposed_convolution %x, %k, <NCHW x OIHW -> NCHW> strides [2, 2] output_padding [1, 1]
        : tensor<1x16x4x4xf32>, tensor<16x3x3x3xf32> -> tensor<1x3x10x10xf32>
    """

    output_padding: Attr[DenseArrayAttr | None] = optional_attr(i64_dense_array, default=None, kw_only=True)
    syntax = (
        f"$source `,` $kernel `,` $layout {WINDOW_SYNTAX} (`output_padding` $output_padding^)? (`groups` $groups^)? "
        "(`source_zero_point` $source_zero_point^ `:` type($source_zero_point))? (`kernel_zero_point` "
        "$kernel_zero_point^ `:` type($kernel_zero_point))? attr-dict `:` type($source) `,` type($kernel) `->` "
        "type($result)"
    )

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Return the positions that windows reach, without the padding."""
        rules = ("transposed_convolution_c2", "transposed_convolution_c5", "transposed_convolution_c6")
        parts, rank = self.check_parts(shapes, report, *rules), len(self.layout.spatial)
        if parts is None or not check_list(report, rules[0], "output_padding", self.output_padding, rank, 0):
            return None
        source, kernel = parts
        windows = self.kernel_windows(kernel, report, "transposed_convolution_c4")
        if windows is None:
            return None
        self._check_channels(source[CHANNELS], kernel[OUTPUTS], report)
        sizes: dict[str, Dim] = {BATCH: source[BATCH], CHANNELS: multiply(kernel[INPUTS], self.group_count)}
        for (letter, window), more in zip(windows, listed(self.output_padding, 0, rank), strict=True):
            sizes[letter] = _reached(report, source[letter], window, more)
        return [tuple(sizes[letter] for letter in self.layout.result)]

    def _check_channels(self, channels: Dim, outputs: Dim, report: Findings) -> None:
        rule, groups = "transposed_convolution_c3", self.group_count
        same_size(report, rule, "channels of the source and outputs of the kernel", channels, outputs)
        fact = f"outputs of the kernel must be a multiple of {groups} groups"
        require(report, rule, fact, [(outputs,)], multiple(outputs, groups))


def _reached(report: Findings, size: Dim, window: Window, more: int) -> Dim:
    """Return the extent of windows at `size` positions."""
    reached = add(multiply(subtract(size, 1), window.stride), window.extent)
    reached_size = add(reached, more - window.low - window.high)
    fact = "sizes of the result must not be negative"
    is_size = require(report, "transposed_convolution_c4", fact, [(reached_size,)], at_most(0, reached_size))
    return reached_size if is_size else None


# -- Canonicalization --------------------------------------------------------------------------------------------------


@canonicalization(ConvolutionOp, TransposedConvolutionOp)
def omit_usual_convolution_parameters(op: ConvolutionOp | TransposedConvolutionOp, rw: Rewriter) -> Match:
    """convolution(…, strides = 1, padding = 0, groups = 1) -> convolution(…).
    Terminates: removes an explicit parameter.
    """
    usual = usual_lists(op)
    if op.groups is not None and op.groups.value == 1:
        usual.append("groups")
    if not usual:
        return rw.no_match("each parameter says something")
    for name in usual:
        del op.properties[name]
    return rw.modify(op)
