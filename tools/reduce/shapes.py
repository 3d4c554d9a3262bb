"""Shrinking shapes: a size is reduced everywhere in the module, so that ops still agree on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, cast

from dlc.ir import Attribute, DenseArrayAttr, DenseElementsAttr, IntegerAttr, Operation
from dlc.ir.affine import AffineConstantExpr, AffineExpr, AffineMap
from dlc.ir.builtin_attributes import AffineMapAttr, DenseResourceElementsAttr
from dlc.ir.builtin_types import ComplexType, FloatType, IndexType, IntegerType, ShapedType

from .editing import ModuleReduction, zero_of
from .mapping import AttributeMapper

Resize = Callable[[int], int]


class ShrinkShapes(ModuleReduction[int]):
    """Make sizes of tensors, vectors and memrefs 1, or half, in all types at once."""

    name = "shapes"
    ways = 5
    _WAYS: ClassVar = (("one", True), ("one", False), ("half", True), ("half", False), ("multiples", True))
    """For each variant, the new size, and whether equal integers in attributes change too."""

    def sites(self, module: Operation) -> Sequence[int]:
        """Return all sizes, the largest last, where the search begins."""
        return sorted({size for type in _shaped_types(module) for size in type.shape if size > 1})

    def edit(self, module: Operation, sites: Sequence[int], way: int) -> None:
        how, numbers = self._WAYS[way]
        resize = _resizing(set(sites), how)
        mapper = AttributeMapper(lambda attr: _resized(attr, resize, mapper, numbers=numbers))
        mapper.apply_to_types(module)
        mapper.apply_to(module)


def _resizing(sizes: set[int], how: str) -> Resize:
    """Return the mapping of sizes: to 1, to half, or to half for all multiples of a size."""
    if how == "one":
        return lambda size: 1 if size in sizes else size
    if how == "half":
        return lambda size: size // 2 if size in sizes else size
    return lambda size: size // 2 if size > 1 and any(size % each == 0 for each in sizes) else size


def _shaped_types(module: Operation) -> Iterator[ShapedType]:
    """Return all distinct shaped types, including those nested in other types or in attributes."""
    pending: list[object] = []
    for op in module.walk():
        pending += [result.type for result in op.results]
        pending += [arg.type for region in op.regions for block in region.blocks for arg in block.args]
        pending += op.properties.values()
        pending += op.attributes.values()
    seen: set[Attribute] = set()
    while pending:
        current = pending.pop()
        if isinstance(current, tuple):
            pending += cast("tuple[object, ...]", current)
        elif isinstance(current, Attribute) and current not in seen:
            seen.add(current)
            if isinstance(current, ShapedType):
                yield current
            if not isinstance(current, DenseArrayAttr):
                pending += current.values()


def _resized(attr: Attribute, resize: Resize, mapper: AttributeMapper, *, numbers: bool) -> Attribute | None:
    """Return an attribute or type with new sizes, or `None` to map its parameters instead."""
    if isinstance(attr, ShapedType):
        shape = tuple(resize(size) for size in attr.shape)
        return attr.with_shape(shape, mapper.type(attr.element_type))
    if isinstance(attr, DenseElementsAttr):
        return _resized_elements(attr, cast(ShapedType, mapper(attr.type)))
    if isinstance(attr, DenseResourceElementsAttr):
        type = mapper(attr.type)
        return attr if type is attr.type else zero_of(cast(Any, type))
    return _resized_number(attr, resize) if numbers else None


def _resized_number(attr: Attribute, resize: Resize) -> Attribute | None:
    if isinstance(attr, IntegerAttr) and isinstance(attr.type, (IntegerType, IndexType)) and attr.value > 1:
        return IntegerAttr(resize(attr.value), attr.type)
    if isinstance(attr, DenseArrayAttr) and not isinstance(attr.element_type, FloatType):
        return DenseArrayAttr(attr.element_type, tuple(resize(each) if each > 1 else each for each in attr.elements))
    if isinstance(attr, AffineMapAttr):
        results = [_resized_expr(expr, resize) for expr in attr.value.results]
        return AffineMapAttr(AffineMap(attr.value.num_dims, attr.value.num_symbols, results))
    return None


def _resized_expr(expr: AffineExpr, resize: Resize) -> AffineExpr:
    sizes = {part: part.constant_value for part in expr.walk()}
    fresh = {part: AffineConstantExpr(resize(size)) for part, size in sizes.items() if size is not None and size > 1}
    return expr.replace(fresh)


def _resized_elements(attr: DenseElementsAttr, type: ShapedType) -> DenseElementsAttr:
    """Return the elements of a constant that are inside the smaller shape."""
    if type is attr.type:
        return attr
    if attr.is_splat or isinstance(type.element_type, ComplexType):
        parts = 2 if isinstance(type.element_type, ComplexType) else 1
        return DenseElementsAttr.from_bits(type, attr.stored_bits()[:parts])
    stored = attr.stored_bits()
    positions = [0]
    for old, new in zip(attr.type.shape, type.shape, strict=True):
        positions = [place * old + index for place in positions for index in range(new)]
    return DenseElementsAttr.from_bits(type, [stored[place] for place in positions])
