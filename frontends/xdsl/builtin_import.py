"""xDSL's builtin attributes and types as dlc's."""

from __future__ import annotations

from typing import Any

from xdsl.dialects import builtin as x

from ...ir import builtin_attributes as attributes, builtin_types as types
from ...ir.attributes import Attribute, Type
from ...ir.locations import UNKNOWN_LOC, CallSiteLoc, FileLineColLoc, FusedLoc, Location, NameLoc, OpaqueLoc
from . import affine, dense
from .attributes import AttributeImporter, ConversionError, imports

_SIGNEDNESS = {
    x.Signedness.SIGNLESS: types.SIGNLESS,
    x.Signedness.SIGNED: types.SIGNED,
    x.Signedness.UNSIGNED: types.UNSIGNED,
}
FLOATS: tuple[Any, ...] = (
    x.BFloat16Type, x.Float16Type, x.Float32Type, x.Float64Type, x.Float80Type, x.Float128Type, x.FloatTF32Type,
    x.Float8E5M2Type, x.Float8E4M3Type, x.Float8E4M3FNType, x.Float8E5M2FNUZType, x.Float8E4M3FNUZType,
    x.Float8E4M3B11FNUZType, x.Float8E3M4Type, x.Float8E8M0FNUType, x.Float6E2M3FNType, x.Float6E3M2FNType,
    x.Float4E2M1FNType,
)  # fmt: skip
"""Classes whose only instance is called as dlc calls the format."""


def optional(importer: AttributeImporter, attr: Any) -> Attribute | None:
    """Convert an optional attribute: xDSL's `NoneAttr` is an absent one."""
    return None if isinstance(attr, x.NoneAttr) else importer.attribute(attr)


def _shape(attr: Any) -> tuple[int, ...]:
    return tuple([size.data for size in attr.data])


# -- Types -------------------------------------------------------------------------------------------------------------


@imports(x.IntegerType)
def _integer_type(_: AttributeImporter, attr: Any) -> Type:
    return types.IntegerType(attr.width.data, _SIGNEDNESS[attr.signedness.data])


@imports(*FLOATS)
def _float_type(_: AttributeImporter, attr: Any) -> Type:
    return types.FloatType(attr.name)


@imports(x.IndexType)
def _index_type(*_: Any) -> Type:
    return types.index


@imports(x.NoneType)
def _none_type(*_: Any) -> Type:
    return types.none


@imports(x.ComplexType)
def _complex_type(importer: AttributeImporter, attr: Any) -> Type:
    return types.ComplexType(importer.type(attr.element_type))


@imports(x.TupleType)
def _tuple_type(importer: AttributeImporter, attr: Any) -> Type:
    return types.TupleType(tuple(map(importer.type, attr.types.data)))


@imports(x.FunctionType)
def _function_type(importer: AttributeImporter, attr: Any) -> Type:
    return types.FunctionType(tuple(map(importer.type, attr.inputs.data)), tuple(map(importer.type, attr.outputs.data)))


@imports(x.VectorType)
def _vector_type(importer: AttributeImporter, attr: Any) -> Type:
    scalable = tuple([bool(flag.value.data) for flag in attr.scalable_dims.data])
    return types.VectorType(_shape(attr.shape), importer.type(attr.element_type), scalable)


@imports(x.TensorType)
def _tensor_type(importer: AttributeImporter, attr: Any) -> Type:
    return types.TensorType(_shape(attr.shape), importer.type(attr.element_type), optional(importer, attr.encoding))


@imports(x.UnrankedTensorType)
def _unranked_tensor_type(importer: AttributeImporter, attr: Any) -> Type:
    return types.UnrankedTensorType(importer.type(attr.element_type))


@imports(x.MemRefType)
def _memref_type(importer: AttributeImporter, attr: Any) -> Type:
    return types.MemRefType(
        _shape(attr.shape),
        importer.type(attr.element_type),
        optional(importer, attr.layout),
        optional(importer, attr.memory_space),
    )


@imports(x.UnrankedMemRefType)
def _unranked_memref_type(importer: AttributeImporter, attr: Any) -> Type:
    return types.UnrankedMemRefType(importer.type(attr.element_type), optional(importer, attr.memory_space))


# -- Attributes --------------------------------------------------------------------------------------------------------


@imports(x.UnitAttr)
def _unit(*_: Any) -> Attribute:
    return attributes.UNIT


@imports(x.IntegerAttr)
def _integer(importer: AttributeImporter, attr: Any) -> Attribute:
    return attributes.IntegerAttr(attr.value.data, importer.type(attr.type))


@imports(x.FloatAttr)
def _float(importer: AttributeImporter, attr: Any) -> Attribute:
    return attributes.FloatAttr.of(attr.value.data, importer.type(attr.type))


