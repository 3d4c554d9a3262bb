"""Functions: `llvm.func` and `llvm.return`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, cast

from dlc.ir import Attribute, Block, Location, Type
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.attributes import types_in
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builtin_attributes import (
    ArrayAttr,
    DenseArrayAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    UnitAttr,
)
from dlc.ir.builtin_constraints import (
    bool_attr_constraint,
    flat_symbol_ref,
    i32_dense_array,
    i64_attr,
    string_attr,
    symbol_name,
    symbol_ref,
    typed_int,
    unit_attr,
)
from dlc.ir.builtin_types import i32, i64
from dlc.ir.definition import (
    Attr,
    Op,
    OptionalOperand,
    Region,
    attr,
    op,
    optional_attr,
    optional_operand,
    region,
)
from dlc.ir.errors import InvalidAttributeError
from dlc.ir.interfaces import Callable, Symbol, SymbolUser
from dlc.ir.locations import PendingLocation
from dlc.ir.signatures import check_entry_block, check_signature_attrs, read_signature, write_signature
from dlc.ir.traits import AffineScope, AutomaticAllocationScope, IsolatedFromAbove, Pure, ReturnLike

from .attributes import (
    CCC,
    EXTERNAL,
    NOT_ATOMIC,
    UNNAMED_ADDRS,
    VISIBILITIES,
    CConvAttr,
    FramePointerKindAttr,
    LinkageAttr,
    MemoryEffectsAttr,
    TargetFeaturesAttr,
    UWTableKindAttr,
    VecTypeHintAttr,
    VScaleRangeAttr,
    unnamed_addr_kind,
    visibility_kind,
    word_of,
)
from .constants import Lookup
from .constraints import any_llvm, dictionary_list, llvm_function_type
from .types import VOID, LLVMFunctionType, VoidType

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

DEFAULT_KIND = NOT_ATOMIC
"""The number of the first of any enumeration."""


@op(
    "llvm.func",
    traits=(AffineScope, AutomaticAllocationScope, IsolatedFromAbove),
    interfaces=(Symbol, Callable, SymbolUser),
)
class FuncOp(Op):
    """A function of LLVM: at most one result, and what LLVM can be told about it.

    Rules: (func_c1) the linkage is not `common` or `appending`; what is defined elsewhere is `external` or
    `extern_weak`. (func_c2) attributes of arguments and results belong to dialects, one dictionary for each. (func_c3)
    the entry block's arguments are those of the signature. (func_c4) `no_inline` and `always_inline` exclude one
    another. (func_c5) `optimize_none` needs `no_inline`. (func_c6) the alignment is a power of two. (func_c7) the
    COMDAT is in a table of the module.
    Example: llvm.func internal @f(%x: i32 {llvm.noundef}) -> i32 attributes {no_unwind} { llvm.return %x : i32 }
    """

    sym_name: Attr[StringAttr] = attr(symbol_name)
    function_type: Attr[TypeAttr] = attr(llvm_function_type)
    linkage: Attr[LinkageAttr] = attr(LinkageAttr, default=EXTERNAL)
    CConv: Attr[CConvAttr] = attr(CConvAttr, default=CCC)
    sym_visibility: Attr[StringAttr | None] = optional_attr(string_attr, default=None, kw_only=True)
    visibility: Attr[IntegerAttr] = attr(visibility_kind, default=DEFAULT_KIND, property_name="visibility_")
    unnamed_addr: Attr[IntegerAttr | None] = optional_attr(unnamed_addr_kind, default=None)
    dso_local: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    comdat: Attr[SymbolRefAttr | None] = optional_attr(symbol_ref, default=None)
    personality: Attr[SymbolRefAttr | None] = optional_attr(flat_symbol_ref, default=None)
    garbageCollector: Attr[StringAttr | None] = optional_attr(string_attr, default=None)  # noqa: N815
    passthrough: Attr[ArrayAttr | None] = optional_attr(ArrayAttr, default=None)
    arg_attrs: Attr[ArrayAttr | None] = optional_attr(dictionary_list, default=None)
    res_attrs: Attr[ArrayAttr | None] = optional_attr(dictionary_list, default=None)
    function_entry_count: Attr[IntegerAttr | None] = optional_attr(i64_attr, default=None)
    memory_effects: Attr[MemoryEffectsAttr | None] = optional_attr(MemoryEffectsAttr, default=None)
    section: Attr[StringAttr | None] = optional_attr(string_attr, default=None)
    alignment: Attr[IntegerAttr | None] = optional_attr(i64_attr, default=None)
    vscale_range: Attr[VScaleRangeAttr | None] = optional_attr(VScaleRangeAttr, default=None)
    frame_pointer: Attr[FramePointerKindAttr | None] = optional_attr(FramePointerKindAttr, default=None)
    target_cpu: Attr[StringAttr | None] = optional_attr(string_attr, default=None)
    tune_cpu: Attr[StringAttr | None] = optional_attr(string_attr, default=None)
    target_features: Attr[TargetFeaturesAttr | None] = optional_attr(TargetFeaturesAttr, default=None)
    reciprocal_estimates: Attr[StringAttr | None] = optional_attr(string_attr, default=None)
    prefer_vector_width: Attr[StringAttr | None] = optional_attr(string_attr, default=None)
    no_infs_fp_math: Attr[IntegerAttr | None] = optional_attr(bool_attr_constraint, default=None)
    no_nans_fp_math: Attr[IntegerAttr | None] = optional_attr(bool_attr_constraint, default=None)
    no_signed_zeros_fp_math: Attr[IntegerAttr | None] = optional_attr(bool_attr_constraint, default=None)
    denormal_fp_math: Attr[StringAttr | None] = optional_attr(string_attr, default=None)
    denormal_fp_math_f32: Attr[StringAttr | None] = optional_attr(string_attr, default=None)
    fp_contract: Attr[StringAttr | None] = optional_attr(string_attr, default=None)
    instrument_function_entry: Attr[StringAttr | None] = optional_attr(string_attr, default=None)
    instrument_function_exit: Attr[StringAttr | None] = optional_attr(string_attr, default=None)
    uwtable_kind: Attr[UWTableKindAttr | None] = optional_attr(UWTableKindAttr, default=None)
    convergent: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    no_unwind: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    will_return: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    no_inline: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    always_inline: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    inline_hint: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    optimize_none: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    vec_type_hint: Attr[VecTypeHintAttr | None] = optional_attr(VecTypeHintAttr, default=None)
    work_group_size_hint: Attr[DenseArrayAttr | None] = optional_attr(i32_dense_array, default=None)
    reqd_work_group_size: Attr[DenseArrayAttr | None] = optional_attr(i32_dense_array, default=None)
    intel_reqd_sub_group_size: Attr[IntegerAttr | None] = optional_attr(typed_int(i32), default=None)
    arm_streaming: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    arm_locally_streaming: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    arm_streaming_compatible: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    body: Region = region(default=None)
    syntax = HAND_WRITTEN

    @classmethod
    def of(
        cls, name: str, inputs: Iterable[Type], result: Type = VOID, linkage: str = "external", *, varargs: bool = False
    ) -> FuncOp:
        """A function with an empty entry block that has the arguments of the signature."""
        type = LLVMFunctionType(result, types_in(inputs), varargs)
        return cls(StringAttr(name), TypeAttr(type), LinkageAttr(linkage), body=IRRegion([Block(type.inputs)]))

    @classmethod
    def declaration(cls, name: str, inputs: Iterable[Type], result: Type = VOID, *, varargs: bool = False) -> FuncOp:
        """A function that is defined elsewhere."""
        return cls(StringAttr(name), TypeAttr(LLVMFunctionType(result, types_in(inputs), varargs)))

    @property
    def type(self) -> LLVMFunctionType:
        """The signature."""
        return cast(LLVMFunctionType, self.function_type.type)

    @property
    def entry(self) -> Block:
        """The first block, of a function that has a body."""
        return self.body.entry

    def is_declaration(self) -> bool:
        """Return whether the body is elsewhere."""
        return self.body.is_empty

    def callable_region(self) -> IRRegion | None:
        return None if self.body.is_empty else self.body

    def callable_results(self) -> Sequence[Type]:
        return self.type.results

    def can_discard(self) -> bool:
        """Return whether nobody outside can refer to the function."""
        return self.linkage.value in ("internal", "private")

    def verify(self, report: Report) -> None:
        self._verify_linkage(report)
        check_signature_attrs(self, self.type, "func_c2", report)
        check_entry_block(self.type, self.body, "func_c3", report)
        if self.no_inline is not None and self.always_inline is not None:
            report.error("func_c4", "no_inline and always_inline attributes are incompatible")
        if self.optimize_none is not None and self.no_inline is None:
            report.error("func_c5", "with optimize_none must also be no_inline")
        alignment = self.alignment
        if alignment is not None and (alignment.value <= 0 or alignment.value & (alignment.value - 1)):
            report.error("func_c6", f"alignment attribute is not a power of 2, but got '{alignment.value}'")

    def verify_symbol_uses(self, lookup: Lookup, report: Report) -> None:
        check_comdat(report, "func_c7", lookup, self.comdat)

    def _verify_linkage(self, report: Report) -> None:
        linkage = self.linkage.value
        if linkage in ("common", "appending"):
            report.error("func_c1", f"functions cannot have '{linkage}' linkage")
        elif self.body.is_empty and linkage not in ("external", "extern_weak"):
            report.error(
                "func_c1", f"external functions must have 'external' or 'extern_weak' linkage, but got '{linkage}'"
            )

    # -- Text ----------------------------------------------------------------------------------------------------------

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> FuncOp:
        properties: dict[str, Attribute] = {"linkage": EXTERNAL, "CConv": CCC}
        properties |= {"visibility_": DEFAULT_KIND, "unnamed_addr": DEFAULT_KIND}
        linkage = p.accept_keyword(*LinkageAttr.cases)
        if linkage is not None:
            properties["linkage"] = LinkageAttr(linkage)
        read_symbol_kinds(p, properties)
        convention = p.accept_keyword(*CConvAttr.cases)
        if convention is not None:
            properties["CConv"] = CConvAttr(convention)
        properties["sym_name"] = StringAttr(p.symbol_name())
        offset = p.pos
        signature = read_signature(p, allow_varargs=True)
        results = signature.type.results
        if len(results) > 1:
            p.fail("failed to construct function type: expected zero or one function result", offset)
        try:
            type = LLVMFunctionType(results[0] if results else VOID, signature.type.inputs, signature.has_varargs)
        except InvalidAttributeError as error:
            p.fail(f"failed to construct function type: {error}", offset)
        properties["function_type"] = TypeAttr(type)
        for name, value in (("arg_attrs", signature.arg_attrs), ("res_attrs", signature.res_attrs)):
            if value is not None:
                properties[name] = value
        if p.accept("vscale_range"):
            properties["vscale_range"] = _read_vscale_range(p)
        read_comdat(p, properties)
        offset = p.pos
        attributes = p.attr_dict_with_keyword()
        twice = next((name for name in properties if name in attributes), None)
        if twice is not None:
            p.fail(f"attribute '{twice}' occurs more than once in the attribute list", offset)
        properties |= {name: attributes.pop(name) for name in list(attributes) if name in cls.definition.attrs}
        body = p.region(signature.arguments, isolated=True) if p.at("{") else IRRegion()
        return cls.create((), (), properties, attributes, [body], location=location)

    def write(self, p: AsmPrinter) -> None:
        if self.linkage is not EXTERNAL:
            p.write(f" {self.linkage.value}")
        write_symbol_kinds(p, self.visibility, self.unnamed_addr)
        if self.CConv is not CCC:
            p.write(f" {self.CConv.value}")
        p.write(f" {p.symbol(self.sym_name.value)}")
        type = self.type
        write_signature(p, type, self.body, self.arg_attrs, self.res_attrs, has_varargs=type.varargs)
        vscale = self.vscale_range
        if vscale is not None:
            p.write(f" vscale_range({vscale.minRange.value}, {vscale.maxRange.value})")
        write_comdat(p, self.comdat)
        p.attr_dict(self, _WRITTEN, keyword=True)
        if not self.body.is_empty:
            p.write(" ")
            p.region(self.body, entry_args=False)


_WRITTEN = (
    *("sym_name", "function_type", "linkage", "CConv", "visibility_", "unnamed_addr", "comdat", "vscale_range"),
    *("arg_attrs", "res_attrs"),
)


def read_symbol_kinds(p: AsmReader, properties: dict[str, Attribute], *, thread_local: bool = False) -> None:
    """`hidden thread_local unnamed_addr`, as functions and globals have it."""
    shown = p.accept_keyword("hidden", "protected")
    if shown is not None:
        properties["visibility_"] = IntegerAttr(VISIBILITIES[shown], i64)
    if thread_local and p.accept("thread_local"):
        properties["thread_local_"] = UnitAttr()
    address = p.accept_keyword("local_unnamed_addr", "unnamed_addr")
    if address is not None:
        properties["unnamed_addr"] = IntegerAttr(UNNAMED_ADDRS[address], i64)


def write_symbol_kinds(
    p: AsmPrinter, visibility: IntegerAttr, unnamed_addr: IntegerAttr | None, *, thread_local: bool = False
) -> None:
    if visibility.value:
        p.write(f" {word_of(VISIBILITIES, visibility)}")
    if thread_local:
        p.write(" thread_local")
    if unnamed_addr is not None and unnamed_addr.value:
        p.write(f" {word_of(UNNAMED_ADDRS, unnamed_addr)}")


def check_comdat(report: Report, rule: str, lookup: Lookup, comdat: SymbolRefAttr | None) -> None:
    """Report a COMDAT that is in no table."""
    selector = lookup(comdat) if comdat is not None else None
    if comdat is not None and (selector is None or selector.name != "llvm.comdat_selector"):
        report.error(rule, f"expected comdat symbol, but got '{comdat}'")


def read_comdat(p: AsmReader, properties: dict[str, Attribute]) -> None:
    """`comdat(@table::@name)`"""
    if p.accept("comdat"):
        p.expect("(")
        offset = p.pos
        reference = p.attribute()
        if not isinstance(reference, SymbolRefAttr):
            p.fail(f"expected comdat symbol, but got '{reference}'", offset)
        p.expect(")")
        properties["comdat"] = reference


def write_comdat(p: AsmPrinter, comdat: SymbolRefAttr | None) -> None:
    if comdat is not None:
        p.write(f" comdat({p.attribute(comdat)})")


def _read_vscale_range(p: AsmReader) -> VScaleRangeAttr:
    """`(1, 16)`"""
    p.expect("(")
    lower = IntegerAttr(p.integer(), i32)
    p.expect(",")
    upper = IntegerAttr(p.integer(), i32)
    p.expect(")")
    return VScaleRangeAttr(lower, upper)


@op("llvm.return", traits=(Pure, ReturnLike))
class ReturnOp(Op):
    """Leave the function with this value; in the initializer of a global or alias, what its value is.

    Rules: (return_c1) there is a value if the function has a result. (return_c2) its type is that of the result.
    Example: llvm.return %x : i32
    """

    arg: OptionalOperand = optional_operand(any_llvm, default=None)
    syntax = "attr-dict ($arg^ `:` type($arg))?"

    def verify(self, report: Report) -> None:
        function = self.parent_op
        if not isinstance(function, FuncOp) or not isinstance(function.get_attr("function_type"), TypeAttr):
            return
        type, value = function.function_type.type, self.arg
        if not isinstance(type, LLVMFunctionType):
            return
        if isinstance(type.result, VoidType):
            if value is not None:
                report.error("return_c1", f"expected no operands, but got a '{value.type}'").note(
                    function.location, "when returning from function"
                )
        elif value is None:
            report.error("return_c1", "expected 1 operand").note(function.location, "when returning from function")
        elif value.type is not type.result:
            message = f"mismatching result types: expected '{type.result}', but got '{value.type}'"
            report.error("return_c2", message).note(function.location, "when returning from function")
