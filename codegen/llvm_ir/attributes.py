"""Attributes of functions, arguments, results and symbols in LLVM IR."""

from __future__ import annotations

from collections.abc import Iterable

from dlc.dialects.llvm import (
    CallOp,
    ConstantRangeAttr,
    FastMathAttr,
    FuncOp,
    MemoryEffectsAttr,
)
from dlc.dialects.llvm.attributes import UNNAMED_ADDRS, VISIBILITIES, word_of
from dlc.ir import ArrayAttr, Attribute, DictionaryAttr, IntegerAttr, StringAttr, TypeAttr, UnitAttr

from .names import quoted
from .problems import Untranslatable
from .types import TypeTexts

# -- Symbols -----------------------------------------------------------------------------------------------------------

CONVENTIONS = {
    "ccc": "", "fastcc": "fastcc ", "coldcc": "coldcc ", "cc_10": "ghccc ", "cc_11": "cc 11 ",
    "anyregcc": "anyregcc ", "preserve_mostcc": "preserve_mostcc ", "preserve_allcc": "preserve_allcc ",
    "swiftcc": "swiftcc ", "cxx_fast_tlscc": "cxx_fast_tlscc ", "tailcc": "tailcc ",
    "cfguard_checkcc": "cfguard_checkcc ", "swifttailcc": "swifttailcc ", "x86_stdcallcc": "x86_stdcallcc ",
    "x86_fastcallcc": "x86_fastcallcc ", "arm_apcscc": "arm_apcscc ", "arm_aapcscc": "arm_aapcscc ",
    "arm_aapcs_vfpcc": "arm_aapcs_vfpcc ", "msp430_intrcc": "msp430_intrcc ", "x86_thiscallcc": "x86_thiscallcc ",
    "ptx_kernelcc": "ptx_kernel ", "ptx_devicecc": "ptx_device ", "spir_funccc": "spir_func ",
    "spir_kernelcc": "spir_kernel ", "intel_ocl_bicc": "intel_ocl_bicc ", "x86_64_sysvcc": "x86_64_sysvcc ",
    "win64cc": "win64cc ", "x86_vectorcallcc": "x86_vectorcallcc ", "hhvmcc": "cc 81 ", "hhvm_ccc": "cc 82 ",
    "x86_intrcc": "x86_intrcc ", "avr_intrcc": "avr_intrcc ", "avr_builtincc": "cc 86 ",
    "amdgpu_vscc": "amdgpu_vs ", "amdgpu_gscc": "amdgpu_gs ", "amdgpu_cscc": "amdgpu_cs ",
    "amdgpu_kernelcc": "amdgpu_kernel ", "x86_regcallcc": "x86_regcallcc ", "amdgpu_hscc": "amdgpu_hs ",
    "msp430_builtincc": "cc 94 ", "amdgpu_lscc": "amdgpu_ls ", "amdgpu_escc": "amdgpu_es ",
    "aarch64_vectorcallcc": "aarch64_vector_pcs ", "aarch64_sve_vectorcallcc": "aarch64_sve_vector_pcs ",
    "wasm_emscripten_invokecc": "cc 99 ", "amdgpu_gfxcc": "amdgpu_gfx ", "m68k_intrcc": "m68k_intrcc ",
}  # fmt: skip
"""The text of calling conventions, written before the result type."""


def linkage_text(linkage: str) -> str:
    """Return the linkage in LLVM IR; `external` functions have none."""
    if linkage == "external":
        return ""
    return f"{linkage} "


def visibility_text(visibility: IntegerAttr | None) -> str:
    word = word_of(VISIBILITIES, visibility, "default")
    return "" if word == "default" else f"{word} "


def unnamed_addr_text(unnamed_addr: IntegerAttr | None) -> str:
    word = word_of(UNNAMED_ADDRS, unnamed_addr, "none")
    return "" if word == "none" else f"{word} "


def fastmath_text(flags: Attribute | None) -> str:
    """Return fast-math flags as text, such as `nnan ninf `."""
    if not isinstance(flags, FastMathAttr) or not flags.bits:
        return ""
    return "fast " if flags.bits == (1 << len(flags.cases)) - 1 else "".join(f"{word} " for word in flags.words)


# -- Arguments and results ---------------------------------------------------------------------------------------------

