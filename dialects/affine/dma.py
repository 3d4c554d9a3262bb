"""Copies by direct memory access at places that affine maps compute.

The maps are attributes like any other, and no properties: MLIR's generic form has them so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.dialects.loop.affine_text import expressions_text, read_subscripts
from dlc.dialects.loop.scopes import verify_operands
from dlc.ir import Location, Value
from dlc.ir.affine import AffineMap
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.attributes import spelled
from dlc.ir.builtin_attributes import AffineMapAttr
from dlc.ir.builtin_types import MemRefType, index
from dlc.ir.constraints import any_type
from dlc.ir.definition import Op, VariadicOperand, op, variadic_operand
from dlc.ir.interfaces import Effect, MemoryEffects
from dlc.ir.locations import PendingLocation

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

Place = tuple[Value, AffineMap, Sequence[Value]]
"""A memref, a map, and the operands of the map."""


class _DmaOp(Op):
    """Base of `affine.dma_start` and `affine.dma_wait`: memrefs with maps, and numbers behind them."""

    arguments: VariadicOperand = variadic_operand(any_type)
    syntax = HAND_WRITTEN
    maps: Sequence[str] = ()
    """The names of the maps, in the order of the operands."""

    def effects(self) -> Sequence[Effect]:
        return (Effect("read"), Effect("write"))

    def parts(self) -> tuple[list[Place], list[Value]] | None:
        """Return the places and the numbers behind them, or `None` if the operands are not those."""
        rest, places = list(self.arguments), list[Place]()
        for name in self.maps:
            attribute = self.attributes.get(name)
            if not isinstance(attribute, AffineMapAttr):
                return None
            affine_map = attribute.value
            size = 1 + affine_map.num_inputs
            if len(rest) < size or not isinstance(rest[0].type, MemRefType):
                return None
            if rest[0].type.rank != affine_map.num_results:
                return None
            places.append((rest[0], affine_map, rest[1:size]))
            rest = rest[size:]
        numbers = [value for _, _, operands in places for value in operands] + rest
        return (places, rest) if all(value.type is index for value in numbers) else None

    def verify_parts(self, report: Report, rules: tuple[str, str], counts: Sequence[int]) -> None:
        """Check that the operands are places and as many numbers as there may be, and that maps take dimensions."""
        parts = self.parts()
        if parts is None or len(parts[1]) not in counts:
            wanted = " and ".join([*(name.removesuffix("_map") for name in self.maps), f"{counts[0]} numbers"])
            report.error(rules[0], f"expected operands for {wanted}, but got {spelled(self.operand_types)}")
            return
        for _, affine_map, operands in parts[0]:
            verify_operands(self, operands, affine_map.num_dims, rules[1], report)

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> Op:
        offset, read = p.pos, list[tuple[str, AffineMap, list[str]]]()
        for _ in cls.maps:
            if read:
                p.expect(",")
            name = p.value_name()
            read.append((name, *read_subscripts(p)))
        p.expect(",")
        numbers = p.value_names()
        attributes = p.attr_dict()
        p.expect(":")
        types = p.types()
        if len(types) != len(read):
            p.fail(f"expected {len(read)} types, but got {len(types)}", offset)
        operands: list[Value] = []
        for (name, _, names), type in zip(read, types, strict=True):
            operands += [p.resolve(name, offset, type), *(p.resolve(each, offset, index) for each in names)]
        operands += [p.resolve(each, offset, index) for each in numbers]
        maps = {name: AffineMapAttr(affine_map) for name, (_, affine_map, _) in zip(cls.maps, read, strict=True)}
        return cls.create(operands, (), {}, {**attributes, **maps}, location=location)

    def write(self, p: AsmPrinter) -> None:
        parts = self.parts()
        if parts is None:
            raise ValueError("the operands are not those of the maps")
        places, numbers = parts
        texts = [
            f"{p.name(memref)}[{expressions_text(p, affine_map.results, affine_map.num_dims, operands)}]"
            for memref, affine_map, operands in places
        ]
        p.write(f" {', '.join([*texts, *map(p.name, numbers)])}")
        p.attr_dict(self, self.maps)
        p.write(f" : {p.types_of([memref.type for memref, _, _ in places])}")


@op("affine.dma_start", interfaces=(MemoryEffects,))
class DmaStartOp(_DmaOp):
    """Begin to copy elements from one memref to another; what waits for it names an element of a third, the tag.

    With a stride, elements are copied in groups of that number, each group `stride` elements behind the one before.

    Rules: (dma_start_c1) the operands are the source, the target and the tag, each with what its map takes, the number
    of elements, and either none or both of the stride and the elements of a stride. (dma_start_c2) the maps take
    dimensions and symbols.
    Example:
        affine.dma_start %a[%i + 3, %j], %b[%i], %tag[0], %n, %stride, %each
            : memref<4x8xf32>, memref<8xf32, 1>, memref<1xi32>
    """

    maps = ("src_map", "dst_map", "tag_map")

    def verify(self, report: Report) -> None:
        self.verify_parts(report, ("dma_start_c1", "dma_start_c2"), (1, 3))


@op("affine.dma_wait", interfaces=(MemoryEffects,))
class DmaWaitOp(_DmaOp):
    """Wait until the copy with this tag is done.

    Rules: (dma_wait_c1) the operands are the tag with what its map takes, and the number of elements. (dma_wait_c2) the
    map takes dimensions and symbols.
    Example: affine.dma_wait %tag[%i], %n : memref<1xi32>
    """

    maps = ("tag_map",)

    def verify(self, report: Report) -> None:
        self.verify_parts(report, ("dma_wait_c1", "dma_wait_c2"), (1,))
