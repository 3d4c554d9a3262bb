"""Attributes and types of `tosa`: words, quantization, the environment that a program is for, and shapes as values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dlc.ir import Attribute, Type, attribute, type_
from dlc.ir.enums import EnumAttr, read_any_word, spelled_word
from dlc.ir.field_attributes import FieldsAttr

if TYPE_CHECKING:
    from typing_extensions import Self

    from dlc.ir.assembly import AsmReader
    from dlc.ir.attributes import AttributeReport

LARGEST_RANK = 2**31 - 1


@attribute("tosa.resize_mode")
class ResizeModeAttr(EnumAttr):
    """The interpolation of a resize: `#tosa.resize_mode<BILINEAR>`."""

    cases = ("NEAREST_NEIGHBOR", "BILINEAR")


@attribute("tosa.nan_mode")
class NanModeAttr(EnumAttr):
    """The treatment of NaN: `#tosa.nan_mode<IGNORE>` takes the other number, `PROPAGATE` gives NaN."""

    cases = ("PROPAGATE", "IGNORE")


@attribute("tosa.rounding_mode")
class RoundingModeAttr(EnumAttr):
    """The rounding of a scaled integer: `#tosa.rounding_mode<DOUBLE_ROUND>`."""

    cases = ("SINGLE_ROUND", "INEXACT_ROUND", "DOUBLE_ROUND")


@attribute("tosa.block_size")
class BlockSizeAttr(EnumAttr):
    """The number of elements with one scale: `#tosa.block_size<BLOCK_SIZE_32>`."""

    cases = ("BLOCK_SIZE_32",)

    @property
    def number(self) -> int:
        """The size as a number."""
        return int(self.value.rpartition("_")[2])


# -- Quantization ------------------------------------------------------------------------------------------------------


@attribute("tosa.unary_quant")
class UnaryQuantAttr(FieldsAttr):
    """The zero points of an op with one operand: `#tosa.unary_quant<input_zp = 1, output_zp = 2>`."""

    input_zp: int
    output_zp: int


@attribute("tosa.conv_quant")
class ConvQuantAttr(FieldsAttr):
    """The zero points of a convolution: `#tosa.conv_quant<input_zp = 1, weight_zp = 2>`."""

    input_zp: int
    weight_zp: int


@attribute("tosa.matmul_quant")
class MatmulQuantAttr(FieldsAttr):
    """The zero points of a product: `#tosa.matmul_quant<a_zp = 1, b_zp = 2>`."""

    a_zp: int
    b_zp: int


@attribute("tosa.pad_quant")
class PadQuantAttr(FieldsAttr):
    """The zero point of what is padded: `#tosa.pad_quant<input_zp = 1>`."""

    input_zp: int


# -- The environment ---------------------------------------------------------------------------------------------------


@attribute("tosa.specification_version")
class SpecificationVersionAttr(EnumAttr):
    """A version of the specification: `#tosa.specification_version<"1.0">`."""

    cases = ("1.0", "1.1.draft")


@attribute("tosa.level")
class LevelAttr(EnumAttr):
    """A level of the specification, which limits sizes: `#tosa.level<none>`."""

    cases = ("none", "8k")


EXTENSIONS = (
    *("none", "int16", "int4", "bf16", "fp8e4m3", "fp8e5m2", "fft", "variable", "controlflow", "doubleround"),
    *("inexactround", "dynamic", "mxfp", "int64", "shape"),
)


@attribute("tosa.prof")
class ProfileAttr(EnumAttr):
    """A set of ops that a machine has: `#tosa.prof<pro_int>`."""

    cases = ("none", "pro_int", "pro_fp")


@attribute("tosa.ext")
class ExtensionAttr(EnumAttr):
    """An extension of the profiles: `#tosa.ext<int16>`."""

    cases = EXTENSIONS


@attribute("tosa.target_env")
class TargetEnvAttr(Attribute):
    """The features that a program may use: `#tosa.target_env<specification_version = "1.0", level = none, …>`."""

    specification_version: str
    level: str
    profiles: tuple[str, ...]
    extensions: tuple[str, ...]

    def verify(self, report: AttributeReport) -> None:
        given: Any = ((SpecificationVersionAttr, [self.specification_version]), (LevelAttr, [self.level]))
        for kind, spelled in (*given, (ProfileAttr, self.profiles), (ExtensionAttr, self.extensions)):
            for word in spelled:
                if word not in kind.cases:
                    report.error(f"expected one of {', '.join(kind.cases)}, but got '{word}'")

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        p.expect("<")
        version = _read_entry(p, "specification_version", read_any_word)
        p.expect(",")
        level = _read_entry(p, "level", read_any_word)
        p.expect(",")
        profiles = _read_entry(p, "profiles", _read_list)
        p.expect(",")
        extensions = _read_entry(p, "extensions", _read_list)
        p.expect(">")
        return cls(version, level, profiles, extensions)

    def print_parameters(self) -> str:
        return (
            f"<specification_version = {spelled_word(self.specification_version)}, level = {spelled_word(self.level)}, "
            f"profiles = [{', '.join(self.profiles)}], extensions = [{', '.join(self.extensions)}]>"
        )


def _read_entry(p: AsmReader, name: str, read: Any) -> Any:
    p.expect(name)
    p.expect("=")
    return read(p)


def _read_list(p: AsmReader) -> tuple[str, ...]:
    entries: list[str] = []
    p.expect("[")
    while not p.accept("]"):
        entries.append(read_any_word(p))
        if not p.at("]"):
            p.expect(",")
    return tuple(entries)


# -- Types -------------------------------------------------------------------------------------------------------------


@type_("tosa.shape")
class ShapeType(Type):
    """A list of this many sizes, which is known or computed: `!tosa.shape<4>`."""

    rank: int

    def verify(self, report: AttributeReport) -> None:
        if not 0 <= self.rank <= LARGEST_RANK:
            report.error(f"rank must be 0 to {LARGEST_RANK}, but got {self.rank}")


@type_("tosa.mxint8")
class MXInt8Type(Type):
    """Integers of 8 bits that stand for 64ths, of the formats whose blocks have scales: `!tosa.mxint8`."""
