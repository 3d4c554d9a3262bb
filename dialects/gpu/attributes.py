"""Attributes and types of `gpu`: dimensions, memory spaces, kinds of reductions and shuffles, where loops run, tokens.

A memory space is that of a memref type: `memref<32xf32, #gpu.address_space<workgroup>>`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dlc.dialects.arith import COMBINING_KINDS
from dlc.ir import Attribute, IntegerAttr, Type, attribute, type_
from dlc.ir.builtin_types import MemRefType
from dlc.ir.enums import EnumAttr, WordAttr

if TYPE_CHECKING:
    from typing_extensions import Self

    from dlc.ir.assembly import AsmReader

DIMENSIONS = ("x", "y", "z")
MAPPED = (*DIMENSIONS, *(f"linear_dim_{number}" for number in range(10)))
"""Words of mappings: a dimension of the grid or of a block, or one of those that count blocks or threads linearly."""
BUFFER_ALIGNMENT = 16
"""The alignment in bytes of the memory that kernels receive, which they may copy by vectors."""
DEFERRED = "gpu.deferred"
"""The attribute of assertions that are reported later: others may fail first, and other iterations go on."""
MACHINE = "gpu.machine"
"""The attribute of a module that describes the GPU that it is for."""


@attribute("gpu.dim")
class DimAttr(WordAttr):
    """A dimension of grids and blocks: `#gpu<dim x>`."""

    cases = DIMENSIONS

    @property
    def number(self) -> int:
        """0, 1 or 2."""
        return DIMENSIONS.index(self.value)


@attribute("gpu.address_space")
class AddressSpaceAttr(EnumAttr):
    """The visibility of memory: all threads, the threads of one block, or one thread:
    `#gpu.address_space<workgroup>`.
    """

    cases = ("global", "workgroup", "private")


WORKGROUP = AddressSpaceAttr("workgroup")
PRIVATE = AddressSpaceAttr("private")
GLOBAL = AddressSpaceAttr("global")

SPACE_NUMBERS = {1: "global", 3: "workgroup", 5: "private"}
"""Memory spaces as numbers, as targets have them."""


def space_of(type: Type) -> str | None:
    """The memory space of a memref type as a word: that of its attribute, or of the number in its place."""
    space: Attribute | None = type.memory_space if isinstance(type, MemRefType) else None
    if isinstance(space, AddressSpaceAttr):
        return space.value
    return SPACE_NUMBERS.get(space.value) if isinstance(space, IntegerAttr) else None


@attribute("gpu.all_reduce_op")
class AllReduceOpAttr(WordAttr):
    """The combining operation of an all-reduce: `#gpu<all_reduce_op add>`."""

    cases = COMBINING_KINDS


@attribute("gpu.shuffle_mode")
class ShuffleModeAttr(WordAttr):
    """The mode of a shuffle, which decides whose value a thread gets: `#gpu<shuffle_mode xor>`."""

    cases = ("xor", "up", "down", "idx")


@attribute("gpu.block")
class BlockMappingAttr(EnumAttr):
    """In `mapping` of a loop: each iteration is a block of the grid along a dimension: `#gpu.block<x>`."""

    cases = MAPPED


@attribute("gpu.thread")
class ThreadMappingAttr(EnumAttr):
    """In `mapping` of a loop: iterations go around the threads of a block along a dimension: `#gpu.thread<x>`."""

    cases = MAPPED


@type_("gpu.async.token")
class AsyncTokenType(Type):
    """The type of tokens: results of asynchronous ops, operands of the ops that must wait for them."""


TOKEN = AsyncTokenType()


@type_("gpu.mma_matrix")
class MMAMatrixType(Type):
    """A matrix that threads of a subgroup hold together: `!gpu.mma_matrix<16x16xf16, "AOp">`. No op here takes it."""

    shape: tuple[int, ...]
    element_type: Type
    operand: str

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        p.expect("<")
        shape: list[int] = []
        while (size := p.accept_dimension()) is not None:
            shape.append(size)
        element = p.type()
        p.expect(",")
        operand = p.string()
        p.expect(">")
        return cls(tuple(shape), element, operand)

    def print_parameters(self) -> str:
        sizes = "".join(f"{size}x" for size in self.shape)
        return f'<{sizes}{self.element_type}, "{self.operand}">'
