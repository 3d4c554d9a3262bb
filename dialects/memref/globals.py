"""Named memrefs that live as long as the program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dlc.ir import Attribute, DenseElementsAttr, IntegerAttr, Operation, StringAttr, SymbolRefAttr, TypeAttr, UnitAttr
from dlc.ir.assembly import AsmPrinter, AsmReader
from dlc.ir.builtin_attributes import UNIT, DenseResourceElementsAttr, DenseStringElementsAttr, SparseElementsAttr
from dlc.ir.builtin_constraints import flat_symbol_ref, i64_attr, string_attr, symbol_name, unit_attr
from dlc.ir.builtin_types import MemRefType, ShapedType, TensorType
from dlc.ir.constraints import any_attribute
from dlc.ir.definition import Attr, Op, Result, attr, op, optional_attr, result
from dlc.ir.interfaces import Symbol, SymbolUser
from dlc.ir.symbol_table import check_visibility
from dlc.ir.traits import Pure

from .constraints import memref_type_attr, static_memref

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

Elements = DenseElementsAttr | DenseResourceElementsAttr | DenseStringElementsAttr | SparseElementsAttr
ELEMENTS = (DenseElementsAttr, DenseResourceElementsAttr, DenseStringElementsAttr, SparseElementsAttr)


def read_type_and_value(p: AsmReader) -> tuple[TypeAttr, Attribute | None]:
    """`memref<2xf32> = dense<0.0>`; the value's type follows from the memref's."""
    offset = p.pos
    type = p.type()
    if not isinstance(type, MemRefType) or not type.has_static_shape:
        p.fail(f"type should be static shaped memref, but got '{type}'", offset)
    if not p.accept("="):
        return TypeAttr(type), None
    if p.accept("uninitialized"):
        return TypeAttr(type), UNIT
    offset = p.pos
    value = p.attribute_of_type(TensorType(type.shape, type.element_type))
    if not isinstance(value, ELEMENTS):
        p.fail(f"initial value should be a unit or elements attribute, but got '{value}'", offset)
    return TypeAttr(type), value


def write_type_and_value(p: AsmPrinter, op: Operation, type: TypeAttr, value: Attribute | None) -> None:
    """The counterpart of `read_type_and_value`."""
    p.write(p.type(type.type))
    if value is not None:
        p.write(f" = {'uninitialized' if isinstance(value, UnitAttr) else p.attribute_without_type(value)}")


@op("memref.global", interfaces=(Symbol,))
class GlobalOp(Op):
    """A memref with a name: with a value, uninitialized, or (with neither) defined elsewhere. What is `constant` must
    not be written to.

    Rules: (global_c1) its visibility is 'public', 'private' or 'nested'. (global_c2) its shape is static. (global_c3)
    its value, if any, is `uninitialized` or elements. (global_c4) these have its shape and element type. (global_c5)
    the alignment is a power of two.
    Example: memref.global "private" constant @table : memref<2xf32> = dense<[1.0, 2.0]> {alignment = 64 : i64}
    """

    sym_name: Attr[StringAttr] = attr(symbol_name)
    type: Attr[TypeAttr] = attr(memref_type_attr)
    initial_value: Attr[Attribute | None] = optional_attr(any_attribute, default=None)
    sym_visibility: Attr[StringAttr | None] = optional_attr(string_attr, default=None, kw_only=True)
    constant: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)
    alignment: Attr[IntegerAttr | None] = optional_attr(i64_attr, default=None, kw_only=True)
    directives = {"TypeAndValue": (read_type_and_value, write_type_and_value)}  # noqa: RUF012 (never changed)
    syntax = (
        "($sym_visibility^)? (`constant` $constant^)? $sym_name `:` "
        "custom<TypeAndValue>($type, $initial_value) attr-dict"
    )

    @staticmethod
    def is_declaration(op: Operation) -> bool:
        """Return whether the global has no value, as it is defined elsewhere."""
        return "initial_value" not in op.properties

    @property
    def is_uninitialized(self) -> bool:
        return isinstance(self.initial_value, UnitAttr)

    def constant_initial_value(self) -> Attribute | None:
        """The elements that are there whenever the program looks."""
        return self.initial_value if self.constant is not None and not self.is_uninitialized else None

    def verify(self, report: Report) -> None:
        check_visibility(self, "global_c1", report)
        memref, value = self.type.type, self.initial_value
        assert isinstance(memref, MemRefType)
        alignment = self.alignment.value if self.alignment is not None else 1
        if alignment <= 0 or alignment & (alignment - 1):
            report.error("global_c5", f"alignment must be a power of 2, but got '{alignment}'")
        if not memref.has_static_shape:
            report.error("global_c2", f"type should be static shaped memref, but got '{memref}'")
        elif value is not None and not isinstance(value, (UnitAttr, *ELEMENTS)):
            report.error("global_c3", f"initial value should be a unit or elements attribute, but got '{value}'")
        elif isinstance(value, ELEMENTS):
            self._verify_elements(memref, value, report)

    def _verify_elements(self, memref: MemRefType, value: Elements, report: Report) -> None:
        type = value.type
        if not isinstance(type, ShapedType):
            report.error("global_c4", f"initial value shape expected to be known, but was '{type}'")
            return
        shape, element = type.shape, type.element_type
        if element is not memref.element_type:
            report.error(
                "global_c4",
                f"initial value element expected to be of type '{memref.element_type}', but was of type '{element}'",
            )
        elif shape != memref.shape:
            wanted, got = (", ".join(map(str, sizes)) for sizes in (memref.shape, shape))
            report.error("global_c4", f"initial value shape expected to be {wanted} but was {got}")


@op("memref.get_global", traits=(Pure,), interfaces=(SymbolUser,))
class GetGlobalOp(Op):
    """The memref that a `memref.global` names.

    Rules: (get_global_c1) there is such a global. (get_global_c2) it has this type.
    Example: %t = memref.get_global @table : memref<2xf32>
    """

    name_: Attr[SymbolRefAttr] = attr(flat_symbol_ref)
    result: Result = result(static_memref)
    syntax = "$name `:` type($result) attr-dict"

    def verify_symbol_uses(self, lookup: Any, report: Report) -> None:
        """The global is there, and has this type."""
        referenced = lookup(self.name_)
        if not isinstance(referenced, GlobalOp):
            report.error("get_global_c1", f"'{self.name_.root}' does not reference a valid global memref")
        elif referenced.type.type is not self.result.type:
            report.error(
                "get_global_c2",
                f"result type '{self.result.type}' does not match type '{referenced.type.type}' of the global memref "
                f"@{self.name_.root}",
            ).note(referenced.location, "the global is defined here")
