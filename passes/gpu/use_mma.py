"""The pass `gpu-use-mma`: a nest of products is computed by tensor cores, or AMD's matrix units.

    for %i = … + 128 {                               parallel (%warp_row, %warp_column, %row, %pair) … {
      for %j = … + 128 {                               for %k = … step 16 {
        for %k = … + 32 {                                %a = nvgpu.ldmatrix %rows[…]
          %x = load %rows[%i, %k]                =>      %b = nvgpu.ldmatrix %columns[…]
          %y = load %columns[%k, %j]                     %s = nvgpu.mma.sync(%a, %b, %sums)
          %xy = mulf extf %x, extf %y                    …
          store addf (load %sums[%i, %j]), %xy

The ops of the example are NVIDIA's; which ones they are, and who holds which elements, the matrix unit of the
architecture says (`matrix_units/`).

Operands are in workgroup memory, in any order; the sums have elements of each thread. The first operand may also be in
private memory, as the sums of another product that the same threads hold: then it stays in registers. Sums begin with
what is in memory, or with one value for all. Legal if sums of floats may be summed in any order (`reassoc`), because
tensor cores do. NVIDIA's round elements of f32 to tf32, so that they multiply these only with an option; without it,
the threads that hold the sums multiply and add themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from dlc.dialects import arith, loop, vector
from dlc.ir import Block, Operation, Value
from dlc.ir.builtin_attributes import StringAttr
from dlc.ir.builtin_types import VectorType, f32
from dlc.passes.loops.analysis.contractions import factors_of
from dlc.passes.loops.analysis.nests import (
    NAME,
    Point,
    check_nest,
    lower_bound,
    name_of,
    replace_loop,
    substitute_point,
    upper_bound,
)
from dlc.passes.loops.transforms.refusals import Refusal

from ..loops.transforms.loop_names import Names
from ..loops.transforms.loop_pass import BandPass
from ..manager import option, statistic
from .matrix_units import matrix_unit_around, unit_for
from .matrix_units.unit import MatrixUnit
from .operands import WHAT, MatrixInWorkgroup, first_operand, index_forms
from .warp_tiles import WarpTiles


class Products(NamedTuple):
    """The ops of a nest of products."""

    first: loop.LoadOp
    second: loop.LoadOp
    sums: loop.LoadOp | None
    """The load of a sum; `None` if all begin with the same value."""
    store: loop.StoreOp


def products_of(band: Sequence[loop.ForOp]) -> Products:
    """Return the ops of a nest that adds products of two operands to sums. Raises `Refusal` if it is no such nest."""
    rows, columns, inner = band
    check_nest([rows, columns], WHAT)
    ops = [op for op in columns.body.ops if op is not columns.terminator]
    sums, store = ops[0] if isinstance(ops[0], loop.LoadOp) else None, ops[-1]
    if not isinstance(store, loop.StoreOp) or ops[0 if sums is None else 1 : -1] != [inner]:
        raise Refusal(inner, f"{WHAT}: it is not between a load and a store of a sum")
    _check_sums(inner, sums, store, rows)
    loads = _factors(inner)
    first = next((op for op in loads if _moves(op, rows) and not _moves(op, columns)), None)
    second = next((op for op in loads if _moves(op, columns) and not _moves(op, rows)), None)
    if first is None or second is None or not (_moves(store, rows) and _moves(store, columns)):
        raise Refusal(store, f"{WHAT}: the elements do not depend on the loops as those of a matrix product do")
    return Products(first, second, sums, store)


def _check_sums(inner: loop.ForOp, sums: loop.LoadOp | None, store: loop.StoreOp, rows: loop.ForOp) -> None:
    """Refuse sums that do not begin with one value for all, or with what is loaded from where they are stored."""
    if len(inner.results) != 1 or inner.results[0] is not store.value:
        raise Refusal(inner, f"{WHAT}: it does not carry the sum that is stored after it")
    [init] = inner.iter_inits
    if sums is None:
        definer = init.defining_op
        if definer is not None and rows.is_ancestor_of(definer):
            raise Refusal(inner, f"{WHAT}: its sums begin with values that are computed in the nest")
    elif init is not sums.result:
        raise Refusal(inner, f"{WHAT}: it does not carry the sum that is loaded before and stored after it")
    elif (
        sums.memref is not store.memref
        or sums.affine_map != store.affine_map
        or list(sums.indices) != list(store.indices)
    ):
        raise Refusal(store, f"{WHAT}: it stores to another element than that of the sum")


def _factors(inner: loop.ForOp) -> Sequence[loop.LoadOp]:
    """Return the loads of the elements whose products a loop sums; widenings are the only other ops."""
    loads, total = factors_of(inner), inner.yielded[0].defining_op
    ops = [op for op in inner.body.ops if op is not inner.terminator]
    widenings = [op for op in ops if isinstance(op, (arith.ExtFOp, arith.ExtSIOp))]
    if loads is None or len(ops) != 4 + len(widenings):
        raise Refusal(inner, f"{WHAT}: it does not sum products of two elements of memory")
    if isinstance(total, arith.AddFOp) and "reassoc" not in total.fastmath:
        raise Refusal(total, f"{WHAT}: it must be summed in this order, as it has no `reassoc` flag")
    return loads


def _moves(op: loop.LoadOp | loop.StoreOp, along: loop.ForOp) -> bool:
    return any(along.induction_variable in form.terms for form in index_forms(op))


# -- The nest ----------------------------------------------------------------------------------------------------------


class TensorCoreNest:
    """A nest of products under construction."""

    def __init__(self, band: Sequence[loop.ForOp], tile: Sequence[int], unit: MatrixUnit, *, tf32: bool) -> None:
        self.rows, self.columns, self.inner = band
        self.products = products_of(band)
        self.unit = unit_for(unit, self.products.first.result.type, tf32=tf32)
        self.tiles = WarpTiles(self.rows, self.columns, tile, self.unit, WHAT)
        self.first = first_operand(self.products.first, self.rows, self.inner, self.unit)
        self.second = MatrixInWorkgroup(self.products.second, self.columns, self.inner, self.unit)
        self.shape = self.first.shape
        self.sum_type = self.products.store.value.type
        self.tf32 = tf32
        self._check()

    def _check(self) -> None:
        element, other = self.first.element, self.second.element
        if self.sum_type not in self.unit.sums_of_products(element, other):
            got = f"'{element}' and '{other}' to sums of '{self.sum_type}'"
            raise Refusal(self.products.store, f"{WHAT}: they do not multiply elements of {got}")
        if element is f32 and self.unit.rounds_f32 and not self.tf32:
            raise Refusal(self.products.first, f"{WHAT}: they round elements of 'f32' to tf32, which needs 'tf32=true'")
        trips, k = self.inner.constant_trip_count(), self.shape.k
        if trips is None or trips % k or self.inner.step_value != 1 or self.inner.lower_map.num_results != 1:
            shown = "any number of" if trips is None else trips
            raise Refusal(self.inner, f"{WHAT}: it must run a multiple of {k} iterations, but got {shown} iterations")

    def lower(self, skew: int) -> loop.ParallelOp:
        """Replace the nest, and return the loop over threads; rows of operands are lengthened by `skew` elements."""
        block = self.rows.parent
        operands = [each for each in (self.first, self.second) if isinstance(each, MatrixInWorkgroup)]
        for operand in operands:
            operand.check_skew(skew)
        for operand in operands:
            operand.skew(skew * self.unit.skews(operand.element, is_transposed=operand.is_transposed))
        assert block is not None
        block.insert_before(self.tiles.threads, self.rows)
        body, fragments = self.tiles.threads.body, list(self.tiles.fragments())
        sums = [self._load_sums(body, fragment) for fragment in fragments]
        steps = self._steps(body, sums)
        for fragment, total in zip(fragments, steps.results, strict=True):
            self._store_sums(body, fragment, total)
        replace_loop(self.rows, ())
        return self.tiles.close()

    def _steps(self, body: Block, sums: Sequence[Value]) -> loop.ForOp:
        """Return the loop over the sums, with a product by each instruction in each iteration."""
        inner = self.inner
        bounds = (lower_bound(inner), upper_bound(inner))
        steps = loop.ForOp.over(*bounds, self.shape.k, sums, location=inner.location)
        name = name_of(inner)
        if name is not None:
            steps.attributes[NAME] = StringAttr(name)
        steps.induction_variable.name_hint = inner.induction_variable.name_hint
        body.append(steps)
        starts = range(0, self.tiles.tile[0], self.unit.rows)
        a = [self.unit.first(self.first, self.tiles, steps, start) for start in starts]
        b = self.unit.second(self.second, self.tiles, steps)
        carried, totals = iter(steps.carried), list[Value]()
        for row in a:
            for column in b:
                totals.append(self.unit.product(steps.body, row, column, next(carried), self.first.element))
        steps.close(totals)
        return steps

    # -- Sums ----------------------------------------------------------------------------------------------------------

    def _load_sums(self, block: Block, fragment: tuple[int, int]) -> Value:
        """Load a fragment of sums, or return their initial value."""
        if self.products.sums is None:
            initial = vector.BroadcastOp(self.inner.iter_inits[0], self.unit.sums_of(self.sum_type))
            block.append(initial)
            return initial.vector
        elements: list[Value] = []
        for row, column in self.tiles.elements(fragment):
            load = self.products.sums.clone()
            self._place(block, load, row, column)
            elements.append(load.results[0])
        whole = vector.FromElementsOp(elements, self.unit.sums_of(self.sum_type))
        block.append(whole)
        return whole.dest

    def _store_sums(self, block: Block, fragment: tuple[int, int], total: Value) -> None:
        places = product(*map(range, total.type_as(VectorType).shape))
        for place, (row, column) in zip(places, self.tiles.elements(fragment), strict=True):
            element = vector.ExtractOp.of(total, place)
            block.append(element)
            store = self.products.store.clone()
            store.set_operand(0, element.result)
            self._place(block, store, row, column)

    def _place(self, block: Block, access: Operation, row: Point, column: Point) -> None:
        block.append(access)
        for op, point in ((self.rows, row), (self.columns, column)):
            substitute_point([access], op.induction_variable, point, block, access)


class GPUUseMma(BandPass):
    """Compute nests of products by tensor cores

    The three named loops are over the rows and columns of the tile of a block, and over the sums; each warp has a tile
    of `tile` elements. The loop over the sums keeps its name.

    Example: gpu-use-mma{loops=i,j,k tile=16,8}
        func.func @product(
          %a: memref<16x32xi8, #gpu.address_space<workgroup>>, %b: memref<8x32xi8, #gpu.address_space<workgroup>>,
          %c: memref<16x8xi32>
        ) {
          loop.for %i = 0 to 16 {
            loop.for %j = 0 to 8 {
              %0 = loop.load %c[%i, %j] : memref<16x8xi32>
              %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (i32) {
                %x = loop.load %a[%i, %k] : memref<16x32xi8, #gpu.address_space<workgroup>>
                %y = loop.load %b[%j, %k] : memref<8x32xi8, #gpu.address_space<workgroup>>
                %2 = arith.extsi %x : i8 to i32
                %3 = arith.extsi %y : i8 to i32
                %4 = arith.muli %2, %3 : i32
                %5 = arith.addi %s, %4 : i32
                loop.yield %5 : i32
              } {loop.name = "k"}
              loop.store %1, %c[%i, %j] : memref<16x8xi32>
            } {loop.name = "j"}
          } {loop.name = "i"}
          return
        }
    """

    name = "gpu-use-mma"
    loops: tuple[str, ...] = option("The names of the loops over rows, columns and sums", default=())
    tile: tuple[int, ...] = option("The numbers of rows and columns of a warp", default=(64, 32), least=1)
    skew: int = option("The number of elements by which rows of operands are lengthened", default=0, least=0)
    tf32: bool = option("Round elements of f32 to tf32", default=False)
    done = statistic("num-lowered", "Number of nests that tensor cores compute")
    refused = statistic("num-refused", "Number of nests that they cannot compute")

    def names_after(self, names: Names) -> Names:
        return names.difference(self.loops[:2])

    def problem(self) -> str | None:
        return None if len(self.loops) == 3 else f"expects the names of three loops, but got {len(self.loops)}"

    def transform(self, band: list[loop.ForOp]) -> object:
        unit = matrix_unit_around(band[0], WHAT, tf32=self.tf32)
        return TensorCoreNest(band, self.tile, unit, tf32=self.tf32).lower(self.skew)
