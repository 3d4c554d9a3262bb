"""The pass `gpu-use-mma`: a nest of products is computed by tensor cores.

    for %i = … + 128 {                               parallel (%warp_row, %warp_column, %row, %pair) … {
      for %j = … + 128 {                               for %k = … step 16 {
        for %k = … + 32 {                                %a = nvgpu.ldmatrix %rows[…]
          %x = load %rows[%i, %k]                =>      %b = nvgpu.ldmatrix %columns[…]
          %y = load %columns[%k, %j]                     %s = nvgpu.mma.sync(%a, %b, %sums)
          %xy = mulf extf %x, extf %y                    …
          store addf (load %sums[%i, %j]), %xy

Operands are in workgroup memory, in any order; the sums have elements of each thread. The first operand may also be in
private memory, as the sums of another product that the same threads hold: then it stays in registers. Sums begin with
what is in memory, or with one value for all. Legal if sums of floats may be summed in any order (`reassoc`), because
tensor cores do. Elements of f32 are rounded to tf32, so that they are multiplied by tensor cores only with an option.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dlc.dialects import arith, gpu, loop, memref, nvgpu, vector
from dlc.ir import Block, Builder, Operation, Type, Value
from dlc.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr
from dlc.ir.builtin_attributes import UNIT, ArrayAttr, StringAttr, int_attr
from dlc.ir.builtin_types import MemRefType, VectorType, bit_width, f32, i1, i32, i64
from dlc.passes.loops.analysis.accesses import Form, forms_of
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
from .warp_tiles import PAIRS, WarpTiles

WHAT = "cannot be computed by tensor cores"
ROW, PAIR = AffineDimExpr(0), AffineDimExpr(1)
LANE = ROW * PAIRS + PAIR
"""The number of a thread in its warp, by its row and the position in that."""
INNER, OUTER = LANE % 16, LANE // 16
"""Where a thread's row begins of four matrices that `ldmatrix` loads: two below one another, then two beside these."""
LOW, HIGH = LANE % 8 + LANE // 16 * 8, LANE // 8 % 2
"""The same for two matrices beside one another, then two below these."""


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


def _forms(op: loop.LoadOp | loop.StoreOp) -> list[Form]:
    forms = forms_of(op.affine_map, op.indices, op)
    if forms is None:
        raise Refusal(op, f"{WHAT}: it has indices that are not affine")
    return forms


def _moves(op: loop.LoadOp | loop.StoreOp, along: loop.ForOp) -> bool:
    return any(along.induction_variable in form.terms for form in _forms(op))


# -- Operands ----------------------------------------------------------------------------------------------------------


class Matrix:
    """An operand: its elements move by 1 along its rows or columns, and along the sums."""

    def __init__(self, load: loop.LoadOp, side: loop.ForOp, inner: loop.ForOp) -> None:
        self.load, self.side, self.inner = load, side, inner
        self.type = load.memref.type
        assert isinstance(self.type, MemRefType)
        self.element = self.type.element_type
        shape = nvgpu.shape_of(self.element)
        if shape is None:
            raise Refusal(load, f"{WHAT}: they do not multiply elements of type '{self.element}'")
        self.shape = shape
        self.per_row = shape.k // 2
        """The number of elements of a row of 16 bytes."""
        self.forms = _forms(load)
        self.factors = [[form.terms.get(each.induction_variable, 0) for form in self.forms] for each in (side, inner)]
        if any(sorted(each) != [*[0] * (len(self.forms) - 1), 1] for each in self.factors):
            raise Refusal(load, f"{WHAT}: the index of an operand must move by 1")

    def access(self, block: Block, side: Point, inner: Point) -> loop.LoadOp:
        """Append the load of an element, at these indices of the loops, to a block."""
        access = self.load.clone()
        block.append(access)
        for op, point in ((self.side, side), (self.inner, inner)):
            substitute_point([access], op.induction_variable, point, block, access)
        assert isinstance(access, loop.LoadOp)
        return access


class MatrixInRegisters(Matrix):
    """A first operand in private memory: threads hold it as sums of another product, and so as its fragments."""

    def fragment(self, tiles: WarpTiles, steps: loop.ForOp, start: int) -> Value:
        """Return the fragment of the rows from `start` on, for an iteration of the loop over the sums."""
        places = nvgpu.operand_fragment(self.shape.m, self.shape.k, bit_width(self.element) or 1)
        row, pair = tiles.threads.induction_variables[2:]
        elements: list[Value] = []
        for place in places.places():
            down, along = places.position(0, *place)
            inner = AffineDimExpr(1) + AffineDimExpr(0) * places.elements + along
            side = tiles.row(AffineDimExpr(0) + (start + down), [row])
            elements.append(self.access(steps.body, side, (inner, (pair, steps.induction_variable), 2)).result)
        whole = vector.FromElementsOp(elements, places.type(self.element))
        steps.body.append(whole)
        return whole.dest


