"""`tensor.pack` and `tensor.unpack`: a tensor cut into tiles, each of which lies in one piece."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, Value
from dlc.ir.builtin_attributes import DenseArrayAttr, DenseElementsAttr, i64_array
from dlc.ir.builtin_constraints import any_ranked_tensor, i64_dense_array, index_type
from dlc.ir.builtin_types import DYNAMIC, TensorType
from dlc.ir.constraints import TypeVariable, any_type
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    OptionalOperand,
    Result,
    VariadicOperand,
    attr,
    inferred_result,
    op,
    operand,
    optional_attr,
    optional_operand,
    variadic_operand,
)
from dlc.ir.index_lists import INDEX_LIST, Index, mixed_indices, split_indices
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable, FoldResult
from dlc.ir.values import constant_of

from .constraints import tensor_type
from .shapes import SameShapeAs

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

T = TypeVariable("T", any_ranked_tensor)

TILES = (
    "(`outer_dims_perm` `=` $outer_dims_perm^)? `inner_dims_pos` `=` $inner_dims_pos "
    "`inner_tiles` `=` custom<DynamicIndexList>($inner_tiles, $static_inner_tiles) "
    "`into` $dest attr-dict `:` type($source) `->` type($dest)"
)


@op("tensor.pack", interfaces=(NO_EFFECTS, ConditionallySpeculatable, SameShapeAs("dest")))
class PackOp(Op):
    """The source cut into tiles along the dimensions `inner_dims_pos`: the result has a dimension that counts tiles
    for each dimension of the source, in the order `outer_dims_perm`, then one inside the tile for each that is cut.
    Where a tile reaches past the end, `padding_value` is.

    Rules: (pack_c1) there is a tile size, not zero, for each dimension that is cut. (pack_c2) these are in the source,
    each once. (pack_c3) the order is a permutation of the source's dimensions. (pack_c4) the destination has a
    dimension more for each. (pack_c5) with the size of the tile. (pack_c6) and tiles enough. (pack_c7) without padding
    tiles are full. (pack_c8) source, destination and padding have the same element type.
    Example:
        %p = tensor.pack %t padding_value(%x : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1]
          inner_tiles = [8, 2] into %d : tensor<30x4xf32> -> tensor<2x4x8x2xf32>
    """

    source: Operand = operand(any_ranked_tensor)
    dest: Operand = operand(T)
    padding_value: OptionalOperand = optional_operand(any_type)
    inner_tiles: VariadicOperand = variadic_operand(index_type)
    outer_dims_perm: Attr[DenseArrayAttr | None] = optional_attr(i64_dense_array)
    inner_dims_pos: Attr[DenseArrayAttr] = attr(i64_dense_array)
    static_inner_tiles: Attr[DenseArrayAttr] = attr(i64_dense_array)
    result: Result = inferred_result(T)
    directives = INDEX_LIST
    syntax = f"$source (`padding_value` `(` $padding_value^ `:` type($padding_value) `)`)? {TILES}"

    @classmethod
    def of(
        cls,
        source: Value,
        dest: Value,
        dims: Sequence[int],
        tiles: Sequence[Index],
        order: Sequence[int] | None = None,
        padding: Value | None = None,
    ) -> PackOp:
        """Return the op for mixed tile sizes."""
        static, dynamic = split_indices(tiles)
        perm = None if order is None else i64_array(order)
        return cls(source, dest, padding, dynamic, perm, i64_array(dims), static)  # type: ignore[arg-type]

    @property
    def mixed_tiles(self) -> list[Index]:
        return mixed_indices(self.static_inner_tiles, self.inner_tiles)

    @property
    def whole(self) -> Value:
        """The tensor that is not in tiles."""
        return self.source

    def result_names(self) -> Sequence[str | None]:
        return ("pack",)

    def is_speculatable(self) -> bool:
        """Return whether there are provably enough tiles, all of them full."""
        return _is_all_known(self)

    def verify(self, report: Report) -> None:
        source, dest = tensor_type(self.source), tensor_type(self.dest)
        padding = self.padding_value
        if padding is not None and padding.type is not source.element_type:
            report.error("pack_c8", f"expected padding_value has '{source.element_type}' but got '{padding.type}'")
        if dest.element_type is not source.element_type:
            report.error("pack_c8", f"expected element type '{source.element_type}', but got '{dest.element_type}'")
        if not _verify_tiles(self, source, dest, report, "pack"):
            return
        if padding is None and not tiles_may_be_full(source, self.inner_dims_pos.elements, self.static_inner_tiles):
            got = f"'{source}' in tiles of {list(self.static_inner_tiles.elements)}"
            report.error(
                "pack_c7",
                "invalid tile factor or output size provided. Only full tiles are supported when padding_value "
                f"is not set, but got {got}",
            )

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """pack(splat) -> splat, if the padding is the same constant."""
        dest, constant = tensor_type(self.dest), operands[0]
        if not isinstance(constant, DenseElementsAttr) or not constant.is_splat or not dest.has_static_shape:
            return None
        if self.padding_value is not None and (
            constant.splat_value() is None or constant_of(self.padding_value) is not constant.splat_value()
        ):
            return None
        return [DenseElementsAttr.from_bytes(dest, constant.raw)]


def _is_all_known(op: PackOp | UnpackOp) -> bool:
    """Return whether the verifier knew all sizes."""
    sizes = (*tensor_type(op.source).shape, *tensor_type(op.dest).shape, *op.static_inner_tiles.elements)
    return DYNAMIC not in sizes


@op("tensor.unpack", interfaces=(NO_EFFECTS, ConditionallySpeculatable, SameShapeAs("dest")))
class UnpackOp(Op):
    """The tensor that `tensor.pack` cut into these tiles; what reaches past the end of the destination is left out.

    Rules: (unpack_c1) there is a tile size, not zero, for each dimension that is cut. (unpack_c2) these are in the
    destination, each once. (unpack_c3) the order is a permutation of its dimensions. (unpack_c4) the source has a
    dimension more for each. (unpack_c5) with the size of the tile. (unpack_c6) and tiles enough. (unpack_c7) both have
    the same element type.
    Example:
        %t = tensor.unpack %p outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 2]
          into %d : tensor<2x4x8x2xf32> -> tensor<30x4xf32>
    """

    source: Operand = operand(any_ranked_tensor)
    dest: Operand = operand(T)
    inner_tiles: VariadicOperand = variadic_operand(index_type)
    outer_dims_perm: Attr[DenseArrayAttr | None] = optional_attr(i64_dense_array)
    inner_dims_pos: Attr[DenseArrayAttr] = attr(i64_dense_array)
    static_inner_tiles: Attr[DenseArrayAttr] = attr(i64_dense_array)
    result: Result = inferred_result(T)
    directives = INDEX_LIST
    syntax = f"$source {TILES}"

    @classmethod
    def of(
        cls,
        source: Value,
        dest: Value,
        dims: Sequence[int],
        tiles: Sequence[Index],
        order: Sequence[int] | None = None,
    ) -> UnpackOp:
        """Return the op for mixed tile sizes."""
        static, dynamic = split_indices(tiles)
        perm = None if order is None else i64_array(order)
        return cls(source, dest, dynamic, perm, i64_array(dims), static)  # type: ignore[arg-type]

    @property
    def mixed_tiles(self) -> list[Index]:
        return mixed_indices(self.static_inner_tiles, self.inner_tiles)

    @property
    def whole(self) -> Value:
        """The tensor that is not in tiles."""
        return self.dest

    def result_names(self) -> Sequence[str | None]:
        return ("unpack",)

    def is_speculatable(self) -> bool:
        """Return whether there are provably enough tiles."""
        return _is_all_known(self)

    def verify(self, report: Report) -> None:
        source, dest = tensor_type(self.source), tensor_type(self.dest)
        if dest.element_type is not source.element_type:
            report.error("unpack_c7", f"expected element type '{source.element_type}', but got '{dest.element_type}'")
        _verify_tiles(self, dest, source, report, "unpack")

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """unpack(splat) -> splat"""
        dest, constant = tensor_type(self.dest), operands[0]
        if not isinstance(constant, DenseElementsAttr) or not constant.is_splat or not dest.has_static_shape:
            return None
        return [DenseElementsAttr.from_bytes(dest, constant.raw)]


Packing = PackOp | UnpackOp


# -- Types -----------------------------------------------------------------------------------------------------------


def outer_order(op: Packing) -> Sequence[int]:
    """The order in which the dimensions that count tiles stand, as numbers of the whole tensor's dimensions."""
    given = op.outer_dims_perm.elements if op.outer_dims_perm is not None else ()
    return given or range(len(op.whole.shape))


