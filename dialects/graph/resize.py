"""Resizing along some dimensions: `graph.resize`."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import Attribute, DenseArrayAttr, FloatAttr, UnitAttr, attribute
from dlc.ir.attributes import PythonForm
from dlc.ir.builtin_constraints import f64_attr, i64_dense_array, unit_attr
from dlc.ir.builtin_types import FloatType, TensorType, f64
from dlc.ir.constraints import AttributeConstraint
from dlc.ir.definition import REQUIRED, Attr, Operand, Result, attr, op, operand, optional_attr, result
from dlc.ir.enums import EnumAttr
from dlc.ir.floats import F64
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable, FoldResult
from dlc.ir.sizes import Shape, spell

from .bases import GraphOp
from .rules import Findings, at_most, dims_in_range, equal, require
from .tensors import computable_tensor, element_of, shape_of_type

f64_dense_array = AttributeConstraint(
    "f64 dense array attribute",
    lambda a: isinstance(a, DenseArrayAttr) and a.element_type is f64,
    DenseArrayAttr,
    python=PythonForm("Sequence[float]", lambda given: DenseArrayAttr(f64, tuple(F64.from_float(x) for x in given))),
)


@attribute("graph.interpolation")
class InterpolationAttr(EnumAttr):
    """The interpolation between two elements: `#graph.interpolation<linear>`."""

    cases = ("nearest", "linear", "cubic")


@attribute("graph.coordinates")
class CoordinatesAttr(EnumAttr):
    """The mapping of result coordinates to source coordinates: `#graph.coordinates<half_pixel>`."""

    cases = ("half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric")


@attribute("graph.nearest_rounding")
class NearestRoundingAttr(EnumAttr):
    """The rounding of nearest-neighbour interpolation: `#graph.nearest_rounding<floor>`. The first two differ in the
    middle only.
    """

    cases = ("prefer_floor", "prefer_ceil", "floor", "ceil")


@op("graph.resize", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class ResizeOp(GraphOp):
    """Elements at other places along `dims`, one dimension after the other; how many there are the result's type says.

    Element x of m elements lies at a place c of the n elements that there were, where `scale` is m / n unless scales
    say otherwise:

    | coordinates | c |
    | --- | --- |
    | half_pixel | (x + 0.5) / scale - 0.5 |
    | pytorch_half_pixel | the same; 0 if m is 1 |
    | align_corners | x * (n - 1) / (m - 1); 0 if m is 1 |
    | asymmetric | x / scale |

    `nearest` takes the element at c, rounded as said: `prefer_floor` and `prefer_ceil` to the nearest integer and in
    the middle down or up. `linear` weights the elements at floor(c) and floor(c) + 1 by their distance. `cubic` weights
    those at floor(c) - 1 to floor(c) + 2 by the piecewise polynomial of degree three with the coefficient given (-0.75
    if none is): at a distance t below 1 it is (a + 2) t^3 - (a + 3) t^2 + 1, below 2 a t^3 - 5 a t^2 + 8 a t - 4 a.
    Beyond the borders there is the outermost element; with `exclude_outside` what is there has no weight, and the rest
    is divided by the sum of the weights. An element without weight does not matter, whatever it is. Without scales, c
    is meant exactly: nothing is rounded but what it says here.

    Rules: (resize_c1) the result has the sizes of the source but along `dims`, and its element type. (resize_c2) the
    dimensions are there, each once. (resize_c3) sizes along `dims` are known; a tensor with elements is not made of one
    without. (resize_c4) scales are as many as `dims`, positive and finite. (resize_c5) what is not `nearest` is for
    floats; a rounding is for `nearest`, a coefficient and `exclude_outside` for `cubic`.
    Example: %r = graph.resize <linear> %x, [2, 3] <half_pixel> : tensor<1x3x4x4xf32> -> tensor<1x3x8x8xf32>
    """

    kind: Attr[InterpolationAttr] = attr(InterpolationAttr)
    source: Operand = operand(computable_tensor)
    dims: Attr[DenseArrayAttr] = attr(i64_dense_array)
    coordinates: Attr[CoordinatesAttr] = attr(CoordinatesAttr)
    result: Result = result(computable_tensor, parts={"shape": REQUIRED})
    rounding: Attr[NearestRoundingAttr | None] = optional_attr(NearestRoundingAttr, default=None, kw_only=True)
    coefficient: Attr[FloatAttr | None] = optional_attr(f64_attr, default=None, kw_only=True)
    exclude_outside: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)
    scales: Attr[DenseArrayAttr | None] = optional_attr(f64_dense_array, default=None, kw_only=True)
    syntax = (
        "$kind $source `,` $dims $coordinates (`rounding` $rounding^)? (`coefficient` $coefficient^)? "
        "(`exclude_outside` $exclude_outside^)? (`scales` $scales^)? attr-dict `:` type($source) `->` type($result)"
    )

    @property
    def scale_list(self) -> list[float] | None:
        """The scales as numbers."""
        return [F64.to_float(bits) for bits in self.scales.elements] if self.scales is not None else None

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """The sizes of the source, and along `dims` what the result's type says."""
        [shape] = shapes
        assert isinstance(self.result.type, TensorType)
        wanted, dims = shape_of_type(self.result.type), self.dims.elements
        if not dims_in_range(report, "resize_c2", "dimensions", dims, len(shape)):
            return None
        self._check_scales(report)
        self._check_parameters(report)
        if len(wanted) != len(shape):
            report.error("resize_c1", f"the result must have rank {len(shape)}, but got {spell(wanted)}")
            return None
        for dim in dims:
            if wanted[dim] is None:
                report.error("resize_c3", f"size {dim} of the result must be known, but got '?'")
            else:
                fact = f"size {dim} of the source must not be 0, or that of the result is 0 too"
                has_elements = at_most(1, shape[dim]), equal(wanted[dim], 0)
                require(report, "resize_c3", fact, ((shape[dim],), (wanted[dim],)), has_elements)
        return [tuple(wanted[dim] if dim in dims else size for dim, size in enumerate(shape))]

    def _check_scales(self, report: Findings) -> None:
        scales = self.scale_list
        if scales is None:
            return
        if len(scales) != len(self.dims.elements):
            report.error("resize_c4", f"scales must have {len(self.dims.elements)} entries, but got {scales}")
        elif not all(0 < scale < float("inf") for scale in scales):
            report.error("resize_c4", f"scales must be positive and finite, but got {scales}")

    def _check_parameters(self, report: Findings) -> None:
        kind, element = self.kind.value, element_of(self.source)
        if kind != "nearest" and not isinstance(element, FloatType):
            report.error("resize_c5", f"elements must be floats for '{kind}', but got '{element}'")
        for name, owner in (("rounding", "nearest"), ("coefficient", "cubic"), ("exclude_outside", "cubic")):
            if name in self.properties and kind != owner:
                report.error("resize_c5", f"{name} is for '{owner}', but got '{kind}'")

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """The nearest elements of as many are those themselves, and no dimensions change nothing."""
        del operands
        if self.result.type is not self.source.type or not self._keeps_all():
            return None
        return [self.source]

    def _keeps_all(self) -> bool:
        if not self.dims.elements:
            return True
        type = self.source.type
        assert isinstance(type, TensorType)
        is_known = all(shape_of_type(type)[dim] is not None for dim in self.dims.elements)
        return self.kind.value == "nearest" and self.scales is None and is_known
