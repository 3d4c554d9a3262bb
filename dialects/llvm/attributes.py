"""The small attributes of `llvm`: fast-math, linkage, conventions, what functions and memory accesses promise.

Loop annotations are in `loop_attributes`, what says that accesses do not alias in `alias_attributes`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from dlc.ir import Attribute, IntegerAttr, StringAttr, SymbolRefAttr, TypeAttr, attribute
from dlc.ir.attributes import AttributeReport
from dlc.ir.builtin_constraints import enum_of
from dlc.ir.builtin_types import IntegerType, i32, i64
from dlc.ir.constraints import AttributeConstraint
from dlc.ir.enums import BitEnumAttr, EnumAttr

if TYPE_CHECKING:
    from typing_extensions import Self

    from dlc.ir.assembly import AsmReader


@attribute("llvm.fastmath")
class FastMathAttr(BitEnumAttr):
    """Floating-point assumptions allowed beyond IEEE 754: `#llvm.fastmath<nnan, ninf>`, the words of LLVM IR."""

    cases = ("nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc")
    separator = ", "
    all_word = "fast"


@attribute("llvm.linkage")
class LinkageAttr(EnumAttr):
    """The linkage of a symbol: its visibility, and how symbols of the same name are merged:
    `#llvm.linkage<internal>`.
    """

    cases = (
        *("external", "available_externally", "linkonce", "linkonce_odr", "weak", "weak_odr"),
        *("appending", "internal", "private", "extern_weak", "common"),
    )


@attribute("llvm.cconv")
class CConvAttr(EnumAttr):
    """A calling convention: `#llvm.cconv<fastcc>`."""

    cases = (
        *("ccc", "fastcc", "coldcc", "cc_10", "cc_11", "anyregcc", "preserve_mostcc", "preserve_allcc", "swiftcc"),
        *("cxx_fast_tlscc", "tailcc", "cfguard_checkcc", "swifttailcc", "x86_stdcallcc", "x86_fastcallcc"),
        *("arm_apcscc", "arm_aapcscc", "arm_aapcs_vfpcc", "msp430_intrcc", "x86_thiscallcc", "ptx_kernelcc"),
        *("ptx_devicecc", "spir_funccc", "spir_kernelcc", "intel_ocl_bicc", "x86_64_sysvcc", "win64cc"),
        *("x86_vectorcallcc", "hhvmcc", "hhvm_ccc", "x86_intrcc", "avr_intrcc", "avr_builtincc", "amdgpu_vscc"),
        *("amdgpu_gscc", "amdgpu_cscc", "amdgpu_kernelcc", "x86_regcallcc", "amdgpu_hscc", "msp430_builtincc"),
        *("amdgpu_lscc", "amdgpu_escc", "aarch64_vectorcallcc", "aarch64_sve_vectorcallcc"),
        *("wasm_emscripten_invokecc", "amdgpu_gfxcc", "m68k_intrcc"),
    )


@attribute("llvm.tailcallkind")
class TailCallKindAttr(EnumAttr):
    """Whether a call may, must or must not be a jump: `#llvm.tailcallkind<tail>`."""

    cases = ("none", "tail", "musttail", "notail")


@attribute("llvm.framePointerKind")
class FramePointerKindAttr(EnumAttr):
    """The functions that keep a frame pointer: `#llvm.framePointerKind<all>`."""

    cases = ("none", "non-leaf", "all", "reserved", "non-leaf-no-reserve")


@attribute("llvm.uwtableKind")
class UWTableKindAttr(EnumAttr):
    """Whether there are tables for unwinding the stack: `#llvm.uwtableKind<sync>`."""

    cases = ("none", "sync", "async")


@attribute("llvm.memory_effects")
class MemoryEffectsAttr(Attribute):
    """The effects of a function on each kind of memory: `none`, `read`, `write` or `readwrite`."""

    other: str = "readwrite"
    arg_mem: str = "readwrite"
    inaccessible_mem: str = "readwrite"
    errno_mem: str = "readwrite"
    target_mem0: str = "readwrite"
    target_mem1: str = "readwrite"

    keywords: ClassVar = ("none", "read", "write", "readwrite")
    places: ClassVar = ("other", "argMem", "inaccessibleMem", "errnoMem", "targetMem0", "targetMem1")

    def verify(self, report: AttributeReport) -> None:
        for word in self.values():
            if word not in self.keywords:
                report.error(f"expected one of {', '.join(self.keywords)}, but got '{word}'")

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        p.expect("<")
        locations: dict[str, str] = {}
        while not locations or p.accept(","):
            place = p.keyword(*(place for place in cls.places if place not in locations))
            p.expect("=")
            locations[place] = p.keyword(*cls.keywords)
        if len(locations) < len(cls.places):
            missing = next(place for place in cls.places if place not in locations)
            p.fail(f"expected parameter '{missing}' of '{cls.name}'")
        p.expect(">")
        return cls(*(locations[place] for place in cls.places))

    def print_parameters(self) -> str:
        parts = [f"{place} = {word}" for place, word in zip(self.places, self.values(), strict=True)]
        return f"<{', '.join(parts)}>"


@attribute("llvm.dereferenceable")
class DereferenceableAttr(Attribute):
    """The number of dereferenceable bytes behind a pointer, unless it may be null: `#llvm.dereferenceable<bytes =
    8>`.
    """

    bytes: int
    mayBeNull: bool = False  # noqa: N815 (MLIR's name)
    syntax = "`<` struct(params) `>`"


@attribute("llvm.vscale_range")
class VScaleRangeAttr(Attribute):
    """Between what `vscale` lies; 0 as the upper bound means that there is none."""

    minRange: IntegerAttr  # noqa: N815 (MLIR's name)
    maxRange: IntegerAttr  # noqa: N815 (MLIR's name)
    syntax = "`<` struct(params) `>`"


@attribute("llvm.vec_type_hint")
class VecTypeHintAttr(Attribute):
    """The type that most of a kernel computes with."""

    hint: TypeAttr
    is_signed: bool = False
    syntax = "`<` struct(params) `>`"


@attribute("llvm.constant_range")
class ConstantRangeAttr(Attribute):
    """A range of integers that wraps around where the end is smaller: `#llvm.constant_range<i64, 0, 10>`."""

    width: int
    lower: int
    upper: int

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        p.expect("<")
        offset = p.pos
        type = p.type()
        if not isinstance(type, IntegerType) or not type.is_signless:
            p.fail(f"expected an integer type, but got '{type}'", offset)
        p.expect(",")
        lower = p.integer()
        p.expect(",")
        upper = p.integer()
        p.expect(">")
        return cls(type.width, lower, upper)

    def print_parameters(self) -> str:
        return f"<i{self.width}, {self.lower}, {self.upper}>"


@attribute("llvm.target_features")
class TargetFeaturesAttr(Attribute):
    """The features of the processor: `#llvm.target_features<["+avx2", "+fma"]>`."""

    features: tuple[StringAttr, ...] = ()
    syntax = "`<` $features `>`"

    @classmethod
    def of(cls, *features: str) -> Self:
        return cls(tuple(map(StringAttr, features)))

    def verify(self, report: AttributeReport) -> None:
        for feature in self.features:
            if not feature.value.startswith(("+", "-")) or "," in feature.value:
                report.error(f"target features must start with '+' or '-', but got '{feature.value}'")


@attribute("llvm.zero")
class ZeroAttr(Attribute):
    """Zero-initialized data: `#llvm.zero`."""


@attribute("llvm.undef")
class UndefAttr(Attribute):
    """An undefined value: `#llvm.undef`."""


@attribute("llvm.poison")
class PoisonAttr(Attribute):
    """A poison value: `#llvm.poison`."""


@attribute("llvm.mlir.module_flag")
class ModuleFlagAttr(Attribute):
    """A flag of the module, and what happens when modules that differ in it are linked."""

    behavior: str
    key: StringAttr
    value: Attribute

    behaviors: ClassVar = {
        "error": 1, "warning": 2, "require": 3, "override": 4, "append": 5, "append_unique": 6, "max": 7, "min": 8
    }  # fmt: skip

    def verify(self, report: AttributeReport) -> None:
        if self.behavior not in self.behaviors:
            report.error(f"expected one of {', '.join(self.behaviors)}, but got '{self.behavior}'")

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        p.expect("<")
        behavior = p.keyword(*cls.behaviors)
        p.expect(",")
        key = StringAttr(p.string())
        p.expect(",")
        value = p.attribute()
        p.expect(">")
        return cls(behavior, key, value)

    def print_parameters(self) -> str:
        return f"<{self.behavior}, {self.key}, {self.value}>"


@attribute("llvm.blocktag")
class BlockTagAttr(Attribute):
    """The number by which the address of a block is taken: `#llvm.blocktag<id = 1>`."""

    id: int
    syntax = "`<` struct(params) `>`"


@attribute("llvm.blockaddress")
class BlockAddressAttr(Attribute):
    """The block with a tag in a function: `#llvm.blockaddress<function = @f, tag = <id = 1>>`."""

    function: SymbolRefAttr
    tag: BlockTagAttr
    syntax = "`<` struct(params) `>`"


NO_FASTMATH = FastMathAttr(0)
EXTERNAL = LinkageAttr("external")
CCC = CConvAttr("ccc")
NO_TAIL_CALL_KIND = TailCallKindAttr("none")

# -- Enumerations that the properties of ops keep as numbers -----------------------------------------------------------


def numbered(*keywords: str) -> dict[str, int]:
    return {word: number for number, word in enumerate(keywords)}


ICMP_PREDICATES = numbered("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
FCMP_PREDICATES = numbered(
    *("_false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord"),
    *("ueq", "ugt", "uge", "ult", "ule", "une", "uno", "_true"),
)
ORDERINGS = {
    "not_atomic": 0, "unordered": 1, "monotonic": 2, "acquire": 4, "release": 5, "acq_rel": 6, "seq_cst": 7
}  # fmt: skip
ATOMIC_OPERATIONS = numbered(
    *("xchg", "add", "sub", "_and", "nand", "_or", "_xor", "max", "min", "umax", "umin", "fadd", "fsub", "fmax"),
    *("fmin", "uinc_wrap", "udec_wrap", "usub_cond", "usub_sat", "fmaximum", "fminimum"),
)
VISIBILITIES = {"default": 0, "hidden": 1, "protected": 2}
UNNAMED_ADDRS = {"none": 0, "local_unnamed_addr": 1, "unnamed_addr": 2}
ASM_DIALECTS = numbered("att", "intel")
COMDATS = numbered("any", "exactmatch", "largest", "nodeduplicate", "samesize")
ROUNDING_MODES = {
    "towardzero": 0, "tonearest": 1, "upward": 2, "downward": 3, "tonearestaway": 4, "dynamic": 7
}  # fmt: skip
FP_EXCEPTIONS = numbered("ignore", "maytrap", "strict")
OVERFLOW_FLAGS = ("nsw", "nuw")

icmp_predicate = enum_of(i64, ICMP_PREDICATES, "llvm.icmp comparison predicate")
fcmp_predicate = enum_of(i64, FCMP_PREDICATES, "llvm.fcmp comparison predicate")
atomic_ordering = enum_of(i64, ORDERINGS, "Atomic ordering for LLVM's memory model")
atomic_operation = enum_of(i64, ATOMIC_OPERATIONS, "llvm.atomicrmw binary operations")
visibility_kind = enum_of(i64, VISIBILITIES, "LLVM GlobalValue Visibility")
unnamed_addr_kind = enum_of(i64, UNNAMED_ADDRS, "LLVM GlobalValue UnnamedAddr")
asm_dialect_kind = enum_of(i64, ASM_DIALECTS, "ATT (0) or Intel (1) asm dialect")
comdat_kind = enum_of(i64, COMDATS, "LLVM Comdat Types")
rounding_mode = enum_of(i64, ROUNDING_MODES, "LLVM Rounding Mode")
fp_exception_behavior = enum_of(i64, FP_EXCEPTIONS, "LLVM Exception Behavior")


@attribute("llvm.overflow")
class OverflowAttr(BitEnumAttr):
    """Integer overflows that give poison: `#llvm.overflow<nsw>`. As a property it becomes a number."""

    cases = OVERFLOW_FLAGS
    separator = ", "


def bits_attribute(
    description: str, num_keywords: int, respell: Callable[[Attribute], Attribute] | None = None
) -> AttributeConstraint:
    """An i32 whose bits stand for keywords."""
    return AttributeConstraint(
        description,
        lambda a: isinstance(a, IntegerAttr) and a.type is i32 and 0 <= a.value < 1 << num_keywords,
        IntegerAttr,
        respell=respell,
    )


overflow_flags = bits_attribute(
    "LLVM integer overflow flags",
    len(OVERFLOW_FLAGS),
    lambda attr: IntegerAttr(attr.bits, i32) if isinstance(attr, OverflowAttr) else attr,
)
gep_flags = bits_attribute("getelementptr no-wrap flags", 3)
NO_FLAGS = IntegerAttr(0, i32)
NOT_ATOMIC = IntegerAttr(0, i64)


def overflow(*flags: str) -> IntegerAttr:
    """The flags `overflow("nsw", "nuw")`."""
    return IntegerAttr(sum(1 << OVERFLOW_FLAGS.index(word) for word in set(flags)), i32)


def word_of(cases: dict[str, int], attr: Attribute | None, default: str = "") -> str:
    """The word that a number stands for."""
    if not isinstance(attr, IntegerAttr):
        return default
    return next((word for word, number in cases.items() if number == attr.value), default)


def ordering(word: str) -> IntegerAttr:
    """The attribute for an atomic ordering: `ordering("seq_cst")`."""
    return IntegerAttr(ORDERINGS[word], i64)


def alignment(bytes: int) -> IntegerAttr:
    """The attribute for an alignment in bytes."""
    return IntegerAttr(bytes, i64)