_WORDS = {
    "allocalign", "allocptr", "immarg", "inreg", "nest", "noalias", "noext", "nofree", "nonnull", "noundef", "readnone",
    "readonly", "returned", "signext", "swiftasync", "swifterror", "swiftself", "writable", "writeonly", "zeroext",
    "dead_on_unwind", "dead_on_return",
}  # fmt: skip
_NUMBERS = {"align": "align {}", "alignstack": "alignstack({})", "dereferenceable": "dereferenceable({})",
            "dereferenceable_or_null": "dereferenceable_or_null({})", "nofpclass": "nofpclass({})",
            "stackalignment": "alignstack({})"}  # fmt: skip
_TYPES = {"byref", "byval", "elementtype", "inalloca", "preallocated", "sret"}


def parameter_text(attrs: ArrayAttr | None, index: int, types: TypeTexts) -> str:
    """Return the attributes between the type of an argument and its name, such as ` noalias align 8`."""
    attributes = attrs[index] if attrs is not None and index < len(attrs) else None
    if not isinstance(attributes, DictionaryAttr):
        return ""
    return "".join(f" {text}" for name, value in attributes.entries if (text := _parameter(name, value, types)))


def _parameter(name: str, value: Attribute, types: TypeTexts) -> str:
    owner, _, word = name.partition(".")
    if name in _OF_DEVICES:
        return f'"{name}"'
    if owner != "llvm":
        return ""
    if word in _WORDS:
        return word
    if word == "nocapture":
        return "captures(none)"
    if word in _NUMBERS and isinstance(value, IntegerAttr):
        return _NUMBERS[word].format(value.value)
    if word in _TYPES and isinstance(value, TypeAttr):
        return f"{word}({types[value.type]})"
    if word == "range" and isinstance(value, ConstantRangeAttr):
        return f"range(i{value.width} {value.lower}, {value.upper})"
    if word in _NO_MEANING:
        return ""
    raise Untranslatable(f"attribute '{name}' of an argument or result has no counterpart in LLVM IR")


_OF_DEVICES = {"nvvm.grid_constant"}
"""Attributes of arguments that LLVM has for NVPTX alone, as texts."""
_NO_MEANING = {"struct_attrs", "workgroup_attribution", "mlir.workgroup_attribution"}
"""Attributes that only concern passes."""

# -- Functions ---------------------------------------------------------------------------------------------------------

_UNITS = {
    "no_unwind": "nounwind", "will_return": "willreturn", "no_inline": "noinline", "always_inline": "alwaysinline",
    "inline_hint": "inlinehint", "optimize_none": "optnone", "convergent": "convergent",
}  # fmt: skip
_DISCARDABLE_UNITS = {
    "noreturn": "noreturn", "returns_twice": "returns_twice", "hot": "hot", "cold": "cold", "minsize": "minsize",
    "optsize": "optsize", "noduplicate": "noduplicate", "nocallback": "nocallback",
}  # fmt: skip
"""Unit attributes that MLIR 22 does not know as properties, but later versions do."""

_STRINGS = {
    "target_cpu": "target-cpu", "tune_cpu": "tune-cpu", "reciprocal_estimates": "reciprocal-estimates",
    "prefer_vector_width": "prefer-vector-width", "denormal_fp_math": "denormal-fp-math",
    "denormal_fp_math_f32": "denormal-fp-math-f32", "fp_contract": "fp-contract",
    "instrument_function_entry": "instrument-function-entry", "instrument_function_exit": "instrument-function-exit",
}  # fmt: skip
_BOOLEANS = {
    "no_infs_fp_math": "no-infs-fp-math", "no_nans_fp_math": "no-nans-fp-math",
    "no_signed_zeros_fp_math": "no-signed-zeros-fp-math",
}  # fmt: skip
_STREAMING = {
    "arm_streaming": "aarch64_pstate_sm_enabled", "arm_locally_streaming": "aarch64_pstate_sm_body",
    "arm_streaming_compatible": "aarch64_pstate_sm_compatible",
}  # fmt: skip
ENUMERATED = frozenset({
    "alwaysinline", "builtin", "cold", "convergent", "fn_ret_thunk_extern", "hot", "inlinehint", "jumptable",
    "minsize", "mustprogress", "naked", "nobuiltin", "nocallback", "nocf_check", "nodivergencesource",
    "noduplicate", "nofree", "noimplicitfloat", "noinline", "nomerge", "noprofile", "norecurse", "noredzone",
    "noreturn", "nosanitize_bounds", "nosanitize_coverage", "nosync", "nounwind", "null_pointer_is_valid",
    "optdebug", "optforfuzzing", "optnone", "optsize", "presplitcoroutine", "returns_twice", "safestack",
    "sanitize_address", "sanitize_hwaddress", "sanitize_memory", "sanitize_memtag", "sanitize_thread",
    "shadowcallstack", "skipprofile", "speculatable", "speculative_load_hardening", "ssp", "sspreq",
    "sspstrong", "strictfp", "uwtable", "willreturn",
})  # fmt: skip
"""Function attributes that are keywords of LLVM IR; all others are strings."""


