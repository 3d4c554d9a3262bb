"""Values that control flow forwards: how they are written, and which types they may have.

    (%a = %start : tensor<4xf32>, %b = %other : tensor<2xf32> as tensor<?xf32>)

A value may be forwarded to where the type says less of its sizes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import DenseElementsAttr, Operation, Region, Type, Value
from dlc.ir.assembly import Argument, AsmPrinter, AsmReader
from dlc.ir.attributes import spelled
from dlc.ir.builtin_types import TensorType
from dlc.ir.definition import Op
from dlc.ir.sizes import is_less_precise

from .tensors import shape_of_type, tensor_of

if TYPE_CHECKING:
    from dlc.ir.attributes import Attribute
    from dlc.ir.verifier import Report


class PassesTensors(Op):
    """A `RegionBranch` op that may pass a tensor on to where a type says less about its shape."""

    def can_pass(self, given: Type, declared: Type) -> bool:
        """Return whether the declared type says no more than the given one."""
        return says_no_more(declared, given)


def says_no_more(declared: Type, given: Type) -> bool:
    """Return whether a value of the type `given` may be forwarded to where the type is `declared`."""
    if declared is given:
        return True
    if not isinstance(declared, TensorType) or not isinstance(given, TensorType):
        return False
    same_elements = declared.element_type is given.element_type
    return same_elements and is_less_precise(shape_of_type(declared), shape_of_type(given))


def check_handed_on(report: Report, rule: str, subject: str, given: Sequence[Value], declared: Sequence[Value]) -> bool:
    """Report values that are not as many as those that they become, or do not fit them."""
    if len(given) != len(declared):
        report.error(rule, f"{subject} must be {len(declared)} values, but got {len(given)}")
        return False
    for number, (value, target) in enumerate(zip(given, declared, strict=True)):
        if not says_no_more(target.type, value.type):
            report.error(rule, f"{subject} must fit '{target.type}' as number {number}, but got '{value.type}'")
            return False
    return True


def check_region(report: Report, rule: str, subject: str, region: Region, terminator: type[Operation]) -> bool:
    """Report a region that is not one block with this terminator."""
    if not region.has_one_block or not isinstance(region.entry.last, terminator):
        last = region.entry.last if not region.is_empty else None
        got = f"'{last.name}'" if last is not None else "nothing"
        report.error(rule, f"{subject} must be one block that ends with '{terminator.name}', but got {got} at its end")
        return False
    return True


def same_types(values: Sequence[Value], others: Sequence[Value]) -> bool:
    """Return whether values have exactly the types of others."""
    return [value.type for value in values] == [other.type for other in others]


def truth_of(constant: Attribute | None) -> bool | None:
    """The truth value that a constant condition is."""
    if not isinstance(constant, DenseElementsAttr):
        return None
    return bool(constant.bits()[0])


# -- Text --------------------------------------------------------------------------------------------------------------


class Carried:
    """A parsed list of region arguments with their initial values."""

    def __init__(self) -> None:
        self.arguments: list[Argument] = []
        self.values: list[Value] = []


def read_carried(p: AsmReader, *, sliced: bool = False) -> Carried:
    """`(%a = %x : tensor<4xf32>, …)`. If `sliced`, arguments have the type without the leading dimension."""
    carried = Carried()
    p.expect("(")
    while not p.at(")"):
        if carried.values:
            p.expect(",")
        name = p.value_name()
        offset = p.pos - len(name)
        p.expect("=")
        value = p.value_name()
        value_offset = p.pos - len(value)
        p.expect(":")
        type = p.type()
        kind = _slice_type(p, type, value_offset) if sliced else type
        if not sliced and p.accept("as"):
            kind = p.type()
        carried.arguments.append((name, kind, p.accept_location(), offset))
        carried.values.append(p.resolve(value, value_offset, type))
    p.expect(")")
    return carried


def _slice_type(p: AsmReader, type: Type, offset: int) -> Type:
    sliced = slice_type(type)
    if sliced is None:
        p.fail(f"expected a tensor with a leading dimension, but got '{type}'", offset)
    return sliced


def slice_type(type: Type) -> Type | None:
    """Return the type of one slice of a tensor along its leading dimension."""
    if not isinstance(type, TensorType) or not type.shape:
        return None
    return tensor_of(shape_of_type(type)[1:], type.element_type)


def write_carried(p: AsmPrinter, arguments: Sequence[Value], values: Sequence[Value], *, sliced: bool = False) -> None:
    """The counterpart of `read_carried`."""
    parts: list[str] = []
    for argument, value in zip(arguments, values, strict=True):
        text = f"{p.name(argument)} = {p.name(value)} : {p.type(value.type)}"
        if not sliced and argument.type is not value.type:
            text += f" as {p.type(argument.type)}"
        bare = f"{p.name(argument)}: {p.type(argument.type)}"
        parts.append(text + p.argument(argument)[len(bare) :])
    p.write(f"({', '.join(parts)})")


def write_result_types(p: AsmPrinter, types: Sequence[Type]) -> None:
    """The counterpart of `ir.signatures.read_result_types`."""
    if types:
        p.write(f" -> {p.type(types[0])}" if len(types) == 1 else f" -> ({p.types_of(types)})")


def spelled_types(values: Sequence[Value]) -> str:
    """Types in a message."""
    return spelled([value.type for value in values]) or "none"
