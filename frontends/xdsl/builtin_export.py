"""dlc's builtin attributes and types as xDSL's. What xDSL cannot hold exactly is carried, see `carriers`."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from xdsl.dialects import builtin as x
from xdsl.ir import Attribute as XAttribute

from ...ir import builtin_attributes as attributes, builtin_types as types
from ...ir.attributes import Attribute
from ...ir.locations import CallSiteLoc, FileLineColLoc, FusedLoc, NameLoc, OpaqueLoc, UnknownLoc
from . import affine, dense
from .attributes import AttributeExporter, exports
from .builtin_import import FLOATS, OPAQUE, RANGE_END
from .carriers import carried

_SIGNEDNESS = {
    types.SIGNLESS: x.Signedness.SIGNLESS,
    types.SIGNED: x.Signedness.SIGNED,
    types.UNSIGNED: x.Signedness.UNSIGNED,
}
_FLOATS: dict[str, Any] = {kind.name: kind() for kind in FLOATS}
_NONE = x.NoneAttr()


def optional(exporter: AttributeExporter, attr: Attribute | None) -> Any:
    """Convert an optional attribute: an absent one is a `NoneAttr` in xDSL."""
    return _NONE if attr is None else exporter.plain(attr)


# -- Types -------------------------------------------------------------------------------------------------------------


@exports(types.IntegerType)
def _integer_type(_: AttributeExporter, type: types.IntegerType) -> XAttribute:
    return x.IntegerType(type.width, _SIGNEDNESS[type.signedness])


@exports(types.FloatType)
def _float_type(_: AttributeExporter, type: types.FloatType) -> XAttribute:
    return _FLOATS[type.format_name]


@exports(types.IndexType)
def _index_type(*_: Any) -> XAttribute:
    return x.IndexType()


@exports(types.NoneType)
def _none_type(*_: Any) -> XAttribute:
    return x.NoneType()


@exports(types.ComplexType)
def _complex_type(exporter: AttributeExporter, type: types.ComplexType) -> XAttribute:
    return x.ComplexType(exporter.plain(type.element_type))


@exports(types.TupleType)
def _tuple_type(exporter: AttributeExporter, type: types.TupleType) -> XAttribute:
    return x.TupleType(x.ArrayAttr(map(exporter.plain, type.types)))


@exports(types.FunctionType)
def _function_type(exporter: AttributeExporter, type: types.FunctionType) -> XAttribute:
    return x.FunctionType.from_lists(list(map(exporter.plain, type.inputs)), list(map(exporter.plain, type.results)))


@exports(types.VectorType)
def _vector_type(exporter: AttributeExporter, type: types.VectorType) -> XAttribute:
    scalable: Any = x.ArrayAttr([x.IntegerAttr.from_bool(flag) for flag in type.scalable_dims])
    return x.VectorType(exporter.plain(type.element_type), type.shape, scalable)


@exports(types.TensorType)
def _tensor_type(exporter: AttributeExporter, type: types.TensorType) -> XAttribute:
    return x.TensorType(exporter.plain(type.element_type), type.shape, optional(exporter, type.encoding))


@exports(types.UnrankedTensorType)
def _unranked_tensor_type(exporter: AttributeExporter, type: types.UnrankedTensorType) -> XAttribute:
    return x.UnrankedTensorType(exporter.plain(type.element_type))


@exports(types.MemRefType)
def _memref_type(exporter: AttributeExporter, type: types.MemRefType) -> XAttribute:
    return x.MemRefType(
        exporter.plain(type.element_type),
        type.shape,
        optional(exporter, type.layout),
        optional(exporter, type.memory_space),
    )


@exports(types.UnrankedMemRefType)
def _unranked_memref_type(exporter: AttributeExporter, type: types.UnrankedMemRefType) -> XAttribute:
    return x.UnrankedMemRefType(exporter.plain(type.element_type), optional(exporter, type.memory_space))


# -- Attributes --------------------------------------------------------------------------------------------------------


@exports(attributes.TypeAttr)
def _type(exporter: AttributeExporter, attr: attributes.TypeAttr) -> XAttribute:
    return exporter.plain(attr.type)


@exports(attributes.UnitAttr)
def _unit(*_: Any) -> XAttribute:
    return x.UnitAttr()


@exports(attributes.IntegerAttr)
def _integer(exporter: AttributeExporter, attr: attributes.IntegerAttr) -> XAttribute:
    return x.IntegerAttr(attr.value, exporter.plain(attr.type))


@exports(attributes.FloatAttr)
def _float(exporter: AttributeExporter, attr: attributes.FloatAttr) -> XAttribute:
    x_attr: Any = x.FloatAttr(attr.value, exporter.plain(attr.type))
    if (
        attributes.FloatAttr.of(x_attr.value.data, attr.type) is not attr
    ):  # a NaN's bits, or more than a Python float has
        return carried(attr)
    return x_attr


@exports(attributes.StringAttr)
def _string(_: AttributeExporter, attr: attributes.StringAttr) -> XAttribute:
    if attr.type is not None:
        return carried(attr)
    try:
        attr.value.encode()
    except UnicodeEncodeError:
        return x.BytesAttr(attr.value.encode("utf-8", "surrogateescape"))
    return x.StringAttr(attr.value)


@exports(attributes.SymbolRefAttr)
def _symbol(_: AttributeExporter, attr: attributes.SymbolRefAttr) -> XAttribute:
    return x.SymbolRefAttr(attr.root, list(attr.nested))


@exports(attributes.ArrayAttr)
def _array(exporter: AttributeExporter, attr: attributes.ArrayAttr) -> XAttribute:
    return x.ArrayAttr(map(exporter.plain, attr.elements))


@exports(attributes.DictionaryAttr)
def _dictionary(exporter: AttributeExporter, attr: attributes.DictionaryAttr) -> XAttribute:
    return x.DictionaryAttr({name: exporter.plain(value) for name, value in attr.entries})


@exports(attributes.AffineMapAttr)
def _affine_map(_: AttributeExporter, attr: attributes.AffineMapAttr) -> XAttribute:
    return x.AffineMapAttr(affine.map_to_xdsl(attr.value))


@exports(attributes.IntegerSetAttr)
def _integer_set(_: AttributeExporter, attr: attributes.IntegerSetAttr) -> XAttribute:
    return x.AffineSetAttr(affine.set_to_xdsl(attr.value))


@exports(attributes.StridedLayoutAttr)
def _strided(_: AttributeExporter, attr: attributes.StridedLayoutAttr) -> XAttribute:
    return x.StridedLayoutAttr(list(map(_stride, attr.strides)), _stride(attr.offset))


def _stride(value: int) -> int | None:
    return None if value == types.DYNAMIC else value


@exports(attributes.DenseArrayAttr)
def _dense_array(exporter: AttributeExporter, attr: attributes.DenseArrayAttr) -> XAttribute:
    if not dense.array_can_be_stored(attr.element_type):
        return carried(attr)
    element: Any = exporter.plain(attr.element_type)
    return x.DenseArrayBase(element, x.BytesAttr(dense.array_to_xdsl(attr)))


@exports(attributes.DenseElementsAttr)
def _dense_elements(exporter: AttributeExporter, attr: attributes.DenseElementsAttr) -> XAttribute:
    if not dense.can_be_stored(attr.type.element_type):
        return carried(attr)
    return x.DenseIntOrFPElementsAttr(exporter.plain(attr.type), x.BytesAttr(dense.elements_to_xdsl(attr)))


@exports(attributes.DenseResourceElementsAttr)
def _dense_resource(exporter: AttributeExporter, attr: attributes.DenseResourceElementsAttr) -> XAttribute:
    type = exporter.plain(attr.type)
    if not isinstance(type, x.ShapedType):
        return carried(attr)
    return x.DenseResourceAttr(dense.handle_to_xdsl(attr.blob), type)


# -- Locations ---------------------------------------------------------------------------------------------------------


@exports(UnknownLoc)
def _unknown(*_: Any) -> XAttribute:
    return x.UNKNOWN_LOC


_text = lru_cache(maxsize=64)(x.StringAttr)
_number = lru_cache(maxsize=4096)(x.IntAttr)
_set = object.__setattr__


@exports(FileLineColLoc)
def _file(_: AttributeExporter, loc: FileLineColLoc) -> XAttribute:
    """Nearly every op has one of its own, so it is made without the verifier, which takes longer than the rest."""
    start = object.__new__(x.FileLineColLoc)
    _set(start, "filename", _text(loc.filename))
    _set(start, "line", _number(loc.line))
    _set(start, "column", _number(loc.column))
    if (loc.end_line, loc.end_column) == (loc.line, loc.column):
        return start
    end = x.DenseArrayBase.from_list(x.i64, [loc.end_line, loc.end_column])
    return x.FusedLoc(x.ArrayAttr([start]), x.DictionaryAttr({RANGE_END: end}))


@exports(NameLoc)
def _name(exporter: AttributeExporter, loc: NameLoc) -> XAttribute:
    return x.NameLoc(x.StringAttr(loc.text), _child(exporter, loc.child))


@exports(CallSiteLoc)
def _call_site(exporter: AttributeExporter, loc: CallSiteLoc) -> XAttribute:
    return x.CallSiteLoc(exporter.plain(loc.callee), exporter.plain(loc.caller))


@exports(FusedLoc)
def _fused(exporter: AttributeExporter, loc: FusedLoc) -> XAttribute:
    return x.FusedLoc(x.ArrayAttr(map(exporter.plain, loc.locations)), optional(exporter, loc.metadata))


@exports(OpaqueLoc)
def _opaque(exporter: AttributeExporter, loc: OpaqueLoc) -> XAttribute:
    identifier = x.IntegerAttr(loc.identifier, 64)
    return x.FusedLoc(x.ArrayAttr([exporter.plain(loc.fallback)]), x.DictionaryAttr({OPAQUE: identifier}))


def _child(exporter: AttributeExporter, loc: Attribute) -> Any:
    return _NONE if isinstance(loc, UnknownLoc) else exporter.plain(loc)
