"""The lowering of the type `!sample.fixed`: its numbers become the integers that they are kept as."""

from __future__ import annotations

from dlc.ir.patterns import Match
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, conversion
from dlc.passes.rewriting.conversion_target import ConversionTarget
from dlc.passes.rewriting.function_conversion import FUNCTION_PATTERNS, allow_converted_functions
from dlc.passes.rewriting.scf_conversion import SCF_PATTERNS, allow_converted_scf
from dlc.passes.rewriting.type_conversion import TypeConverter

from .fixed import FixedType, PackOp, UnpackOp


@conversion(PackOp, UnpackOp)
def lower_to_integer(op: PackOp | UnpackOp, new: Converted, rw: ConversionRewriter) -> Match:
    """pack(x) -> x; unpack(x) -> x"""
    return rw.replace(op, [new.source])


FIXED_PATTERNS = [lower_to_integer, *FUNCTION_PATTERNS, *SCF_PATTERNS]


def convert_fixed(converter: TypeConverter, target: ConversionTarget) -> None:
    """Let the type become its integers, also where functions, loops and conditionals take and return it."""
    converter.add(lambda type: type.storage if isinstance(type, FixedType) else None)
    allow_converted_functions(target, converter)
    allow_converted_scf(target, converter)
