"""The types of `graph`: ranked tensors of floats, integers and booleans, whose sizes may have names.

Integers without a sign in their type (`i8`) are two's complement; `ui8` is unsigned; `i1` is a truth value.
"""

from __future__ import annotations

from functools import lru_cache

from dlc.ir import Type, Value
from dlc.ir.builtin_types import DYNAMIC, LARGEST_SIZE, FloatType, IntegerType, TensorType, i1, index
from dlc.ir.constraints import TypeConstraint
from dlc.ir.sizes import Dim, DimsAttr, Shape, Size


@lru_cache(maxsize=4096)
def shape_of_type(type: TensorType) -> Shape:
    """Return the known sizes of a tensor type."""
    encoding = type.encoding
    if encoding is None:
        return tuple(None if size == DYNAMIC else size for size in type.shape)
    if not isinstance(encoding, DimsAttr):
        return tuple(None if size == DYNAMIC else size for size in type.shape)
    sizes = iter(encoding.sizes)
    return tuple(next(sizes, None) if size == DYNAMIC else size for size in type.shape)


def shape_of(value: Value) -> Shape:
    """Return the known sizes of a value that is a tensor."""
    return shape_of_type(value.type)  # type: ignore[arg-type]


@lru_cache(maxsize=4096)
def tensor_of(shape: Shape, element: Type) -> TensorType:
    """The type of tensors with these sizes."""
    sizes = tuple(dim if isinstance(dim, Size) else None for dim in shape if not isinstance(dim, int))
    encoding = DimsAttr(sizes) if any(size is not None for size in sizes) else None
    return TensorType(tuple(dim if isinstance(dim, int) else DYNAMIC for dim in shape), element, encoding)


def element_of(value: Value) -> Type:
    """The element type of a value that is a tensor."""
    return value.type.element_type  # type: ignore[union-attr]


def with_element(type: Type, element: Type) -> Type:
    """A tensor type with other elements."""
    assert isinstance(type, TensorType)
    return TensorType(type.shape, element, type.encoding)


def is_unsigned(element: Type) -> bool:
    """Return whether numbers of this type have no sign: `ui8`, and truth values."""
    return isinstance(element, IntegerType) and (element.is_unsigned or element is i1)


def fits_memory(shape: Shape) -> bool:
    """Return whether sizes and the number of elements can be counted in 63 bits, as far as they are known."""
    count = 1
    for dim in shape:
        if isinstance(dim, int):
            if dim > LARGEST_SIZE:
                return False
            count *= dim
    return count <= LARGEST_SIZE or 0 in shape


# -- Constraints -------------------------------------------------------------------------------------------------------


def _is_well_formed(type: Type) -> bool:
    if not isinstance(type, TensorType):
        return False
    encoding = type.encoding
    if encoding is None:
        return fits_memory(shape_of_type(type))
    return isinstance(encoding, DimsAttr) and encoding.fits(type.shape) and fits_memory(shape_of_type(type))


WIDTHS = (2, 4, 8, 16, 32, 64)
"""The widths of integer types; floats have those from 8 on."""


def _is_float(element: Type) -> bool:
    """Return whether it is a float that can be computed with: it has zeros, a sign and NaN."""
    if not isinstance(element, FloatType) or element.width not in WIDTHS or element.width < 8:
        return False
    return bool(element.format.sign_bit) and element.format.special != "finite"


def _is_finite_float(element: Type) -> bool:
    """Return whether it is a float that can be moved and converted: it has zeros and a sign, but no NaN."""
    return isinstance(element, FloatType) and element.format.special == "finite" and bool(element.format.sign_bit)


def _is_integer(element: Type) -> bool:
    return isinstance(element, IntegerType) and element.signedness != "s" and element.width in WIDTHS


def _tensor(description: str, *elements: object) -> TypeConstraint:
    tests = [test for test in elements if callable(test)]
    return TypeConstraint(
        f"ranked tensor of {description} (with one '#graph.dims' entry for each '?', and a size that can be counted)",
        lambda type: _is_well_formed(type) and any(test(type.element_type) for test in tests),  # type: ignore[attr-defined]
    )


def _is_bool(element: Type) -> bool:
    return element is i1


float_tensor = _tensor("floats", _is_float)
integer_tensor = _tensor("integers", _is_integer)
bool_tensor = _tensor("i1", _is_bool)
number_tensor = _tensor("floats or integers", _is_float, _is_integer)
integral_tensor = _tensor("integers or i1", _is_integer, _is_bool)
computable_tensor = _tensor("floats that have a NaN, integers or i1", _is_float, _is_integer, _is_bool)
any_tensor = _tensor("floats, integers or i1", _is_float, _is_finite_float, _is_integer, _is_bool)
"""Tensors that can be moved, chosen and converted, but not all computed with."""
index_tensor = _tensor("integers", _is_integer)
"""Positions, sizes and counts."""


def dims_of(type: TensorType) -> list[Dim]:
    """The sizes as a list to change."""
    return list(shape_of_type(type))


__all__ = [
    "any_tensor",
    "bool_tensor",
    "computable_tensor",
    "dims_of",
    "element_of",
    "fits_memory",
    "float_tensor",
    "index",
    "index_tensor",
    "integer_tensor",
    "integral_tensor",
    "is_unsigned",
    "number_tensor",
    "shape_of",
    "shape_of_type",
    "tensor_of",
    "with_element",
]
