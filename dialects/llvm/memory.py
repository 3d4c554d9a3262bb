"""Places in memory: on the stack, read, written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, Location, Type, Value
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.builtin_attributes import UNIT, IntegerAttr, TypeAttr, UnitAttr
from dlc.ir.builtin_constraints import i64_attr, type_attr, unit_attr
from dlc.ir.builtin_types import FunctionType, i64
from dlc.ir.definition import Attr, Op, Operand, Result, attr, op, operand, optional_attr, result
from dlc.ir.interfaces import Effect, MemoryEffects, Touches
from dlc.ir.locations import PendingLocation

from .attributes import DereferenceableAttr
from .bases import LoadOrStore, check_alignment
from .constraints import any_integer, loadable, pointer
from .types import PointerType, has_size

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


@op("llvm.alloca", interfaces=(Touches(alloc="res"),))
class AllocaOp(Op):
    """Allocate stack memory for a number of elements, until the function returns.

    Rules: (alloca_c1) the alignment is a power of two. (alloca_c2) elements have a size.
    Example: %p = llvm.alloca %n x f32 {alignment = 64 : i64} : (i64) -> !llvm.ptr
    """

    arraySize: Operand = operand(any_integer)  # noqa: N815 (MLIR's name)
    elem_type: Attr[TypeAttr] = attr(type_attr)
    res: Result = result(pointer)
    alignment: Attr[IntegerAttr | None] = optional_attr(i64_attr, default=None)
    inalloca: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    syntax = HAND_WRITTEN

    @classmethod
    def of(cls, element: Type, count: Value, alignment: int | None = None, address_space: int = 0) -> AllocaOp:
        """Room for `count` elements."""
        kept = IntegerAttr(alignment, i64) if alignment else None
        return cls(count, TypeAttr(element), PointerType(address_space), kept)

    def verify(self, report: Report) -> None:
        check_alignment(report, "alloca_c1", self.alignment)
        if not has_size(self.elem_type.type):
            report.error("alloca_c2", f"expected a type with size, but got '{self.elem_type.type}'")

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> AllocaOp:
        properties: dict[str, Attribute] = {"inalloca": UNIT} if p.accept("inalloca") else {}
        offset = p.pos
        count = p.value_name()
        p.expect("x")
        properties["elem_type"] = TypeAttr(p.type())
        attributes = p.attr_dict()
        alignment = attributes.pop("alignment", None)
        if alignment is not None:
            if not isinstance(alignment, IntegerAttr):
                p.fail(f"expected integer alignment, but got '{alignment}'")
            if alignment.value:
                properties["alignment"] = alignment
        p.expect(":")
        type = p.type()
        if not isinstance(type, FunctionType) or len(type.inputs) != 1 or len(type.results) != 1:
            p.fail(f"expected trailing function type with one argument and one result, but got '{type}'")
        value = p.resolve(count, offset, type.inputs[0])
        return cls.create([value], type.results, properties, attributes, location=location)

    def write(self, p: AsmPrinter) -> None:
        inalloca = " inalloca" if self.inalloca is not None else ""
        p.write(f"{inalloca} {p.name(self.arraySize)} x {p.type(self.elem_type.type)}")
        p.attr_dict(self, ("elem_type", "inalloca"))
        p.write(f" : ({p.type(self.arraySize.type)}) -> {p.type(self.res.type)}")


_ACCESS = "(`atomic` (`syncscope` `(` $syncscope^ `)`)? $ordering^)? {more}attr-dict `:` {types}"
"""The common suffix of the syntax of loads and stores."""


@op("llvm.load", interfaces=(MemoryEffects,))
class LoadOp(LoadOrStore):
    """Read from memory. `invariant`: nobody ever writes there while the program can read it.

    Rules: (load_c1) only an atomic access has a scope. (load_c2) an atomic access is to a type that can be. (load_c3)
    a load does not release. (load_c4) an atomic access says its alignment. (load_c5) the alignment is a power of two.
    (load_c6) only what is loaded as a pointer can be said to be dereferenceable.
    Example: %v = llvm.load %p atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> f32
    """

    addr: Operand = operand(pointer)
    res: Result = result(loadable)
    invariant: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)
    invariantGroup: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)  # noqa: N815
    dereferenceable: Attr[DereferenceableAttr | None] = optional_attr(DereferenceableAttr, default=None, kw_only=True)
    syntax = "(`volatile` $volatile_^)? $addr " + _ACCESS.format(
        more="(`invariant` $invariant^)? (`invariant_group` $invariantGroup^)? "
        "(`dereferenceable` `` $dereferenceable^)? ",
        types="type($addr) `->` type($res)",
    )

    def effects(self) -> Sequence[Effect]:
        return self.access_effects(Effect("read", self.addr), ordering=self.ordering)

    def verify(self, report: Report) -> None:
        self.verify_access(report, "load", self.res.type, ("release", "acq_rel"))
        if self.dereferenceable is not None and not isinstance(self.res.type, PointerType):
            report.error("load_c6", f"expected op to return a single LLVM pointer type, but got '{self.res.type}'")


@op("llvm.store", interfaces=(MemoryEffects,))
class StoreOp(LoadOrStore):
    """Write to memory.

    Rules: (store_c1) only an atomic access has a scope. (store_c2) an atomic access is of a type that can be.
    (store_c3) a store does not acquire. (store_c4) an atomic access says its alignment. (store_c5) the alignment is a
    power of two.
    Example: llvm.store %v, %p {alignment = 4 : i64, nontemporal} : f32, !llvm.ptr
    """

    value: Operand = operand(loadable)
    addr: Operand = operand(pointer)
    invariantGroup: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)  # noqa: N815
    syntax = "(`volatile` $volatile_^)? $value `,` $addr " + _ACCESS.format(
        more="(`invariant_group` $invariantGroup^)? ", types="type($value) `,` type($addr)"
    )

    def effects(self) -> Sequence[Effect]:
        return self.access_effects(Effect("write", self.addr), ordering=self.ordering)

    def verify(self, report: Report) -> None:
        self.verify_access(report, "store", self.value.type, ("acquire", "acq_rel"))


@op("llvm.va_arg")
class VaArgOp(Op):
    """The next of the further arguments of a function that takes any number of them.

    Example: %v = llvm.va_arg %list : (!llvm.ptr) -> i32
    """

    arg: Operand = operand(pointer)
    res: Result = result(loadable)
    syntax = "$arg attr-dict `:` functional-type($arg, $res)"
