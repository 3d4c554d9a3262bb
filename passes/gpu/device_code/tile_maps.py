"""Maps of memory that tiles are copied from, which the hardware reads: parameters of kernels that the launch makes.

A map is a parameter of 128 bytes behind all others, one for each argument and size of a tile. A constant in the module
describes it by its name, so that whoever launches a kernel of a PTX text can make the map of the argument:

    product_kernel_tile_map_3_of_0_f16_512x1024_1024_8x128

is parameter 3 of `product_kernel`: 1024 rows of 512 elements of f16, 1024 bytes apart, at the address that parameter 0
is. An instruction copies 128 rows of 8 elements. Sizes are those of the last dimension first. A name that ends with
`_swizzle128` is that of a map of rows of 128 bytes that are swizzled in workgroup memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dlc.dialects import gpu, llvm, nvgpu
from dlc.ir import IntegerAttr, StringAttr, TypeAttr, Value
from dlc.ir.builtin_attributes import UNIT, DictionaryAttr
from dlc.ir.builtin_types import MemRefType, bit_width, i8, i32, i64
from dlc.ir.operations import Operation
from dlc.ir.strided_layout import strides_of
from dlc.passes.rewriting.conversion import ConversionRewriter

TILE_MAP = "_tile_map_"
"""The part of the name of a constant that describes a map, after the name of the kernel."""
CONSTANT = 4
"""The address space of such constants."""
MAP_TYPE = llvm.ArrayType(128, i8)
MAP_ALIGNMENT = 64
PLACE = "nvgpu.tile_map"
"""The attribute of a copy with the place of its map among the parameters, from the last one."""


class TileMap(NamedTuple):
    """A map of an argument of a kernel."""

    argument: int
    """The parameter with the address."""
    element: str
    sizes: Sequence[int]
    strides: Sequence[int]
    """The distances in bytes along all dimensions but the first."""
    box: Sequence[int]
    """The number of elements along each dimension that an instruction copies."""
    swizzle: int
    """The number of bytes of a row that are adjacent in workgroup memory, in another order; 0 for the same order."""

    def name(self, kernel: str, parameter: int) -> str:
        """Return the name of the constant that describes the map."""
        numbers = ["x".join(map(str, each)) for each in (self.sizes, self.strides, self.box)]
        end = f"_swizzle{self.swizzle}" if self.swizzle else ""
        return f"{kernel}{TILE_MAP}{parameter}_of_{self.argument}_{self.element}_{'_'.join(numbers)}{end}"


def tile_maps(op: gpu.GPUFuncOp, firsts: Sequence[int]) -> list[TileMap]:
    """Return the maps that a kernel needs; copies of tiles of its arguments get their places. `firsts` are the
    parameters of the arguments.
    """
    arguments = list[Value](op.body.entry.args)[: len(firsts)] if op.is_kernel else []
    copies = [each for each in op.walk() if isinstance(each, nvgpu.TileCopyOp) and each.src in arguments]
    maps = [_map_of(copy, firsts[arguments.index(copy.src)]) for copy in copies]
    distinct = list(dict.fromkeys(maps))
    for copy, map in zip(copies, maps, strict=True):
        copy.attributes[PLACE] = IntegerAttr(distinct.index(map) - len(distinct), i64)
    return distinct


def _map_of(copy: nvgpu.TileCopyOp, parameter: int) -> TileMap:
    type = copy.src.type_as(MemRefType)
    layout, tile, width = strides_of(type), copy.tile, bit_width(type.element_type)
    assert layout is not None
    assert width is not None
    box = [1] * type.rank
    box[tile.row_dimension], box[-1] = tile.rows, copy.width * nvgpu.chunk_of(type.element_type)
    return TileMap(
        parameter,
        f"{type.element_type}",
        type.shape[::-1],
        tuple(stride * width // 8 for stride in layout.strides[-2::-1]),
        tuple(box[::-1]),
        copy.width * nvgpu.ROW_BYTES if copy.swizzle is not None else 0,
    )


def describe(rw: ConversionRewriter, function: Operation, kernel: str, maps: Sequence[TileMap], first: int) -> None:
    """Insert the constants that describe the maps of a kernel, whose first one is a parameter."""
    for number, map in enumerate(maps):
        name = StringAttr(map.name(kernel, first + number))
        constant = llvm.GlobalOp(name, TypeAttr(i8), llvm.LinkageAttr("external"), value=IntegerAttr(0, i8))
        constant.constant = UNIT
        constant.addr_space = IntegerAttr(CONSTANT, i32)
        constant.location = function.location
        rw.insert_before(function, constant)


def map_attributes() -> DictionaryAttr:
    """Return the attributes of the parameter of a map: its bytes are passed, and no thread writes them."""
    return DictionaryAttr.of(
        {
            "llvm.align": IntegerAttr(MAP_ALIGNMENT, i64),
            "llvm.byval": TypeAttr(MAP_TYPE),
            "nvvm.grid_constant": UNIT,
        }
    )