def function_text(op: FuncOp) -> str:
    """Return the attributes after the arguments, such as ` nounwind "target-cpu"="znver4"`."""
    return "".join(f" {text}" for text in _function_attributes(op))


def _function_attributes(op: FuncOp) -> Iterable[str]:
    properties = op.properties
    if len(properties) <= _FEWEST_PROPERTIES and not op.attributes:
        return
    for name, word in _UNITS.items():
        if name in properties:
            yield word
    for name, word in _DISCARDABLE_UNITS.items():
        if isinstance(op.attributes.get(name), UnitAttr):
            yield word
    effects = properties.get("memory_effects") or op.attributes.get("memory")
    if isinstance(effects, MemoryEffectsAttr):
        yield memory_text(effects)
    if op.uwtable_kind is not None and op.uwtable_kind.value != "none":
        yield "uwtable" if op.uwtable_kind.value == "async" else "uwtable(sync)"
    if op.vscale_range is not None:
        yield f"vscale_range({op.vscale_range.minRange.value},{op.vscale_range.maxRange.value})"
    yield from _string_attributes(op)
    for entry in op.passthrough or ():
        yield _passed_through(entry)


_FEWEST_PROPERTIES = 6
"""The number of properties of every function: name, type, linkage, convention, visibility, `unnamed_addr`."""


def _string_attributes(op: FuncOp) -> Iterable[str]:
    properties = op.properties
    for name, key in _STRINGS.items():
        value = properties.get(name)
        if isinstance(value, StringAttr):
            yield f"{quoted(key)}={quoted(value.value)}"
    for name, key in _BOOLEANS.items():
        value = properties.get(name)
        if isinstance(value, IntegerAttr):
            yield f'{quoted(key)}="{"true" if value.value else "false"}"'
    for name, key in _STREAMING.items():
        if name in properties:
            yield quoted(key)
    if op.target_features is not None and op.target_features.features:
        yield f'"target-features"={quoted(",".join(feature.value for feature in op.target_features.features))}'
    if op.frame_pointer is not None:
        yield f'"frame-pointer"={quoted(op.frame_pointer.value)}'


def _passed_through(entry: Attribute) -> str:
    """Return an entry of `passthrough` as text: `"nounwind"` or `["key", "value"]`."""
    if isinstance(entry, StringAttr):
        return entry.value if entry.value in ENUMERATED else quoted(entry.value)
    if isinstance(entry, ArrayAttr) and len(entry) == 2:
        key, value = entry
        if isinstance(key, StringAttr) and isinstance(value, StringAttr):
            return f"{quoted(key.value)}={quoted(value.value)}"
    raise Untranslatable(f"expected a string or a pair of them in 'passthrough', but got '{entry}'")


def memory_text(effects: MemoryEffectsAttr) -> str:
    """Return memory effects as text, such as `memory(none, argmem: read)`."""
    default, *_ = effects.values()
    places = zip(("argmem", "inaccessiblemem", "errnomem"), effects.values()[1:4], strict=True)
    parts = [default, *(f"{place}: {word}" for place, word in places if word != default)]
    targets = zip(("target_mem0", "target_mem1"), effects.values()[4:], strict=True)
    parts += [f"{place}: {word}" for place, word in targets if word != default]
    return f"memory({', '.join(parts)})"


def call_site_text(op: CallOp) -> str:
    """Return the attributes after the arguments of a call."""
    keywords = [word for name, word in _UNITS.items() if name in op.properties and name != "optimize_none"]
    keywords += [word for name, word in _DISCARDABLE_UNITS.items() if name in op.attributes]
    if op.memory_effects is not None:
        keywords.append(memory_text(op.memory_effects))
    return "".join(f" {word}" for word in keywords)
