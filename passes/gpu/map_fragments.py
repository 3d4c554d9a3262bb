"""The pass `gpu-map-fragments`: threads run the iterations of a tile whose sums they hold as fragments.

    for %i = … + 128 {                parallel (%warp_row, %warp_column, %row, %pair) = (0, 0, 0, 0) to (2, 4, 8, 4) {
      for %j = … + 128 {         =>     store %x, %sums[%warp_row * 64 + %row, %warp_column * 32 + %pair * 2]
        store %x, %sums[%i, %j]         store %x, %sums[%warp_row * 64 + %row, %warp_column * 32 + %pair * 2 + 1]
                                        …

So initial values and the operations on sums happen in registers. The fragments of the example are those of `mma.sync`;
other matrix units have others. Legal if the iterations can run in any order.

A loop over rows alone is run for each row by all threads that hold elements of it:

    for %i = … + 64 {                  parallel (%warp_row, %warp_column, %row, %pair) = (0, 0, 0, 0) to (4, 1, 8, 4) {
      %m = for %j = 0 to 32                %0 = maximumf (load %sums[%warp_row * 16 + %row, %pair * 2]), …
        { maximumf … load %sums[%i, %j] }  %m = gpu.subgroup_reduce maximumf %0 cluster(size = 4)
      store %m, %most[%i]          =>      store %m, %most[%warp_row * 16 + %row]

Each combines its own elements, and then they exchange the results. Legal if elements may be combined in any order. What
is stored in private memory is copied to each thread; other memory is written by the first of the threads.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import gpu, loop
from dlc.ir import Block, Builder, IRMapping, Operation, Value
from dlc.ir.affine import AffineDimExpr, IntegerSet
from dlc.ir.builtin_attributes import UNIT, int_attr
from dlc.ir.builtin_types import MemRefType, i32
from dlc.passes.loops.analysis.dependences import LoopDependences, levels_of
from dlc.passes.loops.analysis.nests import Point, check_nest, replace_loop, substitute_point
from dlc.passes.loops.analysis.reductions import Reduction, reductions_of
from dlc.passes.loops.transforms.refusals import Refusal, forbidden

from ..loops.transforms.loop_names import Names
from ..loops.transforms.loop_pass import BandPass
from ..manager import option, statistic
from .matrix_units import matrix_unit_around
from .warp_tiles import WarpTiles

WHAT = "cannot be mapped to fragments"


def map_fragments(band: Sequence[loop.ForOp], tile: tuple[int, ...]) -> loop.ParallelOp:
    """Replace a loop over rows, and one over columns if there is one, by one over the threads that hold the sums of a
    tile; return it."""
    rows, *columns = band
    check_nest(band, WHAT)
    tiles = WarpTiles(rows, columns[0] if columns else None, tile, matrix_unit_around(rows, WHAT), WHAT)
    carried = next(LoopDependences(rows).carried(levels_of(band)), None)
    if carried is not None:
        raise forbidden(rows, WHAT, carried)
    rows.block.insert_before(tiles.threads, rows)
    if columns:
        _copy_elements(rows, columns[0], tiles)
    else:
        _copy_rows(rows, tiles)
    replace_loop(rows, ())
    return tiles.close()


def _copy_elements(rows: loop.ForOp, columns: loop.ForOp, tiles: WarpTiles) -> None:
    """Let a thread run the iterations of all elements that it holds."""
    body = [op for op in columns.body.ops if op is not columns.terminator]
    for fragment in tiles.fragments():
        for row, column in tiles.elements(fragment):
            ivs = (rows.induction_variable, columns.induction_variable)
            _copied(body, dict(zip(ivs, (row, column), strict=True)), tiles.threads.body, IRMapping())


def _copied(
    ops: Sequence[Operation], points: dict[Value, Point], block: Block, mapping: IRMapping
) -> Sequence[Operation]:
    """Append copies of ops for other values of indices to a block, and return them."""
    mapping.map(list(points), list(points))
    copies = [op.clone(mapping) for op in ops]
    for op in copies:
        block.append(op)
    for iv, point in points.items():
        substitute_point(copies, iv, point, block, copies[0])
    return copies


# -- Rows --------------------------------------------------------------------------------------------------------------


def _copy_rows(rows: loop.ForOp, tiles: WarpTiles) -> None:
    """Let a thread run the iterations of all rows of which it holds elements."""
    body = [op for op in rows.body.ops if op is not rows.terminator]
    reductions = {op: _reduction(op, tiles) for op in body if isinstance(op, loop.ForOp)}
    for row in tiles.rows_of_thread():
        mapping = IRMapping()
        for op in body:
            reduction = reductions.get(op)  # type: ignore[call-overload]
            if reduction is None:
                _copy_op(op, {rows.induction_variable: row}, tiles, mapping)
            else:
                assert isinstance(op, loop.ForOp)
                total = _combine(op, reduction, {rows.induction_variable: row}, tiles, mapping)
                mapping.map(op.results, [total])


def _copy_op(op: Operation, points: dict[Value, Point], tiles: WarpTiles, mapping: IRMapping) -> None:
    """Append a copy of an op; of the threads that share a row, only the first one writes other memory than its own."""
    type, block = op.memref.type if isinstance(op, loop.StoreOp) else None, tiles.threads.body
    if not isinstance(type, MemRefType) or type.memory_space is gpu.PRIVATE:
        _copied([op], points, block, mapping)
        return
    is_first = IntegerSet(1, 0, [AffineDimExpr(0)], [True])
    condition = loop.IfOp.on(is_first, [tiles.sharer], location=op.location)
    block.append(condition)
    _copied([op], points, condition.then_block, mapping)
    condition.then_block.append(loop.YieldOp.of((), location=op.location))


def _reduction(op: loop.ForOp, tiles: WarpTiles) -> Reduction:
    """Return what a loop over the columns of a tile combines."""
    if tiles.unit.row_sharers is None:
        raise Refusal(op, f"{WHAT}: the threads that share a row are not evenly apart")
    [reduction, *others] = reductions_of(op, WHAT) or [None]
    trips = op.constant_trip_count()
    if reduction is None or others or len(reduction.combiners) != 1:
        raise Refusal(op, f"{WHAT}: it does not combine one value of each column")
    if trips != tiles.tile[1] or op.step_value != 1 or op.lower_map.num_results != 1:
        shown = "any number of" if trips is None else trips
        raise Refusal(op, f"{WHAT}: it must run {tiles.tile[1]} iterations, but got {shown} iterations")
    return reduction


def _combine(
    op: loop.ForOp, reduction: Reduction, points: dict[Value, Point], tiles: WarpTiles, outer: IRMapping
) -> Value:
    """Return the combination of all columns of a row: each thread combines its own, then they exchange the results."""
    block, total = tiles.threads.body, None
    body = [each for each in op.body.ops if each is not op.terminator and each not in reduction.combiners]
    for column in tiles.columns_of_thread(op):
        mapping = IRMapping()
        mapping.values.update(outer.values)
        _copied(body, {**points, op.induction_variable: column}, block, mapping)
        value = mapping.values.get(reduction.combined_value, reduction.combined_value)
        total = value if total is None else block.append(reduction.combined(total, value)).results[0]
    assert total is not None, "a tile has columns"
    builder = Builder.at_end(block, op.location)
    kind = gpu.AllReduceOpAttr(reduction.combiner.kind)
    assert tiles.unit.row_sharers is not None, "others are refused"
    size, stride = (int_attr(each, i32) for each in tiles.unit.row_sharers)
    whole = builder.insert(
        gpu.SubgroupReduceOp(total, kind, uniform=UNIT, cluster_size=size, cluster_stride=stride)
    ).result
    init = op.iter_inits[0]
    return block.append(reduction.combined(outer.values.get(init, init), whole)).results[0]


class GPUMapFragments(BandPass):
    """Let threads run the iterations whose sums they hold as fragments

    The two named loops are over the rows and columns of the tile of a block; each warp has a tile of `tile` elements.
    If only a loop over rows is named, each is run by all threads that hold elements of it, and loops over its columns
    inside are divided among them.

    Example: gpu-map-fragments{loops=i,j tile=16,8}
        func.func @fill(%m: memref<32x8xf32>, %x: f32) {
          loop.for %i = 0 to 32 {
            loop.for %j = 0 to 8 {
              loop.store %x, %m[%i, %j] : memref<32x8xf32>
            } {loop.name = "j"}
          } {loop.name = "i"}
          return
        }
    """

    name = "gpu-map-fragments"
    loops: tuple[str, ...] = option("The names of the loops over rows and columns, or of that over rows", default=())
    tile: tuple[int, ...] = option("The numbers of rows and columns of a warp", default=(64, 32), least=1)
    done = statistic("num-mapped", "Number of nests that are mapped")
    refused = statistic("num-refused", "Number of nests that cannot be mapped")

    def names_after(self, names: Names) -> Names:
        return names.difference(self.loops)

    def problem(self) -> str | None:
        if len(self.loops) not in (1, 2):
            return f"expects the names of one or two loops, but got {len(self.loops)}"
        return None

    def transform(self, band: list[loop.ForOp]) -> object:
        return map_fragments(band, self.tile)
