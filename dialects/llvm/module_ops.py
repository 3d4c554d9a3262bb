"""Module-level ops besides functions: variables, aliases, constructors, flags."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dlc.ir import ArrayAttr, Attribute, IntegerAttr, Location, StringAttr, SymbolRefAttr, Type, TypeAttr, UnitAttr
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builtin_constraints import (
    array_of,
    i64_attr,
    string_attr,
    symbol_name,
    symbol_ref,
    type_attr,
    typed_int,
    unit_attr,
)
from dlc.ir.builtin_types import i8, i32, i64
from dlc.ir.constraints import any_attribute
from dlc.ir.definition import Attr, Op, Region, attr, op, optional_attr, region
from dlc.ir.interfaces import Symbol, SymbolUser
from dlc.ir.locations import PendingLocation
from dlc.ir.traits import IsolatedFromAbove, NoTerminator, SingleBlock, SymbolTableTrait

from .attributes import (
    EXTERNAL,
    LinkageAttr,
    ModuleFlagAttr,
    ZeroAttr,
    comdat_kind,
    unnamed_addr_kind,
    visibility_kind,
)
from .bases import check_alignment
from .constants import Lookup, mismatch
from .functions import (
    DEFAULT_KIND,
    FuncOp,
    ReturnOp,
    check_comdat,
    read_comdat,
    read_symbol_kinds,
    write_comdat,
    write_symbol_kinds,
)
from .types import ArrayType, has_size

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

NO_SPACE = IntegerAttr(0, i32)
symbol_list = array_of(SymbolRefAttr, "flat symbol ref array attribute")


@op("llvm.mlir.global", traits=(IsolatedFromAbove, SingleBlock), interfaces=(Symbol, SymbolUser))
class GlobalOp(Op):
    """A variable, or a constant, that lives as long as the program. Its value is an attribute, or what its region
    returns; without either it is defined elsewhere if it is external, and undefined otherwise.

    Rules: (global_c1) the type has a size. (global_c2) there is a value or a region, not both. (global_c3) the value
    fits the type. (global_c4) the region returns a value of the type. (global_c5) the alignment is a power of two.
    (global_c6) an address space is not negative. (global_c7) a `common` global is zero and can change; an `appending`
    one is an array. (global_c8) the COMDAT is in a table of the module.
    Example: llvm.mlir.global internal constant @g(42 : i32) {addr_space = 0 : i32} : i32
    """

    sym_name: Attr[StringAttr] = attr(symbol_name)
    global_type: Attr[TypeAttr] = attr(type_attr)
    linkage: Attr[LinkageAttr] = attr(LinkageAttr, default=EXTERNAL)
    value: Attr[Attribute | None] = optional_attr(any_attribute, default=None)
    constant: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    addr_space: Attr[IntegerAttr] = attr(typed_int(i32), default=NO_SPACE)
    alignment: Attr[IntegerAttr | None] = optional_attr(i64_attr, default=None)
    visibility: Attr[IntegerAttr] = attr(visibility_kind, default=DEFAULT_KIND, property_name="visibility_")
    unnamed_addr: Attr[IntegerAttr | None] = optional_attr(unnamed_addr_kind, default=None)
    dso_local: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    is_thread_local: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, property_name="thread_local_")
    externally_initialized: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    section: Attr[StringAttr | None] = optional_attr(string_attr, default=None)
    comdat: Attr[SymbolRefAttr | None] = optional_attr(symbol_ref, default=None)
    initializer: Region = region(default=None)
    syntax = HAND_WRITTEN

    @classmethod
    def of(
        cls,
        name: str,
        type: Type,
        value: Attribute | None = None,
        linkage: str = "internal",
        *,
        constant: bool = False,
        alignment: int | None = None,
    ) -> GlobalOp:
        """A variable of a type."""
        new_global = cls(
            StringAttr(name), TypeAttr(type), LinkageAttr(linkage), value, UnitAttr() if constant else None
        )
        new_global.alignment = IntegerAttr(alignment, i64) if alignment else None
        return new_global

    @property
    def type(self) -> Type:
        """The type of what lies there."""
        return self.global_type.type

    def is_declaration(self) -> bool:
        """Return whether the variable is defined elsewhere."""
        has_value = self.value is not None or not self.initializer.is_empty
        return not has_value and self.linkage.value in ("external", "extern_weak")

    def can_discard(self) -> bool:
        return self.linkage.value in ("internal", "private")

    def verify(self, report: Report) -> None:
        type, value = self.type, self.value
        if not has_size(type):
            report.error("global_c1", f"expects type to be a valid element type for an LLVM pointer, but got '{type}'")
            return
        if value is not None and not self.initializer.is_empty:
            report.error("global_c2", "cannot have both initializer value and region")
        elif value is not None and not isinstance(value, ZeroAttr):
            problem = mismatch(value, type)
            if problem is not None:
                report.error("global_c3", problem[1])
        check_returned(report, "global_c4", self.initializer, type)
        check_alignment(report, "global_c5", self.alignment)
        if self.addr_space.value < 0:
            report.error("global_c6", f"expects a non-negative address space, but got '{self.addr_space.value}'")
        self._verify_linkage(report)

    def verify_symbol_uses(self, lookup: Lookup, report: Report) -> None:
        check_comdat(report, "global_c8", lookup, self.comdat)

    def _verify_linkage(self, report: Report) -> None:
        linkage, value = self.linkage.value, self.value
        is_zero = value is None or isinstance(value, ZeroAttr) or getattr(value, "value", 1) == 0
        if linkage == "common" and (self.constant is not None or not is_zero):
            report.error("global_c7", f"expected zero value for 'common' linkage, but got '{value}'")
        elif linkage == "appending" and not isinstance(self.type, ArrayType):
            report.error("global_c7", f"expected array type for 'appending' linkage, but got '{self.type}'")

    # -- Text ----------------------------------------------------------------------------------------------------------

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> GlobalOp:
        properties = read_linkage(p)
        properties["addr_space"] = NO_SPACE
        read_symbol_kinds(p, properties, thread_local=True)
        if p.accept("constant"):
            properties["constant"] = UnitAttr()
        properties["sym_name"] = StringAttr(p.symbol_name())
        p.expect("(")
        if not p.at(")"):
            properties["value"] = p.attribute()
        p.expect(")")
        read_comdat(p, properties)
        attributes = p.attr_dict()
        properties |= {name: attributes.pop(name) for name in list(attributes) if name in cls.definition.attrs}
        properties["global_type"] = TypeAttr(_read_type(p, properties.get("value")))
        body = p.region(isolated=True) if p.at("{") else IRRegion()
        return cls.create((), (), properties, attributes, [body], location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f" {self.linkage.value}")
        write_symbol_kinds(p, self.visibility, self.unnamed_addr, thread_local=self.is_thread_local is not None)
        constant = " constant" if self.constant is not None else ""
        value = p.attribute(self.value) if self.value is not None else ""
        p.write(f"{constant} {p.symbol(self.sym_name.value)}({value})")
        write_comdat(p, self.comdat)
        p.attr_dict(self, _WRITTEN)
        if not isinstance(self.value, StringAttr) or _string_type(self.value) is not self.type:
            p.write(f" : {p.type(self.type)}")
        if not self.initializer.is_empty:
            p.write(" ")
            p.region(self.initializer)


_WRITTEN = (
    *("sym_name", "global_type", "linkage", "value", "constant", "visibility_", "unnamed_addr", "thread_local_"),
    "comdat",
)


def read_linkage(p: AsmReader) -> dict[str, Attribute]:
    """The linkage before a symbol, and defaults for what may follow."""
    linkage = p.accept_keyword(*LinkageAttr.cases)
    return {
        "linkage": LinkageAttr(linkage) if linkage is not None else EXTERNAL,
        "visibility_": DEFAULT_KIND,
        "unnamed_addr": DEFAULT_KIND,
    }


def _string_type(value: StringAttr) -> Type:
    return ArrayType(len(value.value.encode(errors="surrogateescape")), i8)


def _read_type(p: AsmReader, value: Attribute | None) -> Type:
    """`: type`, which a string may go without."""
    if p.accept(":"):
        return p.type()
    if not isinstance(value, StringAttr):
        p.fail("type can only be omitted for string globals")
    return _string_type(value)


def check_returned(report: Report, rule: str, body: IRRegion, type: Type) -> None:
    """Report a region that does not return a value of a type."""
    if body.is_empty:
        return
    last = body.entry.last
    if not isinstance(last, ReturnOp) or last.arg is None:
        report.error(rule, "initializer region must end in 'llvm.return' with a value")
    elif last.arg.type is not type:
        report.error(rule, f"initializer region type '{last.arg.type}' does not match global type '{type}'")


@op("llvm.mlir.alias", traits=(IsolatedFromAbove, SingleBlock), interfaces=(Symbol,))
class AliasOp(Op):
    """Another name for what a symbol stands for.

    Rules: (alias_c1) the region returns a pointer.
    Example:
        llvm.mlir.alias external @other : i32 {
          %p = llvm.mlir.zero : !llvm.ptr
          llvm.return %p : !llvm.ptr
        }
    """

    sym_name: Attr[StringAttr] = attr(symbol_name)
    alias_type: Attr[TypeAttr] = attr(type_attr)
    linkage: Attr[LinkageAttr] = attr(LinkageAttr, default=EXTERNAL)
    visibility: Attr[IntegerAttr] = attr(visibility_kind, default=DEFAULT_KIND, property_name="visibility_")
    unnamed_addr: Attr[IntegerAttr | None] = optional_attr(unnamed_addr_kind, default=None)
    dso_local: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    is_thread_local: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, property_name="thread_local_")
    initializer: Region = region(default=None)
    syntax = HAND_WRITTEN

    def can_discard(self) -> bool:
        return self.linkage.value in ("internal", "private")

    def verify(self, report: Report) -> None:
        last = self.initializer.entry.last if not self.initializer.is_empty else None
        if not isinstance(last, ReturnOp) or last.arg is None or last.arg.type.name != "llvm.ptr":
            report.error("alias_c1", "initializer region must always return a pointer")

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> AliasOp:
        properties = read_linkage(p)
        read_symbol_kinds(p, properties, thread_local=True)
        properties["sym_name"] = StringAttr(p.symbol_name())
        attributes = p.attr_dict()
        properties |= {name: attributes.pop(name) for name in list(attributes) if name in cls.definition.attrs}
        p.expect(":")
        properties["alias_type"] = TypeAttr(p.type())
        return cls.create((), (), properties, attributes, [p.region(isolated=True)], location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f" {self.linkage.value}")
        write_symbol_kinds(p, self.visibility, self.unnamed_addr, thread_local=self.is_thread_local is not None)
        p.write(f" {p.symbol(self.sym_name.value)}")
        hidden = ("sym_name", "alias_type", "linkage", "visibility_", "unnamed_addr", "thread_local_")
        p.attr_dict(self, hidden)
        p.write(f" : {p.type(self.alias_type.type)} ")
        p.region(self.initializer)


# -- Constructors and destructors --------------------------------------------------------------------------------------


class _FunctionList(Op):
    """Functions that run when a program starts or ends."""

    def check_lists(self, report: Report, rule: str, lists: tuple[ArrayAttr, ...], what: str) -> None:
        if len({len(entries) for entries in lists}) > 1:
            counts = ", ".join(str(len(entries)) for entries in lists)
            report.error(
                f"{rule}_c1", f"{what}, priorities, and data must have the same number of elements, but got {counts}"
            )
        wrong = next((item for item in lists[2] if not isinstance(item, (ZeroAttr, SymbolRefAttr))), None)
        if wrong is not None:
            report.error(f"{rule}_c2", f"data element must be symbol or #llvm.zero, but got '{wrong}'")

    def check_functions(self, report: Report, rule: str, lookup: Lookup, functions: ArrayAttr) -> None:
        for reference in functions:
            function = lookup(reference) if isinstance(reference, SymbolRefAttr) else None
            if not isinstance(function, FuncOp):
                report.error(f"{rule}_c3", f"'{reference}' does not reference a valid LLVM function")
            elif function.is_declaration():
                report.error(f"{rule}_c3", f"'{reference}' does not have a definition")


@op("llvm.mlir.global_ctors", interfaces=(SymbolUser,))
class GlobalCtorsOp(_FunctionList):
    """Functions that run when the module is loaded, those of lower priority first.

    Rules: (global_ctors_c1) there are as many priorities, and pieces of data, as functions. (global_ctors_c2) data is a
    symbol or zero. (global_ctors_c3) the functions are defined here.
    Example: llvm.mlir.global_ctors ctors = [@f], priorities = [0 : i32], data = [#llvm.zero]
    """

    ctors: Attr[ArrayAttr] = attr(symbol_list)
    priorities: Attr[ArrayAttr] = attr(array_of(IntegerAttr, "32-bit integer array attribute"))
    data: Attr[ArrayAttr] = attr(ArrayAttr)
    syntax = "`ctors` `=` $ctors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict"

    def verify(self, report: Report) -> None:
        self.check_lists(report, "global_ctors", (self.ctors, self.priorities, self.data), "ctors")

    def verify_symbol_uses(self, lookup: Lookup, report: Report) -> None:
        self.check_functions(report, "global_ctors", lookup, self.ctors)


@op("llvm.mlir.global_dtors", interfaces=(SymbolUser,))
class GlobalDtorsOp(_FunctionList):
    """Functions that run when the module is unloaded, those of higher priority first.

    Rules: (global_dtors_c1) there are as many priorities, and pieces of data, as functions. (global_dtors_c2) data is a
    symbol or zero. (global_dtors_c3) the functions are defined here.
    Example: llvm.mlir.global_dtors dtors = [@f], priorities = [0 : i32], data = [#llvm.zero]
    """

    dtors: Attr[ArrayAttr] = attr(symbol_list)
    priorities: Attr[ArrayAttr] = attr(array_of(IntegerAttr, "32-bit integer array attribute"))
    data: Attr[ArrayAttr] = attr(ArrayAttr)
    syntax = "`dtors` `=` $dtors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict"

    def verify(self, report: Report) -> None:
        self.check_lists(report, "global_dtors", (self.dtors, self.priorities, self.data), "dtors")

    def verify_symbol_uses(self, lookup: Lookup, report: Report) -> None:
        self.check_functions(report, "global_dtors", lookup, self.dtors)


# -- COMDATs, flags, options -------------------------------------------------------------------------------------------


@op("llvm.comdat", traits=(NoTerminator, SymbolTableTrait, SingleBlock), interfaces=(Symbol,))
class ComdatOp(Op):
    """A table of COMDATs.

    Rules: (comdat_c1) nothing else stands in it.
    Example: llvm.comdat @table { llvm.comdat_selector @any any }
    """

    sym_name: Attr[StringAttr] = attr(symbol_name)
    body: Region = region(default=None)
    syntax = "$sym_name $body attr-dict"

    def verify(self, report: Report) -> None:
        inside = self.body.entry.ops if not self.body.is_empty else ()
        wrong = next((inner for inner in inside if not isinstance(inner, ComdatSelectorOp)), None)
        if wrong is not None:
            report.error(
                "comdat_c1", f"only comdat selector symbols can appear in a comdat region, but got '{wrong.name}'"
            )


@op("llvm.comdat_selector", interfaces=(Symbol,))
class ComdatSelectorOp(Op):
    """The linker's selection among several sections of one name.

    Example: llvm.comdat_selector @any any
    """

    sym_name: Attr[StringAttr] = attr(symbol_name)
    comdat: Attr[IntegerAttr] = attr(comdat_kind)
    syntax = "$sym_name $comdat attr-dict"


@op("llvm.module_flags")
class ModuleFlagsOp(Op):
    """Facts about the module that matter when it is linked with others.

    Example: llvm.module_flags [#llvm.mlir.module_flag<min, "PIC Level", 2 : i32>]
    """

    flags: Attr[ArrayAttr] = attr(array_of(ModuleFlagAttr, "LLVM dialect module flag array"))
    syntax = "$flags attr-dict"


@op("llvm.linker_options")
class LinkerOptionsOp(Op):
    """Options for whoever links the object.

    Example: llvm.linker_options ["-l", "m"]
    """

    options: Attr[ArrayAttr] = attr(array_of(StringAttr, "string array attribute"))
    syntax = "$options attr-dict"