@imports(x.StringAttr)
def _string(_: AttributeImporter, attr: Any) -> Attribute:
    return attributes.StringAttr(attr.data)


@imports(x.BytesAttr)
def _bytes(_: AttributeImporter, attr: Any) -> Attribute:
    return attributes.StringAttr(attr.data.decode("utf-8", "surrogateescape"))


@imports(x.SymbolRefAttr)
def _symbol(_: AttributeImporter, attr: Any) -> Attribute:
    return attributes.SymbolRefAttr(
        attr.root_reference.data, tuple([nested.data for nested in attr.nested_references.data])
    )


@imports(x.ArrayAttr)
def _array(importer: AttributeImporter, attr: Any) -> Attribute:
    return attributes.ArrayAttr(tuple(map(importer.attribute, attr.data)))


@imports(x.DictionaryAttr)
def _dictionary(importer: AttributeImporter, attr: Any) -> Attribute:
    return attributes.DictionaryAttr.of({name: importer.attribute(value) for name, value in attr.data.items()})


@imports(x.AffineMapAttr)
def _affine_map(_: AttributeImporter, attr: Any) -> Attribute:
    return attributes.AffineMapAttr(affine.map_from_xdsl(attr.data))


@imports(x.AffineSetAttr)
def _affine_set(_: AttributeImporter, attr: Any) -> Attribute:
    return attributes.IntegerSetAttr(affine.set_from_xdsl(attr.data))


@imports(x.StridedLayoutAttr)
def _strided(_: AttributeImporter, attr: Any) -> Attribute:
    return attributes.StridedLayoutAttr(tuple(map(_stride, attr.strides.data)), _stride(attr.offset))


def _stride(attr: Any) -> int:
    return types.DYNAMIC if isinstance(attr, x.NoneAttr) else attr.data


@imports(x.DenseArrayBase)
def _dense_array(importer: AttributeImporter, attr: Any) -> Attribute:
    element = importer.type(attr.elt_type)
    return attributes.DenseArrayAttr(element, dense.array_from_xdsl(attr.data.data, element))


@imports(x.DenseIntOrFPElementsAttr)
def _dense_elements(importer: AttributeImporter, attr: Any) -> Attribute:
    type = importer.type(attr.type)
    if not isinstance(type, types.ShapedType):
        raise ConversionError(f"dense elements must have a shaped type, but got '{type}'")
    return dense.elements_from_xdsl(attr.data.data, type)


@imports(x.DenseResourceAttr)
def _dense_resource(importer: AttributeImporter, attr: Any) -> Attribute:
    type: Any = importer.type(attr.type)
    return attributes.DenseResourceElementsAttr(type, dense.blob_from_xdsl(attr.resource_handle))


# -- Locations ---------------------------------------------------------------------------------------------------------

RANGE_END = "dlc.range_end"
OPAQUE = "dlc.opaque_location"
"""Names under which the metadata of a fused location of xDSL says what xDSL's locations cannot."""


@imports(x.UnknownLoc)
def _unknown(*_: Any) -> Location:
    return UNKNOWN_LOC


@imports(x.FileLineColLoc)
def _file(_: AttributeImporter, attr: Any) -> Location:
    return FileLineColLoc.at(attr.filename.data, attr.line.data, attr.column.data)


@imports(x.NameLoc)
def _name(importer: AttributeImporter, attr: Any) -> Location:
    return NameLoc(attr.desc.data, _child(importer, attr.location))


@imports(x.CallSiteLoc)
def _call_site(importer: AttributeImporter, attr: Any) -> Location:
    return CallSiteLoc(_child(importer, attr.callee), _child(importer, attr.caller))


@imports(x.FusedLoc)
def _fused(importer: AttributeImporter, attr: Any) -> Location:
    parts = tuple([_child(importer, part) for part in attr.locations.data])
    metadata = None if isinstance(attr.metadata, x.NoneAttr) else importer.attribute(attr.metadata)
    if isinstance(metadata, attributes.DictionaryAttr) and len(parts) == len(metadata.entries) == 1:
        end, identifier = metadata.get(RANGE_END), metadata.get(OPAQUE)
        start = parts[0]
        if isinstance(end, attributes.DenseArrayAttr) and isinstance(start, FileLineColLoc):
            return FileLineColLoc(start.filename, start.line, start.column, end[0], end[1])
        if isinstance(identifier, attributes.IntegerAttr):
            return OpaqueLoc(identifier.value, start)
    return FusedLoc(parts, metadata)


def _child(importer: AttributeImporter, attr: Any) -> Location:
    return UNKNOWN_LOC if isinstance(attr, x.NoneAttr) else importer.location(attr)
