"""Copies by direct memory access, which run while the program goes on, and memrefs that are known not to overlap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Location, Type, Value
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.attributes import spelled
from dlc.ir.builtin_constraints import index_type
from dlc.ir.builtin_types import MemRefType, index
from dlc.ir.constraints import any_type, instance_of
from dlc.ir.definition import (
    Op,
    Operand,
    VariadicOperand,
    VariadicResult,
    op,
    operand,
    variadic_operand,
    variadic_result,
)
from dlc.ir.interfaces import Effect, MemoryEffects
from dlc.ir.locations import PendingLocation
from dlc.ir.traits import Pure

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

any_memref = instance_of(MemRefType, "memref of any type values")


@op("memref.distinct_objects", traits=(Pure,))
class DistinctObjectsOp(Op):
    """The memrefs themselves, promised not to overlap.

    Rules: (distinct_objects_c1) there is at least one. (distinct_objects_c2) the types stay.
    Example: %1, %2 = memref.distinct_objects %a, %b : memref<8xf32>, memref<4xf32>
    """

    objects: VariadicOperand = variadic_operand(any_memref)
    distinct: VariadicResult = variadic_result(any_memref)
    syntax = HAND_WRITTEN

    def verify(self, report: Report) -> None:
        if not self.objects:
            report.error("distinct_objects_c1", "expected at least one operand, but got none")
        elif self.operand_types != self.result_types:
            wanted, got = spelled(self.operand_types), spelled(self.result_types)
            report.error("distinct_objects_c2", f"expected results of types {wanted}, but got {got}")

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> DistinctObjectsOp:
        offset = p.pos
        names = p.value_names()
        attributes = p.attr_dict()
        p.expect(":")
        types = p.types()
        objects = p.resolve_all(names, offset, types)
        return cls.create(objects, types, {}, attributes, location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f" {p.names_of(self.objects)}")
        p.attr_dict(self)
        p.write(f" : {p.types_of(self.operand_types)}")


@op("memref.dma_start", interfaces=(MemoryEffects,))
class DmaStartOp(Op):
    """Begin to copy elements from one memref to another; what waits for it names an element of a third, the tag.

    With a stride, elements are copied in groups of that number, each group `stride` elements behind the one before.

    Rules: (dma_start_c1) the operands are the source, the target and their indices, the number of elements, the
    tag with its indices, and either none or both of the stride and the elements of a stride.
    Example:
        memref.dma_start %a[%i], %b[%i], %n, %tag[%i], %stride, %each
            : memref<64xf32>, memref<64xf32, 1>, memref<1xi32>
    """

    arguments: VariadicOperand = variadic_operand(any_type)
    syntax = HAND_WRITTEN

    def effects(self) -> Sequence[Effect]:
        return (Effect("read"), Effect("write"))

    def parts(self) -> list[Sequence[Value]] | None:
        """Return source, target, number of elements, tag and strides, or `None` if the operands are not those."""
        rest = list(self.arguments)
        parts: list[Sequence[Value]] = []
        for is_memref in (True, True, False, True):
            size = 1
            if is_memref:
                if not rest or not isinstance(rest[0].type, MemRefType):
                    return None
                size += rest[0].type.rank
            if len(rest) < size:
                return None
            parts.append(rest[:size])
            rest = rest[size:]
        parts.append(rest)
        numbers = [value for part in (parts[0], parts[1], parts[3]) for value in part[1:]]
        fits = len(rest) in (0, 2) and all(value.type is index for value in (*numbers, *parts[2], *rest))
        return parts if fits else None

    def verify(self, report: Report) -> None:
        if self.parts() is None:
            types = spelled(self.operand_types)
            report.error("dma_start_c1", f"expected source, target, count, tag and strides, but got {types}")

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> DmaStartOp:
        offset = p.pos
        memrefs: list[tuple[str, list[str]]] = []
        counts: list[str] = []
        for kind in ("source", "target", "count", "tag"):
            if kind != "source":
                p.expect(",")
            if kind == "count":
                counts.append(p.value_name())
                continue
            name = p.value_name()
            p.expect("[")
            memrefs.append((name, p.value_names()))
            p.expect("]")
        strides = p.value_names() if p.accept(",") else []
        p.expect(":")
        types = p.types()
        if len(types) != len(memrefs):
            p.fail(f"expected {len(memrefs)} types, but got {len(types)}", offset)
        values: list[list[Value]] = []
        for (name, indices), type in zip(memrefs, types, strict=True):
            values.append([p.resolve(name, offset, type), *_indices(p, indices, offset)])
        source, target, tag = values
        operands = [*source, *target, *_indices(p, counts, offset), *tag, *_indices(p, strides, offset)]
        return cls.create(operands, (), {}, location=location)

    def write(self, p: AsmPrinter) -> None:
        parts = self.parts()
        if parts is None or self.attributes:
            raise ValueError("the custom form has no place for attributes")
        source, target, (count,), tag, strides = parts
        texts = [*(_place(p, part) for part in (source, target)), p.name(count), _place(p, tag), *map(p.name, strides)]
        p.write(f" {', '.join(texts)} : {p.types_of([part[0].type for part in (source, target, tag)])}")


def _indices(p: AsmReader, names: Sequence[str], offset: int) -> list[Value]:
    kind: Type = index
    return [p.resolve(name, offset, kind) for name in names]


def _place(p: AsmPrinter, part: Sequence[Value]) -> str:
    return f"{p.name(part[0])}[{p.names_of(part[1:])}]"


@op("memref.dma_wait", interfaces=(MemoryEffects,))
class DmaWaitOp(Op):
    """Wait until the copy with this tag is done.

    Rules: (dma_wait_c1) the tag has an index for each dimension.
    Example: memref.dma_wait %tag[%i], %n : memref<1xi32>
    """

    tagMemRef: Operand = operand(any_memref)  # noqa: N815 (MLIR's names)
    tagIndices: VariadicOperand = variadic_operand(index_type)  # noqa: N815
    numElements: Operand = operand(index_type)  # noqa: N815
    syntax = "$tagMemRef `[` $tagIndices `]` `,` $numElements attr-dict `:` type($tagMemRef)"

    def effects(self) -> Sequence[Effect]:
        return (Effect("read"), Effect("write"))

    def verify(self, report: Report) -> None:
        type, given = self.tagMemRef.type, len(self.tagIndices)
        assert isinstance(type, MemRefType)
        if given != type.rank:
            report.error("dma_wait_c1", f"expected {type.rank} tag indices, as for '{type}', but got {given}")
