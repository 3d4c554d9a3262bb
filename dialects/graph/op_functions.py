"""The ops of `graph` as functions: what they accept for operands, and how result types follow.

    with Builder.at_end(function.entry):
        y = graph.add(graph.mul(x, 2.0), bias)

For an operand, an array is a `graph.constant`, with the element type of its dtype. A number, or a list of numbers, has
the element type that the op requires there: that of the operands that must have the same type, or of the first operand.
A number is repeated to the shape of the operands that must have the same type; else it is a scalar.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from dlc.dialects import synonyms_of
from dlc.ir import Builder, Type, Value
from dlc.ir.builtin_attributes import DenseElementsAttr, element_type_of, i64_array
from dlc.ir.builtin_types import TensorType
from dlc.ir.definition import Op
from dlc.ir.elements import numpy
from dlc.ir.op_functions import OpFunctions
from dlc.ir.sizes import dims_from_python

from .bases import GraphOp
from .constant import ConstantOp
from .movement import BroadcastOp
from .shapes import ShapeOp
from .tensors import shape_of_type, tensor_of, with_element

if TYPE_CHECKING:
    import numpy.typing as npt

    TensorLike = Value | npt.ArrayLike
    ElementLike = Type | npt.DTypeLike


class GraphFunctions(OpFunctions):
    """The functions of the ops of `graph`."""

    annotations: ClassVar[Mapping[str, str]] = {
        "operand": "TensorLike",
        "shape": "Sequence[DimLike]",
        "element": "ElementLike",
    }

    def named_elsewhere(self, name: str) -> Sequence[str]:
        ops = (op.partition(".") for op in synonyms_of(name))
        return [mnemonic for dialect, _, mnemonic in ops if dialect == "graph"]

    def value(self, given: object, typed_like: Value | None, first: Value | None) -> Value | None:
        if isinstance(given, (bool, int, float)) and typed_like is not None:
            return constant_like(given, typed_like)
        like = (typed_like or first) if isinstance(given, (bool, int, float, list, tuple)) else None
        element = like.type.element_type if like is not None and isinstance(like.type, TensorType) else None
        return constant(given, element)

    def result_type(self, parts: Mapping[str, Any], first: Value | None) -> Type:
        element = parts.get("element")
        if element is None and first is not None and isinstance(first.type, TensorType):
            element = first.type.element_type
        return tensor_of(dims_from_python(parts.get("shape", ())), element_type(element))

    def complete(self, op: Op) -> Sequence[Type]:
        if isinstance(op, GraphOp):
            return op.infer_types()
        result = op.results[0].type  # of an elementwise op that declares the element type alone
        assert isinstance(result, TensorType)
        return [with_element(op.operands[0].type, result.element_type)]


def element_type(given: Any) -> Type:
    """Return an element type that is given as one, or as a numpy dtype."""
    return given if isinstance(given, Type) else element_type_of(given)


def constant(given: Any, element: Type | None = None) -> Value:
    """Insert an array, or numbers with this element type, as a constant."""
    if element is None:
        attr = DenseElementsAttr.from_numpy(given)
    else:
        array = numpy().asarray(given)
        attr = DenseElementsAttr.of(TensorType(array.shape, element), array.reshape(-1).tolist())
    return Builder.current().insert(ConstantOp(attr)).result


def constant_like(number: complex, value: Value) -> Value:
    """Insert a constant with the type of another value, all of whose elements equal a number."""
    type = value.type
    assert isinstance(type, TensorType)
    builder = Builder.current()
    if type.has_static_shape:
        return builder.insert(ConstantOp(DenseElementsAttr.of(type, [number]))).result
    scalar = builder.insert(ConstantOp(DenseElementsAttr.of(TensorType((), type.element_type), [number]))).result
    sizes = builder.insert(ShapeOp(value)).result if None in shape_of_type(type) else None
    return builder.insert(BroadcastOp(scalar, i64_array(()), type, sizes=sizes)).result
