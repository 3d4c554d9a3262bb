"""Loops and conditionals of `scf` in dialect conversions: what they carry, yield and return is converted.

target = ConversionTarget()
allow_converted_scf(target, converter)
apply_full_conversion(module, target, [*SCF_PATTERNS, *own_patterns], context, converter)

`scf.parallel` and `scf.forall` are not here: their regions take numbers, and memory.
"""

from __future__ import annotations

from dlc.ir import Operation, Region, Value
from dlc.ir.patterns import Match

from .conversion import ConversionRewriter, Converted, conversion
from .conversion_target import ConversionTarget
from .type_conversion import TypeConverter

WITH_REGIONS = ("scf.for", "scf.if", "scf.while", "scf.index_switch", "scf.execute_region")
"""Ops whose operands, results and arguments of regions may have any types, but for bounds and conditions."""
ENDS = ("scf.yield", "scf.condition")
NUM_KEPT = {"scf.if": 1, "scf.index_switch": 1, "scf.condition": 1}
"""The number of operands, which come first, whose type the op determines: conditions, and what cases are chosen by."""
NUM_BOUNDS = {"scf.for": 3}
"""The number of operands, which come first, that must become one value each."""


def allow_converted_scf(target: ConversionTarget, converter: TypeConverter) -> None:
    """Make ops of `scf` with regions legal where they have only types that stay what they are."""

    def is_legal(op: Operation) -> bool:
        values = (*op.operands[NUM_KEPT.get(op.name, 0) :], *op.results)
        return all(converter.is_legal(each.type) for each in values) and all(map(converter.is_legal_region, op.regions))

    target.add_dynamically_legal_op(*WITH_REGIONS, *ENDS, condition=is_legal)


def _operands(op: Operation, rw: ConversionRewriter) -> list[Value]:
    num_kept, num_bounds = NUM_KEPT.get(op.name, 0), NUM_BOUNDS.get(op.name, 0)
    bounds = [rw.converted_to_one(operand) for operand in op.operands[:num_bounds]]
    others = (value for operand in op.operands[num_kept + num_bounds :] for value in rw.converted(operand))
    return [*op.operands[:num_kept], *bounds, *others]


@conversion(*WITH_REGIONS)
def convert_regions(op: Operation, new: Converted, rw: ConversionRewriter) -> Match:
    """scf.for … iter_args(%x : T) -> T  ->  scf.for … iter_args(%x' : T') -> T', and so for other ops with regions.
    Terminates: the new types are legal.
    """
    if any(rw.converter.convert_all(block.arg_types) is None for region in op.regions for block in region.blocks):
        return rw.no_match("an argument of a region has a type that cannot be converted")
    operands, types = _operands(op, rw), new.result_types
    for region in op.regions:
        rw.convert_region(region)
    regions = [Region() for _ in op.regions]
    converted = type(op).create(operands, types, dict(op.properties), dict(op.attributes), regions)
    for source, target in zip(op.regions, regions, strict=True):
        rw.take_blocks(source, target)
    return rw.replace_by_parts(op, converted)


@conversion(*ENDS)
def convert_end(op: Operation, new: Converted, rw: ConversionRewriter) -> Match:
    """scf.yield %x  ->  scf.yield %x'.  Terminates: the operand types are legal."""
    op.set_operands(_operands(op, rw))
    return rw.modify(op)


SCF_PATTERNS = (convert_regions, convert_end)