def packed_shape(
    shape: Sequence[int], dims: Sequence[int], tiles: Sequence[int], order: Sequence[int]
) -> tuple[int, ...]:
    """The shape that a tensor has in tiles, as far as it is known."""
    outer = list(shape)
    for dim, tile in zip(dims, tiles, strict=True):
        outer[dim] = DYNAMIC if DYNAMIC in (outer[dim], tile) else -(-outer[dim] // tile)
    return (*(outer[dim] for dim in order), *tiles)


def tiles_may_be_full(source: TensorType, dims: Sequence[int], tiles: DenseArrayAttr) -> bool:
    """Return whether nothing that is known says that a tile reaches past the end."""
    sizes = zip((source.shape[dim] for dim in dims), tiles, strict=True)
    return all(DYNAMIC in (size, tile) or size % tile == 0 for size, tile in sizes)


def _verify_tiles(op: Packing, whole: TensorType, packed: TensorType, report: Report, rule: str) -> bool:
    """The rules of both ops, for the tensor as a whole and in tiles."""
    problem = _tiles_problem(op, len(whole.shape)) or packed_problem(op, whole, packed)
    if problem is None:
        return True
    number, message = problem
    rules = (f"{rule}_c1", f"{rule}_c2", f"{rule}_c3", f"{rule}_c4", f"{rule}_c5", f"{rule}_c6")
    report.error(rules[number - 1], message)
    return False


def _tiles_problem(op: Packing, rank: int) -> tuple[int, str] | None:
    """Return the problem with the lists on an op, and the number of the rule."""
    dims, tiles = op.inner_dims_pos.elements, op.static_inner_tiles.elements
    dynamic, given = tiles.count(DYNAMIC), len(op.inner_tiles)
    if len(dims) != len(tiles):
        return 1, f"tiling factors must equal the number of dimensions to tile, {len(dims)}, but got {len(tiles)}"
    if dynamic != given:
        return 1, f"expected {dynamic} dynamic tiling factors, but got {given}"
    if any(tile < 1 and tile != DYNAMIC for tile in tiles):
        return 1, f"invalid zero tile factor, or negative, in {list(tiles)}"
    if len(set(dims)) != len(dims) or any(not 0 <= dim < rank for dim in dims):
        return 2, f"invalid inner_dims_pos vector {list(dims)} for rank {rank}"
    order = op.outer_dims_perm.elements if op.outer_dims_perm is not None else ()
    if order and sorted(order) != list(range(rank)):
        return 3, f"outer_dims_perm must be a permutation of {rank} dimensions or empty, but got {list(order)}"
    return None


def packed_problem(op: Packing, whole: TensorType, packed: TensorType) -> tuple[int, str] | None:
    """Return how a type differs from that of the tensor in tiles, and the number of the rule."""
    dims, tiles = op.inner_dims_pos.elements, op.static_inner_tiles.elements
    rank = len(whole.shape)
    if len(packed.shape) != rank + len(tiles):
        return 4, f"packed rank != (unpacked rank + num tiling factors), got {len(packed.shape)} != {rank + len(tiles)}"
    if packed.shape[rank:] != tiles:
        sizes = f"{list(tiles)} and '{packed}'"
        return (
            5,
            f"mismatch in inner tile sizes specified and shaped of tiled dimension in the packed type, got {sizes}",
        )
    expected = packed_shape(whole.shape, dims, tiles, outer_order(op))
    if any(x != y and DYNAMIC not in (x, y) for x, y in zip(expected, packed.shape, strict=True)):
        return 6, f"expected '{packed.with_shape(expected)}' for the packed domain value, got '{packed}'"
    return None
