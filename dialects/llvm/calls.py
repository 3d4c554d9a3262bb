"""Calls of functions, of intrinsics by name, and assembly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from dlc.ir import Attribute, Location, Operation, Type, Value
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.builtin_attributes import (
    ArrayAttr,
    DenseArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    UnitAttr,
    i32_array,
)
from dlc.ir.builtin_constraints import array_of, flat_symbol_ref, i32_dense_array, string_attr, unit_attr
from dlc.ir.definition import (
    Attr,
    Op,
    OptionalResult,
    VariadicOperand,
    attr,
    op,
    optional_attr,
    optional_result,
    variadic_operand,
)
from dlc.ir.interfaces import Call, SymbolUser
from dlc.ir.locations import PendingLocation

from .alias_attributes import access_group_list, alias_scope_list, tbaa_tag_list
from .attributes import (
    CCC,
    NO_FASTMATH,
    NO_TAIL_CALL_KIND,
    CConvAttr,
    FastMathAttr,
    MemoryEffectsAttr,
    TailCallKindAttr,
    asm_dialect_kind,
)
from .constants import Lookup
from .constraints import any_llvm, dictionary_list, llvm_function_type
from .functions import FuncOp
from .types import LLVMFunctionType, PointerType

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

    from .exceptions import InvokeOp

string_list = array_of(StringAttr, "string array attribute")

# -- Operand bundles ---------------------------------------------------------------------------------------------------

Bundles = tuple[list[str], list[list[tuple[str, int, Type]]]]
"""Tags, and for each tag the names of operands, where they stand, and their types."""


def read_bundles(p: AsmReader) -> Bundles:
    """`["align"(%p, %n : !llvm.ptr, i64), "cold"()]`; nothing where there are none."""
    tags: list[str] = []
    groups: list[list[tuple[str, int, Type]]] = []
    if not p.accept("["):
        return tags, groups
    while not p.accept("]"):
        if tags:
            p.expect(",")
        tags.append(p.string())
        p.expect("(")
        offset = p.pos
        names = p.value_names()
        types: list[Type] = []
        if names:
            p.expect(":")
            types = p.types()
        p.expect(")")
        if len(names) != len(types):
            p.fail(f"{len(names)} operands present, but expected {len(types)}", offset)
        groups.append([(name, offset, type) for name, type in zip(names, types, strict=True)])
    return tags, groups


def bundle_properties(bundles: Bundles) -> dict[str, Attribute]:
    tags, groups = bundles
    properties: dict[str, Attribute] = {"op_bundle_sizes": i32_array(map(len, groups))}
    if tags:
        properties["op_bundle_tags"] = ArrayAttr(tuple(map(StringAttr, tags)))
    return properties


def bundles_text(p: AsmPrinter, sizes: DenseArrayAttr, tags: ArrayAttr | None, operands: Sequence[Value]) -> str:
    """The opposite of `read_bundles`."""
    if tags is None or not tags.elements:
        return ""
    parts: list[str] = []
    start = 0
    for tag, size in zip(tags, sizes, strict=True):
        values = operands[start : start + size]
        start += size
        inside = f"{p.names_of(values)} : {p.types_of([value.type for value in values])}" if values else ""
        parts.append(f"{p.attribute(tag)}({inside})")
    return f"[{', '.join(parts)}]"


def check_bundles(report: Report, rule: str, sizes: DenseArrayAttr, tags: ArrayAttr | None, operands: int) -> None:
    """Report bundles without tags, or operands without bundles."""
    count = len(tags) if tags is not None else 0
    if count != len(sizes) or sum(sizes) != operands:
        report.error(
            rule, f"expected {count} sizes of operand bundles that add up to {operands}, but got {list(sizes)}"
        )


# -- Types with attributes ---------------------------------------------------------------------------------------------


class CallTypes:
    """`(i32 {llvm.noundef}) -> f32`, as read."""

    __slots__ = ("arg_attrs", "inputs", "res_attrs", "results")

    def __init__(self, p: AsmReader) -> None:
        p.expect("(")
        self.inputs, self.arg_attrs = _types_until_closed(p)
        p.expect("->")
        if p.accept("("):
            self.results, self.res_attrs = _types_until_closed(p)
        else:
            self.results, self.res_attrs = [p.type()], []

    def properties(self) -> dict[str, Attribute]:
        attributes: dict[str, Attribute] = {}
        for name, attrs in (("arg_attrs", self.arg_attrs), ("res_attrs", self.res_attrs)):
            if any(attr.entries for attr in attrs):
                attributes[name] = ArrayAttr(tuple(attrs))
        return attributes


def _types_until_closed(p: AsmReader) -> tuple[list[Type], list[DictionaryAttr]]:
    types: list[Type] = []
    attrs: list[DictionaryAttr] = []
    while not p.accept(")"):
        if types:
            p.expect(",")
        types.append(p.type())
        attrs.append(DictionaryAttr.of(p.attr_dict()))
    return types, attrs


def call_types_text(
    p: AsmPrinter,
    inputs: Sequence[Value],
    results: Sequence[Value],
    arg_attrs: ArrayAttr | None,
    res_attrs: ArrayAttr | None,
) -> str:
    """The opposite of `CallTypes`."""
    given = ", ".join(_with_attrs(p, value, arg_attrs, index) for index, value in enumerate(inputs))
    result_texts = [_with_attrs(p, value, res_attrs, index) for index, value in enumerate(results)]
    if len(result_texts) == 1 and res_attrs is None:
        return f"({given}) -> {result_texts[0]}"
    return f"({given}) -> ({', '.join(result_texts)})"


def _with_attrs(p: AsmPrinter, value: Value, attrs: ArrayAttr | None, index: int) -> str:
    entry = attrs[index] if attrs is not None and index < len(attrs) else None
    shown = isinstance(entry, DictionaryAttr) and entry.entries
    return f"{p.type(value.type)} {p.attribute(entry)}" if shown and entry is not None else p.type(value.type)


# -- The text of calls -------------------------------------------------------------------------------------------------


class CallText:
    """The text of a call as read: `@f(%a, %b)` or `%f(%a, %b)` first, and the types of the values at the end."""

    operands: list[Value]
    """The address of the function, if it is called by that, and the arguments."""
    bundled: list[Value]
    results: list[Type]
    attributes: dict[str, Attribute]

    def __init__(self, p: AsmReader) -> None:
        self.properties: dict[str, Attribute] = {}
        self._offset = p.pos
        symbol = p.accept_symbol_name()
        self._is_indirect = symbol is None
        self._names: list[str] = []
        if symbol is not None:
            self.properties["callee"] = SymbolRefAttr(symbol)
        else:
            self._names.append(p.value_name())
        p.expect("(")
        self._names += p.value_names()
        p.expect(")")

    def read_rest(self, p: AsmReader, cls: type[Op]) -> None:
        """Read everything from the type of a variadic function on; properties of `cls` may be among the attributes."""
        if p.accept("vararg"):
            p.expect("(")
            self.properties["var_callee_type"] = TypeAttr(p.type())
            p.expect(")")
        bundles = read_bundles(p)
        self.attributes = p.attr_dict()
        p.expect(":")
        kinds: list[Type] = []
        if self._is_indirect:
            kinds.append(p.type())
            p.expect(",")
        types = CallTypes(p)
        kinds += types.inputs
        names, offset, self.results = self._names, self._offset, types.results
        if len(kinds) != len(names):
            p.fail(f"expected {len(names)} operand types, but got {len(kinds)}", offset)
        if len(self.results) > 1:
            p.fail(f"expected function with 0 or 1 result, but got {len(self.results)}", offset)
        self.operands = [p.resolve(name, offset, kind) for name, kind in zip(names, kinds, strict=True)]
        self.bundled = [p.resolve(*operand) for group in bundles[1] for operand in group]
        inherent = [name for name in self.attributes if name in cls.definition.attrs]
        self.properties |= bundle_properties(bundles) | types.properties()
        self.properties |= {name: self.attributes.pop(name) for name in inherent}


def callee_text(p: AsmPrinter, op: CallOp | InvokeOp) -> str:
    """Return the callee and the names of the arguments."""
    called = p.symbol(op.callee.root) if op.callee is not None else p.name(op.callee_operands[0])
    return f"{called}({p.names_of(op.arguments)})"


def write_call_rest(p: AsmPrinter, op: CallOp | InvokeOp, hidden: Sequence[str] = ()) -> None:
    """Write what `CallText.read_rest` reads; `hidden` are properties that were written before or are left out."""
    if op.var_callee_type is not None:
        p.write(f" vararg({p.type(op.var_callee_type.type)})")
    bundles = bundles_text(p, op.op_bundle_sizes, op.op_bundle_tags, op.op_bundle_operands)
    p.write(f" {bundles}" if bundles else "")
    p.attr_dict(op, (*_WRITTEN, *hidden))
    kind = f"{p.type(op.callee_operands[0].type)}, " if op.callee is None else ""
    p.write(f" : {kind}{call_types_text(p, op.arguments, op.results, op.arg_attrs, op.res_attrs)}")


_WRITTEN = (
    *("callee", "CConv", "var_callee_type", "op_bundle_sizes", "op_bundle_tags"),
    *("operandSegmentSizes", "arg_attrs", "res_attrs"),
)


# -- Calls -------------------------------------------------------------------------------------------------------------


class CalleeOrFirst(Call):
    """A call of the symbol `callee`, or of the first operand where there is none."""

    def callee(self, op: Operation) -> Attribute | Value:  # type: ignore[override]
        symbol = op.properties.get("callee")
        return symbol if symbol is not None else op.operands[0]

    def call_arguments(self, op: Operation) -> Sequence[Value]:  # type: ignore[override]
        return cast(CallOp, op).arguments


@op("llvm.call", interfaces=(CalleeOrFirst, SymbolUser))
class CallOp(Op):
    """Call a function by name, or by its address as the first operand.

    Rules: (call_c1) the symbol is a function of LLVM. (call_c2) arguments and result are as its signature says.
    (call_c3) there is a callee. (call_c4) the callee of an indirect call is a pointer. (call_c5) a function that takes
    any number of arguments is called by a type that says which of them are fixed. (call_c6) bundles and their operands
    fit. (call_c7) `musttail` stands before a return.
    Example: %r = llvm.call @f(%a, %b) : (i32, f32) -> f32
    """

    callee: Attr[SymbolRefAttr | None] = optional_attr(flat_symbol_ref)
    callee_operands: VariadicOperand = variadic_operand(any_llvm)
    result: OptionalResult = optional_result(any_llvm, default=None)
    op_bundle_operands: VariadicOperand = variadic_operand(any_llvm, default=())
    var_callee_type: Attr[TypeAttr | None] = optional_attr(llvm_function_type, default=None)
    fastmathFlags: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)  # noqa: N815 (MLIR's name)
    CConv: Attr[CConvAttr] = attr(CConvAttr, default=CCC)
    TailCallKind: Attr[TailCallKindAttr] = attr(TailCallKindAttr, default=NO_TAIL_CALL_KIND)
    op_bundle_sizes: Attr[DenseArrayAttr] = attr(i32_dense_array, default=i32_array(()))
    op_bundle_tags: Attr[ArrayAttr | None] = optional_attr(string_list, default=None)
    memory_effects: Attr[MemoryEffectsAttr | None] = optional_attr(MemoryEffectsAttr, default=None)
    convergent: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    no_unwind: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    will_return: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    no_inline: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    always_inline: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    inline_hint: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    arg_attrs: Attr[ArrayAttr | None] = optional_attr(dictionary_list, default=None)
    res_attrs: Attr[ArrayAttr | None] = optional_attr(dictionary_list, default=None)
    branch_weights: Attr[DenseArrayAttr | None] = optional_attr(i32_dense_array, default=None)
    access_groups: Attr[ArrayAttr | None] = optional_attr(access_group_list, default=None)
    alias_scopes: Attr[ArrayAttr | None] = optional_attr(alias_scope_list, default=None)
    noalias_scopes: Attr[ArrayAttr | None] = optional_attr(alias_scope_list, default=None)
    tbaa: Attr[ArrayAttr | None] = optional_attr(tbaa_tag_list, default=None)
    syntax = HAND_WRITTEN

    @classmethod
    def of(cls, function: FuncOp, arguments: Sequence[Value]) -> CallOp:
        """A call of a function, in its calling convention."""
        type = function.type
        call = cls.named(function.sym_name.value, arguments, type.results[0] if type.results else None)
        if type.varargs:
            call.var_callee_type = TypeAttr(type)
        call.CConv = function.CConv
        return call

    @classmethod
    def named(cls, name: str, arguments: Sequence[Value], result: Type | None = None) -> CallOp:
        """A call by name."""
        return cls(SymbolRefAttr(name), arguments, result)

    @classmethod
    def indirect(cls, callee: Value, arguments: Sequence[Value], result: Type | None = None) -> CallOp:
        """A call by address."""
        return cls(None, [callee, *arguments], result)

    @property
    def arguments(self) -> Sequence[Value]:
        """The arguments of the call."""
        return self.callee_operands[0 if self.callee is not None else 1 :]

    def verify(self, report: Report) -> None:
        if self.callee is None:
            if not self.callee_operands:
                report.error("call_c3", "must have either a `callee` attribute or at least an operand")
                return
            kind = self.callee_operands[0].type
            if not isinstance(kind, PointerType):
                report.error("call_c4", f"indirect call expects a pointer as callee, but got '{kind}'")
        bundled = len(self.op_bundle_operands)
        check_bundles(report, "call_c6", self.op_bundle_sizes, self.op_bundle_tags, bundled)
        if self.var_callee_type is not None:
            type = cast(LLVMFunctionType, self.var_callee_type.type)
            if not type.varargs:
                report.error("call_c5", f"expected var_callee_type to be a variadic function type, but got '{type}'")
            else:
                self._verify_signature(type, report, "call_c5")
        if self.TailCallKind.value == "musttail" and getattr(self.next, "name", "") != "llvm.return":
            report.error("call_c7", "musttail call must be followed by 'llvm.return'")

    def verify_symbol_uses(self, lookup: Lookup, report: Report) -> None:
        if self.callee is None:
            return
        function = lookup(self.callee)
        name = self.callee.root
        if function is None:
            report.error("call_c1", f"'{name}' does not reference a symbol in the current scope")
        elif function.name != "llvm.mlir.alias" and not isinstance(function, FuncOp):
            report.error("call_c1", f"'{name}' does not reference a valid LLVM function")
        elif isinstance(function, FuncOp):
            type = function.type
            if type.varargs and self.var_callee_type is None:
                report.error("call_c5", f"missing var_callee_type attribute for vararg call of '{type}'")
            self._verify_signature(type, report, "call_c2")

    def _verify_signature(self, type: LLVMFunctionType, report: Report, rule: str) -> None:
        given = self.arguments
        fits = len(given) >= len(type.inputs) if type.varargs else len(given) == len(type.inputs)
        if not fits:
            report.error(
                rule, f"incorrect number of operands ({len(given)}) for callee (expecting: {len(type.inputs)})"
            )
            return
        for index, (value, expected) in enumerate(zip(given, type.inputs, strict=False)):
            if value.type is not expected:
                report.error(rule, f"operand type mismatch for operand {index}: '{value.type}' != '{expected}'")
                return
        results = tuple(result.type for result in self.results)
        if results != type.results:
            result_text = f"'{results[0]}'" if results else "no result"
            report.error(rule, f"result type mismatch: {result_text} != '{type.result}'")

    # -- Text ----------------------------------------------------------------------------------------------------------

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> CallOp:
        properties: dict[str, Attribute] = {"fastmathFlags": NO_FASTMATH}
        properties["CConv"] = CConvAttr(p.accept_keyword(*CConvAttr.cases) or "ccc")
        properties["TailCallKind"] = TailCallKindAttr(p.accept_keyword(*TailCallKindAttr.cases) or "none")
        text = CallText(p)
        text.read_rest(p, cls)
        properties |= text.properties
        properties["operandSegmentSizes"] = i32_array((len(text.operands), len(text.bundled)))
        return cls.create([*text.operands, *text.bundled], text.results, properties, text.attributes, location=location)

    def write(self, p: AsmPrinter) -> None:
        convention = f" {self.CConv.value}" if self.CConv is not CCC else ""
        tail = f" {self.TailCallKind.value}" if self.TailCallKind is not NO_TAIL_CALL_KIND else ""
        p.write(f"{convention}{tail} {callee_text(p, self)}")
        plain = ("fastmathFlags",) if self.fastmathFlags is NO_FASTMATH else ()
        write_call_rest(p, self, ("TailCallKind", *plain))


@op("llvm.call_intrinsic")
class CallIntrinsicOp(Op):
    """Call an intrinsic of LLVM by name; what the types decide about the name may be left out.

    Rules: (call_intrinsic_c1) the name begins with `llvm.`. (call_intrinsic_c2) bundles and their operands fit.
    Example: %r = llvm.call_intrinsic "llvm.sqrt"(%x) : (f32) -> f32
    """

    intrin: Attr[StringAttr] = attr(string_attr)
    args: VariadicOperand = variadic_operand(any_llvm)
    results_: OptionalResult = optional_result(any_llvm, default=None)
    op_bundle_operands: VariadicOperand = variadic_operand(any_llvm, default=())
    fastmathFlags: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)  # noqa: N815 (MLIR's name)
    op_bundle_sizes: Attr[DenseArrayAttr] = attr(i32_dense_array, default=i32_array(()))
    op_bundle_tags: Attr[ArrayAttr | None] = optional_attr(string_list, default=None)
    arg_attrs: Attr[ArrayAttr | None] = optional_attr(dictionary_list, default=None)
    res_attrs: Attr[ArrayAttr | None] = optional_attr(dictionary_list, default=None)
    syntax = HAND_WRITTEN

    @classmethod
    def of(cls, name: str, arguments: Sequence[Value], result: Type | None = None) -> CallIntrinsicOp:
        return cls(StringAttr(name), arguments, result)

    def verify(self, report: Report) -> None:
        if not self.intrin.value.startswith("llvm."):
            report.error("call_intrinsic_c1", f"intrinsic name must start with 'llvm.', but got '{self.intrin.value}'")
        bundled = len(self.op_bundle_operands)
        check_bundles(report, "call_intrinsic_c2", self.op_bundle_sizes, self.op_bundle_tags, bundled)

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> CallIntrinsicOp:
        properties: dict[str, Attribute] = {"intrin": StringAttr(p.string()), "fastmathFlags": NO_FASTMATH}
        p.expect("(")
        offset = p.pos
        names = p.value_names()
        p.expect(")")
        bundles = read_bundles(p)
        attributes = p.attr_dict()
        p.expect(":")
        types = CallTypes(p)
        if len(types.inputs) != len(names):
            p.fail(f"expected {len(names)} operand types, but got {len(types.inputs)}", offset)
        operands = [p.resolve(name, offset, kind) for name, kind in zip(names, types.inputs, strict=True)]
        bundled = [p.resolve(*operand) for group in bundles[1] for operand in group]
        properties |= bundle_properties(bundles) | types.properties()
        properties["operandSegmentSizes"] = i32_array((len(operands), len(bundled)))
        properties |= {name: attributes.pop(name) for name in list(attributes) if name in cls.definition.attrs}
        return cls.create([*operands, *bundled], types.results, properties, attributes, location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f" {p.attribute(self.intrin)}({p.names_of(self.args)})")
        bundles = bundles_text(p, self.op_bundle_sizes, self.op_bundle_tags, self.op_bundle_operands)
        p.write(f" {bundles}" if bundles else "")
        plain = ("fastmathFlags",) if self.fastmathFlags is NO_FASTMATH else ()
        p.attr_dict(self, ("intrin", *_WRITTEN, *plain))
        p.write(f" : {call_types_text(p, self.args, self.results, self.arg_attrs, self.res_attrs)}")


def _read_text(p: AsmReader) -> StringAttr:
    """A string, of no type."""
    return StringAttr(p.string())


def _write_text(p: AsmPrinter, op: Operation, text: StringAttr) -> None:
    p.write(p.attribute(text))


@op("llvm.inline_asm")
class InlineAsmOp(Op):
    """Assembly of the target, with LLVM's constraints for operands and result.

    Example: %r = llvm.inline_asm has_side_effects "bswap $0", "=r,r" %x : (i32) -> i32
    """

    asm_operands: VariadicOperand = variadic_operand(any_llvm)
    asm_string: Attr[StringAttr] = attr(string_attr)
    constraints: Attr[StringAttr] = attr(string_attr)
    res: OptionalResult = optional_result(any_llvm, default=None)
    has_side_effects: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    is_align_stack: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    tail_call_kind: Attr[TailCallKindAttr] = attr(TailCallKindAttr, default=NO_TAIL_CALL_KIND)
    asm_dialect: Attr[IntegerAttr | None] = optional_attr(asm_dialect_kind, default=None)
    operand_attrs: Attr[ArrayAttr | None] = optional_attr(ArrayAttr, default=None)
    syntax = (
        "(`has_side_effects` $has_side_effects^)? (`is_align_stack` $is_align_stack^)? "
        "(`tail_call_kind` `=` $tail_call_kind^)? (`asm_dialect` `=` $asm_dialect^)? "
        "(`operand_attrs` `=` $operand_attrs^)? attr-dict custom<Text>($asm_string) `,` "
        "custom<Text>($constraints) operands `:` functional-type(operands, results)"
    )
    directives: ClassVar = {"Text": (_read_text, _write_text)}
