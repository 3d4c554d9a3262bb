"""Signatures as plain values for JSON, and back. Reading checks everything: files may come from anywhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

import numpy as np

from dlc.ir import Type
from dlc.ir.affine import AffineBinaryOpExpr, AffineConstantExpr, AffineExpr, AffineSymbolExpr
from dlc.ir.builtin_types import FloatType, IndexType, IntegerType
from dlc.ir.elements import numpy_type_named
from dlc.ir.errors import DlcError
from dlc.ir.floats import FLOAT_FORMATS
from dlc.ir.sizes import Dim, Size, size_of

from .signature import ADDRESS, Array, Number, Output, Parameter, Signature, dtype_of

Fields = Mapping[str, Any]
Item = TypeVar("Item")
DEEPEST_SIZE = 64
OPERATIONS: Mapping[str, Callable[[AffineExpr, AffineExpr], AffineExpr]] = {
    "add": lambda a, b: a + b,
    "mul": lambda a, b: a * b,
    "mod": lambda a, b: a % b,
    "floordiv": lambda a, b: a // b,
    "ceildiv": lambda a, b: a.ceildiv(b),
}


class InvalidFields(DlcError, ValueError):
    """Values do not describe what they should."""


# -- Writing -----------------------------------------------------------------------------------------------------------


def signature_fields(signature: Signature) -> dict[str, Any]:
    """Return a signature as plain values."""
    return {
        "name": signature.name,
        "parameters": [_parameter_fields(each) for each in signature.parameters],
        "outputs": [_output_fields(each) for each in signature.outputs],
        "results_are_fresh": signature.results_are_fresh,
        "workspace_bytes": signature.workspace_bytes,
    }


def _parameter_fields(parameter: Parameter) -> dict[str, Any]:
    flags = {"is_written": parameter.is_written, "is_alone": parameter.is_alone, "is_donated": parameter.is_donated}
    texts = {"name": parameter.name, "doc": parameter.doc}
    return {**texts, **flags, "alignment": parameter.alignment, **_kind_fields(parameter.kind)}


def _output_fields(output: Output) -> dict[str, Any]:
    return {"name": output.name, "doc": output.doc, "is_lent": output.is_lent, **_kind_fields(output.kind)}


def _kind_fields(kind: Number | Array) -> dict[str, Any]:
    if isinstance(kind, Number):
        return {"number": str(kind)}
    sizes = [_expr_fields(size.expr, size.names) if isinstance(size, Size) else size for size in kind.sizes]
    strides = None if kind.strides is None else list(kind.strides)
    return {"elements": kind.dtype.name, "sizes": sizes, "strides": strides, "offset": kind.offset}


def _expr_fields(expr: AffineExpr, names: Sequence[str]) -> Any:
    """Return a number, a name, or `[operation, left, right]`."""
    if isinstance(expr, AffineBinaryOpExpr):
        return [expr.kind, *(_expr_fields(operand, names) for operand in expr.operands)]
    if isinstance(expr, AffineConstantExpr):
        return expr.constant_value
    assert isinstance(expr, AffineSymbolExpr), "sizes have no dimensions"
    return names[expr.position]


# -- Reading -----------------------------------------------------------------------------------------------------------


def signature_from(fields: Fields) -> Signature:
    """Return the signature that plain values describe; raise `InvalidFields` if they do not."""
    parameters = tuple(_parameter(each) for each in groups(fields, "parameters"))
    outputs = tuple(
        Output(field(each, "name", str), _kind(each), field(each, "doc", str), field(each, "is_lent", bool))
        for each in groups(fields, "outputs")
    )
    is_fresh, workspace = field(fields, "results_are_fresh", bool), field(fields, "workspace_bytes", int)
    if workspace < 0:
        raise InvalidFields(f"a workspace cannot have {workspace} bytes")
    return Signature(field(fields, "name", str), parameters, outputs, is_fresh, workspace)


def _parameter(fields: Fields) -> Parameter:
    alignment = field(fields, "alignment", int)
    if alignment < 1:
        raise InvalidFields(f"alignment must be positive, but got {alignment}")
    return Parameter(
        field(fields, "name", str),
        _kind(fields),
        field(fields, "is_written", bool),
        field(fields, "is_alone", bool),
        alignment,
        field(fields, "doc", str),
        field(fields, "is_donated", bool),
    )


def _kind(fields: Fields) -> Number | Array:
    if "number" in fields:
        return _number(field(fields, "number", str))
    sizes = tuple(_dim(each) for each in _items(fields, "sizes"))
    strides = None if fields.get("strides") is None else tuple(listed(fields, "strides", int))
    if strides is not None and len(strides) != len(sizes):
        raise InvalidFields("an array needs a stride for each of its sizes")
    return Array(_element_type(field(fields, "elements", str)), sizes, strides, field(fields, "offset", int))


def _number(text: str) -> Number:
    if text == ADDRESS:
        return Number(None, None)
    match = re.fullmatch(r"([su]?)i(1|8|16|32|64)", text)
    if match is not None:
        type: Type = IntegerType(int(match[2]), match[1])
    elif text == "index":
        return Number(IndexType(), np.dtype(np.int64))
    elif text in FLOAT_FORMATS:
        type = FloatType(text)
    else:
        raise InvalidFields(f"there is no number type '{text}'")
    return Number(type, dtype_of(type))


def _element_type(name: str) -> Any:
    try:
        return numpy_type_named(name)
    except ValueError as error:
        raise InvalidFields(str(error)) from None


def _dim(fields: Any) -> Dim:
    if fields is None:
        return None
    names: list[str] = []
    expr = _expr(fields, names, 0)
    return size_of(names, expr)


def _expr(fields: Any, names: list[str], depth: int) -> AffineExpr:
    """Return the expression over names that plain values describe; append new names."""
    if isinstance(fields, str) and fields:
        if fields not in names:
            names.append(fields)
        return AffineSymbolExpr(names.index(fields))
    if isinstance(fields, int) and not isinstance(fields, bool):
        return AffineConstantExpr(fields)
    if isinstance(fields, list) and depth < DEEPEST_SIZE:
        kind, *operands = cast("list[Any]", fields) or [None]
        operation = OPERATIONS.get(kind) if isinstance(kind, str) else None
        if operation is not None and len(operands) == 2:
            left, right = (_expr(each, names, depth + 1) for each in operands)
            return operation(left, right)
    raise InvalidFields(f"expected a size, but got '{fields!r:.80}'")


# -- Checked access ----------------------------------------------------------------------------------------------------


def field(fields: Fields, name: str, kind: type[Item]) -> Item:
    """Return a value of a type; raise `InvalidFields` for another one."""
    return _checked(fields.get(name), name, kind)


def group(fields: Fields, name: str) -> Fields:
    """Return a value that contains others by name."""
    return _fields(fields.get(name), name)


def groups(fields: Fields, name: str) -> list[Fields]:
    """Return a list of values that contain others by name."""
    return [_fields(each, name) for each in _items(fields, name)]


def listed(fields: Fields, name: str, kind: type[Item]) -> list[Item]:
    """Return a list of values of a type."""
    return [_checked(each, name, kind) for each in _items(fields, name)]


def table(fields: Fields, name: str, kind: type[Item]) -> dict[str, Item]:
    """Return values of a type by name."""
    return {key: _checked(each, name, kind) for key, each in group(fields, name).items()}


def _items(fields: Fields, name: str) -> list[Any]:
    return cast("list[Any]", _checked(fields.get(name), name, list))


def _fields(value: Any, name: str) -> Fields:
    return cast(Fields, _checked(value, name, dict))


def _checked(value: Any, name: str, kind: type[Item]) -> Item:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise InvalidFields(f"'{name}' must be of type {kind.__name__}, but got '{value!r:.80}'")
    return value