class MatrixInWorkgroup(Matrix):
    """An operand in workgroup memory, and how `ldmatrix` loads its fragments."""

    def __init__(self, load: loop.LoadOp, side: loop.ForOp, inner: loop.ForOp) -> None:
        super().__init__(load, side, inner)
        type = self.type
        assert isinstance(type, MemRefType)
        if type.memory_space is not gpu.WORKGROUP or type.layout is not None:
            raise Refusal(load, f"{WHAT}: an operand must be in workgroup memory, row by row, but got '{type}'")
        self.is_transposed = self.factors[0][-1] == 1
        """Whether adjacent elements belong to different sums."""
        if not self.is_transposed and self.factors[1][-1] != 1:
            raise Refusal(load, f"{WHAT}: an operand must have its rows or columns in its last dimension")
        if self.is_transposed and self.per_row != nvgpu.ROWS:
            raise Refusal(load, f"{WHAT}: only elements of 16 bits are transposed, but got '{self.element}'")
        self._check_rows(type, self.forms[-1], side if self.is_transposed else inner)

    def _check_rows(self, type: MemRefType, form: Form, along: loop.ForOp) -> None:
        """Refuse rows that do not begin at multiples of 16 bytes."""
        lower, operands = lower_bound(along)
        [start] = forms_of(lower, operands, along) or [None]
        begins = dict(form.terms)
        del begins[along.induction_variable]
        constant = form.constant
        for term, factor in start.terms.items() if start is not None else ():
            begins[term] = begins.get(term, 0) + factor
        constant += start.constant if start is not None else 1
        if type.shape[-1] % self.per_row or any(begins.values()) or constant % self.per_row:
            raise Refusal(self.load, f"{WHAT}: the rows of an operand must begin at multiples of 16 bytes")

    def check_skew(self, elements: int) -> None:
        """Refuse to lengthen the rows of a buffer by what would move them from multiples of 16 bytes."""
        if elements % self.per_row:
            raise Refusal(self.load, f"{WHAT}: rows must be skewed by multiples of {self.per_row}, but got {elements}")
        if elements and not isinstance(self.load.memref.defining_op, memref.AllocOp):
            raise Refusal(self.load, f"{WHAT}: the buffer whose rows are skewed is not allocated")

    def skew(self, elements: int) -> None:
        """Lengthen the rows of the buffer, so that rows of a matrix are in different banks."""
        type = self.load.memref.type_as(MemRefType)
        shape = (*type.shape[:-1], type.shape[-1] + elements)
        self.load.memref.type = MemRefType(shape, type.element_type, None, type.memory_space)

    def fragment(self, block: Block, side: Point, inner: Point, count: int) -> Value:
        """Load fragments of `count` matrices, whose rows begin at these indices of the loops."""
        access = self.access(block, side, inner)
        maps = [access.affine_map.with_results([each]) for each in access.affine_map.results]
        builder = Builder.before(access)
        indices = [builder.insert(loop.ApplyOp.of(each, access.indices)).result for each in maps]
        access.erase()
        type = VectorType((count, nvgpu.WARP * self.per_row // nvgpu.WARP // 4), self.element)
        load = nvgpu.LdMatrixOp(
            self.load.memref,
            indices,
            type,
            transpose=int_attr(int(self.is_transposed), i1),
            numTiles=int_attr(count, i32),
        )
        block.append(load)
        return load.res


def _first_operand(load: loop.LoadOp, rows: loop.ForOp, inner: loop.ForOp) -> MatrixInRegisters | MatrixInWorkgroup:
    type = load.memref.type
    is_private = isinstance(type, MemRefType) and type.memory_space is gpu.PRIVATE
    return (MatrixInRegisters if is_private else MatrixInWorkgroup)(load, rows, inner)


# -- The nest ----------------------------------------------------------------------------------------------------------


class TensorCoreNest:
    """A nest of products under construction."""

    def __init__(self, band: Sequence[loop.ForOp], tile: Sequence[int], *, tf32: bool) -> None:
        self.rows, self.columns, self.inner = band
        self.products = products_of(band)
        self.tiles = WarpTiles(self.rows, self.columns, tile, WHAT)
        self.first = _first_operand(self.products.first, self.rows, self.inner)
        self.second = MatrixInWorkgroup(self.products.second, self.columns, self.inner)
        self.shape = self.first.shape
        self.sum_type = self.products.store.value.type
        self.tf32 = tf32
        self._check()

    def _check(self) -> None:
        element, other = self.first.element, self.second.element
        if element is not other or self.sum_type not in nvgpu.SUMS[element]:
            got = f"'{element}' and '{other}' to sums of '{self.sum_type}'"
            raise Refusal(self.products.store, f"{WHAT}: they do not multiply elements of {got}")
        if element is f32 and not self.tf32:
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
            operand.skew(skew)
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
        a = [self._rows_of_first(steps, start) for start in range(0, self.tiles.tile[0], self.shape.m)]
        b = self._columns_of_second(steps)
        carried, totals = iter(steps.carried), list[Value]()
        for row in a:
            for column in b:
                totals.append(self._product(steps.body, row, column, next(carried)))
        steps.close(totals)
        return steps

    def _inner_point(self, steps: loop.ForOp, place: AffineExpr) -> Point:
        """Return the index in a sum at which a thread's row begins."""
        row, pair = self.tiles.threads.induction_variables[2:]
        return AffineDimExpr(2) + place, (row, pair, steps.induction_variable), 3

    def _rows_of_first(self, steps: loop.ForOp, start: int) -> Value:
        """Load a fragment of the first operand: two matrices down, two along the sum."""
        if isinstance(self.first, MatrixInRegisters):
            return self.first.fragment(self.tiles, steps, start)
        lanes = self.tiles.threads.induction_variables[2:]
        per_row, is_transposed = self.first.per_row, self.first.is_transposed
        side, inner = (HIGH * 8, LOW) if is_transposed else (INNER, OUTER * per_row)
        return self.first.fragment(steps.body, self.tiles.row(side + start, lanes), self._inner_point(steps, inner), 4)

    def _columns_of_second(self, steps: loop.ForOp) -> list[Value]:
        """Load the fragments of the second operand: two matrices along the sum, for two products at a time."""
        lanes, per_row = self.tiles.threads.induction_variables[2:], self.second.per_row
        fragments: list[Value] = []
        for start in range(0, self.tiles.tile[1], 16):
            count = min(2, (self.tiles.tile[1] - start) // self.shape.n)
            side, inner = (OUTER * 8, INNER) if self.second.is_transposed else (LOW, HIGH * per_row)
            if count == 1:
                side = AffineConstantExpr(0) + (0 if self.second.is_transposed else LANE % 8)
            loaded = self.second.fragment(
                steps.body, self.tiles.column(side + start, lanes), self._inner_point(steps, inner), 2 * count
            )
            fragments += [_part(steps.body, loaded, at) for at in range(0, 2 * count, 2)] if count > 1 else [loaded]
        return fragments

    def _product(self, block: Block, a: Value, b: Value, c: Value) -> Value:
        shape = ArrayAttr(tuple(int_attr(size, i64) for size in self.shape))
        tf32 = UNIT if self.first.element is f32 else None
        product = nvgpu.MmaSyncOp(a, b, c, c.type, mmaShape=shape, tf32Enabled=tf32)
        block.append(product)
        return product.res

    # -- Sums ----------------------------------------------------------------------------------------------------------

    def _load_sums(self, block: Block, fragment: tuple[int, int]) -> Value:
        """Load a fragment of sums, or return their initial value."""
        if self.products.sums is None:
            initial = vector.BroadcastOp(self.inner.iter_inits[0], _fragment_type(self.sum_type))
            block.append(initial)
            return initial.vector
        elements: list[Value] = []
        for row, column in self.tiles.elements(fragment):
            load = self.products.sums.clone()
            self._place(block, load, row, column)
            elements.append(load.results[0])
        whole = vector.FromElementsOp(elements, _fragment_type(self.sum_type))
        block.append(whole)
        return whole.dest

    def _store_sums(self, block: Block, fragment: tuple[int, int], total: Value) -> None:
        for number, (row, column) in enumerate(self.tiles.elements(fragment)):
            element = vector.ExtractOp.of(total, divmod(number, 2))
            block.append(element)
            store = self.products.store.clone()
            store.set_operand(0, element.result)
            self._place(block, store, row, column)

    def _place(self, block: Block, access: Operation, row: Point, column: Point) -> None:
        block.append(access)
        for op, point in ((self.rows, row), (self.columns, column)):
            substitute_point([access], op.induction_variable, point, block, access)


def _fragment_type(element: Type) -> VectorType:
    return nvgpu.sum_fragment(nvgpu.Shape(16, 8, 16)).type(element)


def _part(block: Block, fragments: Value, start: int) -> Value:
    """Return two registers of a fragment."""
    part = vector.ExtractStridedSliceOp.of(fragments, [start], [2])
    block.append(part)
    return part.result


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
    tile: tuple[int, ...] = option("The numbers of rows and columns of a warp", default=(64, 32))
    skew: int = option("The number of elements by which rows of operands are lengthened", default=0)
    tf32: bool = option("Round elements of f32 to tf32", default=False)
    done = statistic("num-lowered", "Number of nests that tensor cores compute")
    refused = statistic("num-refused", "Number of nests that they cannot compute")

    def names_after(self, names: Names) -> Names:
        return names.difference(self.loops[:2])

    def problem(self) -> str | None:
        return None if len(self.loops) == 3 else f"expects the names of three loops, but got {len(self.loops)}"

    def transform(self, band: list[loop.ForOp]) -> object:
        return TensorCoreNest(band, self.tile, tf32=self.tf32).lower(self.skew)
