"""Constants of `graph`, and how folded values become ops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, Location, Type
from dlc.ir.attributes import PythonForm
from dlc.ir.builtin_attributes import DenseElementsAttr, DenseResourceElementsAttr
from dlc.ir.builtin_types import TensorType
from dlc.ir.constraints import AttributeConstraint
from dlc.ir.definition import Attr, Op, Result, attr, inferred_result, op
from dlc.ir.traits import ConstantLike, Pure

from .tensors import any_tensor

if TYPE_CHECKING:
    from dlc.ir.interfaces import FoldResult

Elements = DenseElementsAttr | DenseResourceElementsAttr


def _is_tensor_elements(attr: Attribute) -> bool:
    return isinstance(attr, Elements) and isinstance(attr.type, TensorType)


tensor_elements = AttributeConstraint(
    "elements of a tensor", _is_tensor_elements, python=PythonForm("npt.ArrayLike", DenseElementsAttr.from_numpy)
)


@op("graph.constant", traits=(ConstantLike, Pure))
class ConstantOp(Op):
    """A tensor that is known when compiling. Large ones are kept as resources beside the module.

    Example: %c = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
    """

    value: Attr[Elements] = attr(tensor_elements)
    result: Result = inferred_result(any_tensor)
    syntax = "$value attr-dict"

    def infer_types(self) -> Sequence[Type]:
        """Return the type of the elements."""
        return [self.value.type]

    def result_names(self) -> Sequence[str | None]:
        return ("cst",)

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult:
        """Return the constant itself."""
        del operands
        return [self.value]


def materialize_constant(value: Attribute, type: Type, location: Location) -> ConstantOp | None:
    """The op for a folded tensor."""
    if not isinstance(value, Elements) or value.type is not type or not isinstance(type, TensorType):
        return None
    return ConstantOp(value, location=location)
