"""Translation of each op of the llvm dialect to an instruction of LLVM IR.

A translator takes the function's writer and the op, and returns the text after `%name = `. Constants are not
instructions (`constants`). Terminators are handled here too, since LLVM makes no difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from dlc.dialects import llvm
from dlc.dialects.llvm.addresses import flag_words
from dlc.dialects.llvm.attributes import (
    ATOMIC_OPERATIONS,
    FCMP_PREDICATES,
    ICMP_PREDICATES,
    ORDERINGS,
    word_of,
)
from dlc.ir import ArrayAttr, Attribute, DictionaryAttr, Operation, StringAttr, Value
from dlc.ir.builtin_types import FloatType, VectorType

from .attributes import CONVENTIONS, call_site_text, fastmath_text, parameter_text
from .names import identifier, quoted
from .problems import Untranslatable

if TYPE_CHECKING:
    from .functions import FunctionWriter

Translator = Callable[["FunctionWriter", Any], str]


def unsupported(op: Operation) -> str:
    """Return the error for an op that has no instruction."""
    if op.name.startswith("llvm."):
        return f"'{op.name}' op has no translation to LLVM IR"
    if op.name == "builtin.module":
        return f"'{op.name}' op is inside another module, which cannot call into it; compile it alone or move its ops"
    return f"'{op.name}' op is not in the llvm dialect; --lower-all-to-llvm lowers modules to it"


def translator_of(kind: type[Operation]) -> Translator | None:
    """Return the translator for a kind of op."""
    translator = _TRANSLATORS.get(kind)
    if translator is None and issubclass(kind, llvm.IntrinsicOp):
        translator = _TRANSLATORS[kind] = _intrinsic_translator(kind)
    return translator


# -- Arithmetic --------------------------------------------------------------------------------------------------------


def _binary(word: str) -> Translator:
    def translate(w: FunctionWriter, op: Operation) -> str:
        lhs, rhs = op.operands
        return f"{word} {w.types[lhs.type]} {w.names[lhs]}, {w.names[rhs]}"

    return translate


def _flagged(word: str, **flags: str) -> Translator:
    """Return a translator that writes a keyword for each unit property that is present, as in `udiv exact`."""

    def translate(w: FunctionWriter, op: Operation) -> str:
        lhs, rhs = op.operands
        flag_text = "".join([f"{flag} " for name, flag in flags.items() if name in op.properties])
        return f"{word} {flag_text}{w.types[lhs.type]} {w.names[lhs]}, {w.names[rhs]}"

    return translate


_OVERFLOW_WORDS = ("", "nsw ", "nuw ", "nuw nsw ")


def _overflowing(word: str) -> Translator:
    def translate(w: FunctionWriter, op: Operation) -> str:
        lhs, rhs = op.operands
        bits: Any = op.properties["overflowFlags"]
        flag_text = _OVERFLOW_WORDS[int(bits.value)]
        return f"{word} {flag_text}{w.types[lhs.type]} {w.names[lhs]}, {w.names[rhs]}"

    return translate


def _floating(word: str) -> Translator:
    def translate(w: FunctionWriter, op: Operation) -> str:
        lhs, rhs = op.operands
        fast = fastmath_text(op.properties["fastmathFlags"])
        return f"{word} {fast}{w.types[lhs.type]} {w.names[lhs]}, {w.names[rhs]}"

    return translate


def _fneg(w: FunctionWriter, op: Operation) -> str:
    return f"fneg {fastmath_text(op.properties['fastmathFlags'])}{w.typed(op.operands[0])}"


_ICMP_WORDS = {number: word for word, number in ICMP_PREDICATES.items()}
_FCMP_WORDS = {number: word.removeprefix("_") for word, number in FCMP_PREDICATES.items()}


def _icmp(w: FunctionWriter, op: llvm.ICmpOp) -> str:
    lhs, rhs = op.operands
    return f"icmp {_ICMP_WORDS[op.predicate.value]} {w.types[lhs.type]} {w.names[lhs]}, {w.names[rhs]}"


def _fcmp(w: FunctionWriter, op: llvm.FCmpOp) -> str:
    lhs, rhs = op.operands
    predicate = f"{fastmath_text(op.fastmathFlags)}{_FCMP_WORDS[op.predicate.value]}"
    return f"fcmp {predicate} {w.types[lhs.type]} {w.names[lhs]}, {w.names[rhs]}"


def _select(w: FunctionWriter, op: Operation) -> str:
    parts = ", ".join([w.typed(value) for value in op.operands])
    return f"select {fastmath_text(op.properties['fastmathFlags'])}{parts}"


def _freeze(w: FunctionWriter, op: Operation) -> str:
    return f"freeze {w.typed(op.operands[0])}"


def _conversion(word: str, flag: tuple[str, str] | None = None) -> Translator:
    def translate(w: FunctionWriter, op: Operation) -> str:
        (source,), (result,) = op.operands, op.results
        extra = f"{flag[1]} " if flag is not None and flag[0] in op.properties else ""
        return f"{word} {extra}{w.types[source.type]} {w.names[source]} to {w.types[result.type]}"

    return translate


def _trunc(w: FunctionWriter, op: llvm.TruncOp) -> str:
    flags = _OVERFLOW_WORDS[op.overflowFlags.value]
    return f"trunc {flags}{w.typed(op.arg)} to {w.types[op.res.type]}"


def _inttoptr(w: FunctionWriter, op: llvm.IntToPtrOp) -> str:
    return f"inttoptr {w.typed(op.arg)} to {w.types[op.res.type]}{_dereferenceable(w, op)}"


# -- Memory ------------------------------------------------------------------------------------------------------------


def _alloca(w: FunctionWriter, op: llvm.AllocaOp) -> str:
    parts = [f"alloca {'inalloca ' if op.inalloca is not None else ''}{w.types[op.elem_type.type]}"]
    parts.append(w.typed(op.arraySize))
    if op.alignment is not None:
        parts.append(f"align {op.alignment.value}")
    space = op.res.type.address_space if isinstance(op.res.type, llvm.PointerType) else 0
    if space:
        parts.append(f"addrspace({space})")
    return ", ".join(parts)


def _gep(w: FunctionWriter, op: llvm.GetElementPtrOp) -> str:
    properties, operands = op.properties, op.operands
    flags: Any = properties["noWrapFlags"]
    flag_text = "".join([f"{word} " for word in flag_words(flags)]) if flags.value else ""
    element: Any = properties["elem_type"]
    parts = [f"getelementptr {flag_text}{w.types[element.type]}", w.typed(operands[0])]
    position = 1
    indices: Any = properties["rawConstantIndices"]
    for number in indices.elements:
        if number == -(2**31):
            parts.append(w.typed(operands[position]))
            position += 1
        else:
            parts.append(f"i32 {number}")
    return ", ".join(parts)


def _ordering(op: Operation, name: str = "ordering") -> str:
    """Return the ordering of an atomic access, such as ` syncscope("agent") monotonic`."""
    scope: Any = op.properties.get("syncscope")
    scope_text = f" syncscope({quoted(scope.value)})" if scope is not None and scope.value else ""
    return f"{scope_text} {word_of(ORDERINGS, op.properties[name])}"


def _aligned(op: Operation) -> str:
    alignment: Any = op.properties.get("alignment")
    return f", align {alignment.value}" if alignment is not None else ""


def _kind_of_access(op: Any) -> tuple[str, str]:
    """Return the keywords before the type of an access, and the text after the pointer."""
    atomic = op.properties["ordering"].value != 0
    keywords = "atomic " if atomic else ""
    if "volatile_" in op.properties:
        keywords += "volatile "
    return keywords, _ordering(op) if atomic else ""


def _load(w: FunctionWriter, op: llvm.LoadOp) -> str:
    keywords, ordering = _kind_of_access(op)
    access = f"load {keywords}{w.types[op.results[0].type]}, {w.typed(op.operands[0])}{ordering}{_aligned(op)}"
    if _is_plain(op):
        return access
    invariant = f", !invariant.load {w.metadata.node()}" if op.invariant is not None else ""
    return f"{access}{_memory_metadata(w, op)}{invariant}{_dereferenceable(w, op)}"


def _store(w: FunctionWriter, op: llvm.StoreOp) -> str:
    keywords, ordering = _kind_of_access(op)
    value, address = op.operands
    access = f"store {keywords}{w.typed(value)}, {w.typed(address)}{ordering}{_aligned(op)}"
    return access if _is_plain(op) else f"{access}{_memory_metadata(w, op)}"


def _is_plain(op: Operation) -> bool:
    """Return whether an access has only an ordering and an alignment."""
    return len(op.properties) == 1 + ("alignment" in op.properties)


def _memory_metadata(w: FunctionWriter, op: Operation) -> str:
    """Return the metadata of an access, such as `, !alias.scope !3, !noalias !4`."""
    properties, parts = op.properties, ""
    for name, word in (("tbaa", "tbaa"), ("alias_scopes", "alias.scope"), ("noalias_scopes", "noalias")):
        attrs = properties.get(name)
        if isinstance(attrs, ArrayAttr) and attrs.elements:
            if name == "tbaa":
                node = w.metadata.of(attrs[0])
            else:
                node = w.metadata.list_of(attrs)
            parts += f", !{word} {node}"
    groups = properties.get("access_groups")
    if isinstance(groups, ArrayAttr) and groups.elements:
        parts += f", !llvm.access.group {w.metadata.groups(groups)}"
    if "nontemporal" in properties:
        parts += f", !nontemporal {w.metadata.node('i32 1')}"
    if "invariantGroup" in properties:
        parts += f", !invariant.group {w.metadata.node()}"
    return parts


def _dereferenceable(w: FunctionWriter, op: Operation) -> str:
    known = op.properties.get("dereferenceable")
    if not isinstance(known, llvm.DereferenceableAttr):
        return ""
    word = "dereferenceable_or_null" if known.mayBeNull else "dereferenceable"
    return f", !{word} {w.metadata.node(f'i64 {known.bytes}')}"


def _atomicrmw(w: FunctionWriter, op: llvm.AtomicRMWOp) -> str:
    volatile = "volatile " if op.is_volatile is not None else ""
    kind = word_of(ATOMIC_OPERATIONS, op.bin_op).removeprefix("_")
    access = f"atomicrmw {volatile}{kind} {w.typed(op.ptr)}, {w.typed(op.val)}{_ordering(op)}"
    return f"{access}{_aligned(op)}{_memory_metadata(w, op)}"


def _cmpxchg(w: FunctionWriter, op: llvm.AtomicCmpXchgOp) -> str:
    keywords = ("weak " if op.weak is not None else "") + ("volatile " if op.is_volatile is not None else "")
    values = ", ".join(w.typed(value) for value in op.operands)
    failure = word_of(ORDERINGS, op.failure_ordering)
    access = f"cmpxchg {keywords}{values}{_ordering(op, 'success_ordering')} {failure}"
    return f"{access}{_aligned(op)}{_memory_metadata(w, op)}"


def _fence(_: FunctionWriter, op: llvm.FenceOp) -> str:
    return f"fence{_ordering(op)}"


def _va_arg(w: FunctionWriter, op: llvm.VaArgOp) -> str:
    return f"va_arg {w.typed(op.arg)}, {w.types[op.res.type]}"


# -- Aggregates and vectors --------------------------------------------------------------------------------------------


def _positions(op: Any) -> str:
    return "".join([f", {index}" for index in op.properties["position"].elements])


def _extractvalue(w: FunctionWriter, op: Operation) -> str:
    return f"extractvalue {w.typed(op.operands[0])}{_positions(op)}"


def _insertvalue(w: FunctionWriter, op: Operation) -> str:
    container, value = op.operands
    return f"insertvalue {w.typed(container)}, {w.typed(value)}{_positions(op)}"


def _listed(word: str) -> Translator:
    """Return the operands in order, each with its type."""

    def translate(w: FunctionWriter, op: Operation) -> str:
        return f"{word} {', '.join([w.typed(value) for value in op.operands])}"

    return translate


def _shufflevector(w: FunctionWriter, op: llvm.ShuffleVectorOp) -> str:
    places = op.mask.elements
    scale = "vscale x " if getattr(op.v1.type, "scalable", ()) else ""
    kind = f"<{scale}{len(places)} x i32>"
    if scale or not any(places):
        mask = "poison" if scale and all(place < 0 for place in places) else "zeroinitializer"
    else:
        mask = f"<{', '.join(f'i32 {place}' if place >= 0 else 'i32 poison' for place in places)}>"
    return f"shufflevector {w.typed(op.v1)}, {w.typed(op.v2)}, {kind} {mask}"


# -- Control -----------------------------------------------------------------------------------------------------------


def _br(w: FunctionWriter, op: llvm.BrOp) -> str:
    return f"br label {w.target(op, 0)}{_loop(w, op.loop_annotation)}"


def _cond_br(w: FunctionWriter, op: llvm.CondBrOp) -> str:
    targets = f"label {w.target(op, 0)}, label {w.target(op, 1)}"
    return f"br i1 {w.names[op.condition]}, {targets}{_weights(w, op)}{_loop(w, op.loop_annotation)}"


def _switch(w: FunctionWriter, op: llvm.SwitchOp) -> str:
    kind = w.types[op.value.type]
    numbers = enumerate(op.values, start=1)
    cases = " ".join(f"{kind} {_case(number, kind)}, label {w.target(op, index)}" for index, number in numbers)
    return f"switch {w.typed(op.value)}, label {w.target(op, 0)} [ {cases} ]{_weights(w, op)}"


def _case(number: int, kind: str) -> str:
    return ("true" if number else "false") if kind == "i1" else str(number)


def _weights(w: FunctionWriter, op: Any) -> str:
    weights = op.branch_weights
    return f", !prof {w.metadata.weights(weights.elements)}" if weights is not None else ""


def _loop(w: FunctionWriter, annotation: llvm.LoopAnnotationAttr | None) -> str:
    return f", !llvm.loop {w.metadata.loop(annotation)}" if annotation is not None else ""


def _return(w: FunctionWriter, op: llvm.ReturnOp) -> str:
    return f"ret {w.typed(op.operands[0])}" if op.operands else "ret void"


def _unreachable(*_: object) -> str:
    return "unreachable"


# -- Calls -------------------------------------------------------------------------------------------------------------


def _call(w: FunctionWriter, op: llvm.CallOp) -> str:
    tail = f"{op.TailCallKind.value} " if op.TailCallKind.value != "none" else ""
    head = f"{tail}call {_fast_result(op)}{CONVENTIONS[op.CConv.value]}"
    if op.var_callee_type is not None:
        kind = w.types.function(op.var_callee_type.type)  # type: ignore[arg-type]
    else:
        kind = w.types[op.result.type] if op.result is not None else "void"
    result_attributes = parameter_text(op.res_attrs, 0, w.types).strip()
    callee = f"@{identifier(op.callee.root)}" if op.callee is not None else w.names[op.callee_operands[0]]
    arguments = _arguments(w, op.arguments, op.arg_attrs)
    bundles = _bundles(w, op)
    prefix = f"{result_attributes} " if result_attributes else ""
    return f"{head}{prefix}{kind} {callee}({arguments}){call_site_text(op)}{bundles}{_memory_metadata(w, op)}"


def _fast_result(op: llvm.CallOp | llvm.CallIntrinsicOp) -> str:
    """Return the fast-math flags of a call that returns floats; other calls have none in LLVM IR."""
    if not op.fastmathFlags.bits or not op.results:
        return ""
    kind = op.results[0].type
    while isinstance(kind, (VectorType, llvm.ArrayType)):
        kind = kind.element_type
    return fastmath_text(op.fastmathFlags) if isinstance(kind, FloatType) else ""


def _arguments(w: FunctionWriter, values: Sequence[Value], attrs: ArrayAttr | None) -> str:
    if attrs is None:
        return ", ".join([w.typed(value) for value in values])
    parts = [
        f"{w.types[value.type]}{parameter_text(attrs, index, w.types)} {w.names[value]}"
        for index, value in enumerate(values)
    ]
    return ", ".join(parts)


def _bundles(w: FunctionWriter, op: llvm.CallOp | llvm.CallIntrinsicOp | llvm.AssumeOp) -> str:
    """Return the operand bundles of a call, such as ` [ "align"(ptr %p, i64 8) ]`."""
    tags = op.op_bundle_tags
    if tags is None or not tags.elements:
        return ""
    operands, start, parts = op.op_bundle_operands, 0, list[str]()
    for tag, size in zip(tags, op.op_bundle_sizes, strict=True):
        assert isinstance(tag, StringAttr)
        values = operands[start : start + size]
        start += size
        parts.append(f"{quoted(tag.value)}({', '.join(w.typed(value) for value in values)})")
    return f" [ {', '.join(parts)} ]"


def _call_intrinsic(w: FunctionWriter, op: llvm.CallIntrinsicOp) -> str:
    kind = w.types[op.results[0].type] if op.results else "void"
    result_attributes = parameter_text(op.res_attrs, 0, w.types).strip()
    prefix = f"{result_attributes} " if result_attributes else ""
    arguments = _arguments(w, op.args, op.arg_attrs)
    callee = identifier(op.intrin.value)
    return f"call {_fast_result(op)}{prefix}{kind} @{callee}({arguments}){_bundles(w, op)}"


def _inline_asm(w: FunctionWriter, op: llvm.InlineAsmOp) -> str:
    keywords = [
        *(("sideeffect",) if op.has_side_effects is not None else ()),
        *(("alignstack",) if op.is_align_stack is not None else ()),
        *(("inteldialect",) if op.asm_dialect is not None and op.asm_dialect.value else ()),
    ]
    kind = w.types[op.res.type] if op.res is not None else "void"
    tail = f"{op.tail_call_kind.value} " if op.tail_call_kind.value != "none" else ""
    prefix = "".join(f"{keyword} " for keyword in keywords)
    text = f"asm {prefix}{quoted(op.asm_string.value)}, {quoted(op.constraints.value)}"
    attrs = _element_types(op.operand_attrs) if op.operand_attrs is not None else None
    return f"{tail}call {kind} {text}({_arguments(w, op.asm_operands, attrs)})"


def _element_types(attrs: ArrayAttr) -> ArrayAttr:
    """Return the element type attributes of operands, with the names of argument attributes."""
    renamed: list[Attribute] = []
    for entry in attrs:
        entries: Iterable[tuple[str, Attribute]] = getattr(entry, "entries", ())
        renamed.append(DictionaryAttr(tuple(sorted((f"llvm.{name}", value) for name, value in entries))))
    return ArrayAttr(tuple(renamed))


def _assume(w: FunctionWriter, op: llvm.AssumeOp) -> str:
    return f"call void @llvm.assume({w.typed(op.cond)}){_bundles(w, op)}"


def _scope_declaration(w: FunctionWriter, op: llvm.NoAliasScopeDeclOp) -> str:
    node = w.metadata.node(w.metadata.of(op.scope))
    return f"call void @llvm.experimental.noalias.scope.decl(metadata {node})"


# -- Intrinsics --------------------------------------------------------------------------------------------------------


def _intrinsic_translator(kind: type[llvm.IntrinsicOp]) -> Translator:
    """Return a translator to a call of the intrinsic; the class determines which properties are arguments."""
    name, fields, aligned = kind.intrinsic_name(), kind.call_arguments, kind.align_argument
    has_fastmath = "fastmathFlags" in kind.definition.attrs
    has_metadata = issubclass(kind, llvm.MemoryIntrinsic) or "nontemporal" in kind.definition.attrs

    def translate(w: FunctionWriter, op: Any) -> str:
        result = w.types[op.results[0].type] if op.results else "void"
        fast = fastmath_text(op.properties["fastmathFlags"]) if has_fastmath else ""
        if fields is None:
            parts = [w.typed(value) for value in op.operands]
        else:
            parts = [_argument(w, op, getattr(op, field)) for field in fields]
        if aligned is not None:
            value = op.operands[aligned]
            parts[aligned] = f"{w.types[value.type]} align {op.alignment.value} {w.names[value]}"
        attrs: Any = op.properties.get("arg_attrs")
        if attrs is not None:
            for index, value in enumerate(op.operands):
                parts[index] = f"{w.types[value.type]}{parameter_text(attrs, index, w.types)} {w.names[value]}"
        metadata = _memory_metadata(w, op) if has_metadata else ""
        return f"call {fast}{result} @{name}({', '.join(parts)}){metadata}"

    return translate


def _argument(w: FunctionWriter, op: Operation, value: object) -> str:
    if isinstance(value, Value):
        return w.typed(value)
    if value is None:
        return f"{w.types[op.results[0].type]} poison"
    if not isinstance(value, Attribute):
        raise Untranslatable(f"'{op.name}' op has an argument that is neither a value nor a constant")
    return w.constants.immediate(value)


_TRANSLATORS: dict[type[Operation], Translator] = {
    llvm.AddOp: _overflowing("add"),
    llvm.SubOp: _overflowing("sub"),
    llvm.MulOp: _overflowing("mul"),
    llvm.ShlOp: _overflowing("shl"),
    llvm.UDivOp: _flagged("udiv", isExact="exact"),
    llvm.SDivOp: _flagged("sdiv", isExact="exact"),
    llvm.LShrOp: _flagged("lshr", isExact="exact"),
    llvm.AShrOp: _flagged("ashr", isExact="exact"),
    llvm.OrOp: _flagged("or", isDisjoint="disjoint"),
    llvm.URemOp: _binary("urem"),
    llvm.SRemOp: _binary("srem"),
    llvm.AndOp: _binary("and"),
    llvm.XOrOp: _binary("xor"),
    llvm.FAddOp: _floating("fadd"),
    llvm.FSubOp: _floating("fsub"),
    llvm.FMulOp: _floating("fmul"),
    llvm.FDivOp: _floating("fdiv"),
    llvm.FRemOp: _floating("frem"),
    llvm.FNegOp: _fneg,
    llvm.ICmpOp: _icmp,
    llvm.FCmpOp: _fcmp,
    llvm.SelectOp: _select,
    llvm.FreezeOp: _freeze,
    llvm.TruncOp: _trunc,
    llvm.SExtOp: _conversion("sext"),
    llvm.ZExtOp: _conversion("zext", ("nonNeg", "nneg")),
    llvm.FPTruncOp: _conversion("fptrunc"),
    llvm.FPExtOp: _conversion("fpext"),
    llvm.SIToFPOp: _conversion("sitofp"),
    llvm.UIToFPOp: _conversion("uitofp", ("nonNeg", "nneg")),
    llvm.FPToSIOp: _conversion("fptosi"),
    llvm.FPToUIOp: _conversion("fptoui"),
    llvm.PtrToIntOp: _conversion("ptrtoint"),
    llvm.IntToPtrOp: _inttoptr,
    llvm.AddrSpaceCastOp: _conversion("addrspacecast"),
    llvm.BitcastOp: _conversion("bitcast"),
    llvm.AllocaOp: _alloca,
    llvm.GetElementPtrOp: _gep,
    llvm.LoadOp: _load,
    llvm.StoreOp: _store,
    llvm.AtomicRMWOp: _atomicrmw,
    llvm.AtomicCmpXchgOp: _cmpxchg,
    llvm.FenceOp: _fence,
    llvm.VaArgOp: _va_arg,
    llvm.ExtractValueOp: _extractvalue,
    llvm.InsertValueOp: _insertvalue,
    llvm.ExtractElementOp: _listed("extractelement"),
    llvm.InsertElementOp: _listed("insertelement"),
    llvm.ShuffleVectorOp: _shufflevector,
    llvm.BrOp: _br,
    llvm.CondBrOp: _cond_br,
    llvm.SwitchOp: _switch,
    llvm.ReturnOp: _return,
    llvm.UnreachableOp: _unreachable,
    llvm.CallOp: _call,
    llvm.CallIntrinsicOp: _call_intrinsic,
    llvm.InlineAsmOp: _inline_asm,
    llvm.AssumeOp: _assume,
    llvm.NoAliasScopeDeclOp: _scope_declaration,
}
