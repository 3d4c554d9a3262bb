"""Writes the loops of a kernel: shared loops outside, then each op with the remaining loops of its grid (`plan`).

Loops that run once are left out. Sizes are computed before all loops. Memory for the part of a tensor that is kept
between two ops is allocated inside the shared loops, so that iterations share nothing, or it is that of a result.
"""

# The lists of ops and values are read directly: this runs for each op, and an accessor costs as much as the work.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from dlc.dialects import arith, loop, memref, tensor, ub
from dlc.dialects.tensor.grids import Grid
from dlc.ir import Builder, InsertionPoint, Operation, OpResult, Type, Value
from dlc.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr, AffineMap, affine_dims
from dlc.ir.builtin_attributes import AffineMapAttr
from dlc.ir.builtin_types import DYNAMIC, MemRefType, TensorType, element_type

from ..rewriting.entry_constants import EntryConstants
from .plan import KernelPlan, is_computed, plan_of_block, scalar_of
from .scratch import Buffer, KernelScratch

Size = int | Value
SYMBOL = AffineMap.symbol_identity(1)
MOST_NARROW = 4
"""The largest size of a dimension along which no vectors are expected, such as that of points in space."""
MOST_ON_STACK = 8192
"""The elements that a scratch buffer may have to be on the stack. For GPUs rows may have more."""


def emit_loops(op: Operation, constants: EntryConstants, row_elements: int = MOST_ON_STACK) -> None:
    """Write the loops of a kernel, a structured op or a copy before it; the ops inside it move into them.

    Rows with at most `row_elements` elements may be on the stack.
    """
    builder = Builder.before(op)
    if type(op) is tensor.KernelOp:
        block = op.body.entry
        places: dict[Value, Storage] = {
            argument: Stored(value, None) for argument, value in zip(block.args, op.operands, strict=True)
        }
        plan = plan_of_block(block)
        KernelLoops(builder, plan, places, constants, op, row_elements).emit()
    elif tensor.is_structured(op):
        places = {value: Stored(value, None) for value in op.operands if isinstance(value.type, MemRefType)}
        KernelLoops(builder, KernelPlan([op], op), places, constants).emit()
    else:
        assert isinstance(op, memref.CopyOp)
        copy_loops(builder, op.source, op.target, constants)


def copy_loops(builder: Builder, source: Value, target: Value, constants: EntryConstants) -> None:
    """Write loops that copy one memref to another, element by element."""
    loops = KernelLoops(builder, KernelPlan([], None), {}, constants)
    ivs: list[Value | None] = []
    for dim, size in enumerate(target.shape):
        ivs.append(loops.open_loop(loops.size_of(source if size == DYNAMIC else target, dim)))
    map, used = compressed(tensor.identity(len(ivs)), tuple([iv is None for iv in ivs]))
    indices: list[Value] = [ivs[dim] for dim in used]  # type: ignore[misc]
    element = builder.insert(loop.LoadOp.at(source, map, indices, location=builder.location)).results[0]
    builder.insert(loop.StoreOp.at(element, target, map, indices, location=builder.location))
    loops.leave()


# -- Where elements are ------------------------------------------------------------------------------------------------


class Stored:
    """A tensor in a memref, at the indices of all of its dimensions or of some."""

    __slots__ = ("kept", "memref")

    def __init__(self, memref: Value, kept: Sequence[int] | None) -> None:
        self.memref = memref
        self.kept = kept


class Held:
    """A tensor in a value: it has one element in each iteration of the enclosing loops."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value


Storage = Stored | Held


Subscripts = tuple[AffineMapAttr, tuple[int, ...]]
"""A map from indices of loops to those of an element, and which loops they are of."""


@lru_cache(maxsize=4096)
def compressed(map: AffineMap, single: tuple[bool, ...]) -> Subscripts:
    """Return a map without the dimensions that it does not use or whose loops run once, and the remaining ones."""
    zero = AffineConstantExpr(0)
    fixed = [zero if once else AffineDimExpr(dim) for dim, once in enumerate(single)]
    exprs = [expr.replace_dims(fixed) for expr in map.results]
    used = sorted({dim for expr in exprs for dim in expr.used_dims()})
    dims = affine_dims(len(used))
    renamed: list[AffineExpr | int] = [0] * map.num_dims
    for position, dim in enumerate(used):
        renamed[dim] = dims[position]
    return AffineMapAttr(AffineMap(len(used), 0, [expr.replace_dims(renamed) for expr in exprs])), tuple(used)


@lru_cache(maxsize=4096)
def subscripts_of(grid: Grid, single: tuple[bool, ...]) -> tuple[Subscripts, ...]:
    """Return the subscripts of each operand of a structured op, some of whose loops run once."""
    return tuple([compressed(map, single) for map in grid.maps])


@lru_cache(maxsize=4096)
def static_sizes(grid: Grid, types: tuple[Type, ...]) -> tuple[int, ...] | None:
    """Return the trip count of each loop for operands of these types; `None` if one is unknown."""
    agreed: list[int] = []
    for places in grid.sources:
        sizes: list[int] = [types[number].shape[dim] for number, dim in places]  # type: ignore[attr-defined]
        known = [size for size in sizes if size != DYNAMIC]
        if not known:
            return None
        agreed.append(known[0])
    return tuple(agreed)


def _wide_last(kept: Sequence[int], shape: Sequence[int]) -> Sequence[int]:
    """Return dimensions in the order of a scratch buffer: narrow ones first, as loops along wide ones are vectors."""
    narrow = [position for position in kept if 0 <= shape[position] <= MOST_NARROW]
    return [*narrow, *[position for position in kept if position not in narrow]]


def _allow_fused_product(total: Value) -> None:
    """Allow a fused multiply-add where a sum that allows one is the only reader of a product."""
    add = total.defined_by(arith.AddFOp)
    if add is None or "contract" not in add.fastmath:
        return
    for term in add.operands:
        product = term.defined_by(arith.MulFOp)
        if product is not None and term.has_one_use:
            product.fastmath = arith.FastMathAttr.of(*product.fastmath.words, "contract")


class KernelLoops:
    """Writes the loops of one kernel."""

    def __init__(
        self,
        builder: Builder,
        plan: KernelPlan,
        places: dict[Value, Storage],
        constants: EntryConstants,
        kernel: tensor.KernelOp | None = None,
        row_elements: int = MOST_ON_STACK,
    ) -> None:
        self.builder = builder
        self.plan = plan
        self.places = places
        self.kernel = kernel
        self.row_elements = row_elements
        self.targets: list[tuple[Value, Value]] = []
        """Tensors that the kernel yields, and the memrefs that they go to."""
        if kernel is not None:
            self.targets += zip(kernel.yielded.operands, kernel.outputs, strict=True)
        self.constants = constants
        self._sizes: dict[tuple[Value, int], Value] = {}
        self._scratch: KernelScratch | None = None
        self._to_free: list[Value] = []
        """Buffers inside the shared loops."""
        point = builder.here
        assert point.before is not None
        self._block, self._last = point.block, point.before.prev
        """The op before the kernel: sizes are computed after it."""
        self._next = point.before
        self._end = InsertionPoint(point.block, point.before)

    def emit(self) -> None:
        """All of it: scratch buffers, shared loops, then each op."""
        shared: dict[int, Value | None] = {}
        sizes: Sequence[Size]
        root, sizes = self.plan.root, ()
        if root is not None:
            sizes = self._loop_sizes(root, root.grid)
            for dim in self.plan.shared:
                shared[dim] = self.open_loop(sizes[dim])
        direct = self._place_results()
        for op in self.plan.ops:
            bound = self.plan.bound.get(op, {})
            ivs = {own: shared[outer] for own, outer in bound.items()}
            self._emit_op(op, ivs, sizes if op is root else None)
        for buffer in self._to_free:
            self.builder.insert(memref.DeallocOp(buffer))
        self.leave()
        for value, target in self.targets:
            if (value, target) not in direct:
                self._copy_out(value, target)

    def leave(self) -> None:
        """Go on behind the loops."""
        self.builder.point = self._end

    def _place_results(self) -> set[tuple[Value, Value]]:
        """Say where each tensor that is made inside goes; what goes straight to where the kernel yields it."""
        yielded: dict[Value, Value] = {}
        for value, target in self.targets:
            if type(value) is OpResult and is_computed(value.owner):
                yielded.setdefault(value, target)
        for op in self.plan.ops:
            for result in op._results:
                if result in yielded:
                    self.places[result] = Stored(yielded[result], None)
                elif kept := self.plan.kept_positions(result):
                    self.places[result] = self._place_kept(result, kept, yielded)
        return set(yielded.items())

    def _place_kept(self, value: OpResult, kept: Sequence[int], yielded: Mapping[Value, Value]) -> Stored:
        """Return the storage of a tensor of which the shared loops leave a part: on the stack, if it is small; in the
        memory of a result, if that is free; otherwise in a buffer of that part, inside the shared loops."""
        assert isinstance(value.type, TensorType)
        kept = _wide_last(kept, value.type.shape)
        sizes = [self.size_of(value, position) for position in kept]
        shape = tuple(size if isinstance(size, int) else DYNAMIC for size in sizes)
        type = MemRefType(shape, value.type.element_type)
        is_row = kept == [len(value.type.shape) - 1]
        if type.has_static_shape and type.num_elements <= (self.row_elements if is_row else MOST_ON_STACK):
            return Stored(self.builder.insert(memref.AllocaOp(type)).results[0], kept)
        scratch = self._scratch_for(yielded)
        lent = scratch.in_result(value)
        if lent is not None:
            return Stored(lent, None)
        memory = scratch.in_buffer(value, sizes, kept)
        if memory is None:
            alloc = memref.AllocOp(type, [size for size in sizes if isinstance(size, Value)])
            memory = self.builder.insert(alloc).results[0]
            self._to_free.append(memory)
            scratch.add(value, Buffer(memory, sizes, kept))
        return Stored(memory, kept)

    def _scratch_for(self, yielded: Mapping[Value, Value]) -> KernelScratch:
        if self._scratch is None:
            assert self.kernel is not None, "an op alone keeps nothing"
            self._scratch = KernelScratch(self.kernel, self.plan, yielded)
        return self._scratch

    # -- Sizes -------------------------------------------------------------------------------------------------------

    def _loop_sizes(self, op: tensor.StructuredOp, grid: Grid) -> Sequence[Size]:
        known = static_sizes(grid, tuple([value.type for value in op._operands]))
        if known is not None:
            return known
        return [self.size_of(*source) for source in op.loop_sources() if source is not None]

    def size_of(self, value: Value, dim: int) -> Size:
        """Return a size of an operand: a number, or an index that is computed before the loops."""
        size, value = tensor.known_size(value, dim)
        if size is not None:
            return size
        place = self.places.get(value)
        buffer = place.memref if isinstance(place, Stored) else value
        size = memref.known_size(buffer, dim)
        if size is not None:
            return size
        size_value = self._sizes.get((buffer, dim))
        if size_value is None:
            number = self.constants.index(dim)
            following = self._last.next if self._last is not None else self._block.first
            definer = number.defining_op
            if self._last is None and definer is not None and definer.parent is self._block:
                following = definer.next
            with self.builder.at(InsertionPoint(self._block, following)):
                dim_op = memref.DimOp(buffer, number)
                size_value = self._sizes[buffer, dim] = self.builder.insert(dim_op).results[0]
        return size_value

    # -- Loops -------------------------------------------------------------------------------------------------------

    def open_loop(self, size: Size) -> Value | None:
        """Open a loop, whose body is written next, and return its index; `None` if it runs once."""
        if size == 1:
            return None
        builder, bound = self.builder, size if type(size) is int else self._bound(size)
        body = builder.insert(loop.ForOp.over(0, bound, location=builder.location)).body
        builder.point = InsertionPoint(body, body.append(loop.YieldOp.of(location=builder.location)))
        return body._args[0]

    def _bound(self, size: Size) -> loop.Bound:
        """Return a size as an upper bound: a symbol if it can be one."""
        if isinstance(size, int) or not loop.is_valid_symbol(size, loop.affine_scope(self._next)):
            return size
        return SYMBOL, [size]

    def _emit_op(
        self, op: tensor.StructuredOp, ivs: dict[int, Value | None], sizes: Sequence[Size] | None = None
    ) -> None:
        """Write the remaining loops of an op inside the loops that have these indices."""
        saved = self.builder.point, self.builder.location
        self.builder.location = op._location
        grid = op.grid
        sizes = self._loop_sizes(op, grid) if sizes is None else sizes
        for dim in self._loop_order(op, grid):
            if dim not in ivs:
                ivs[dim] = self.open_loop(sizes[dim])
        access = Access(self, op, grid, ivs, sizes)
        old = [self._initial(op, number, access) for number in range(len(grid.output_maps))]
        dims = grid.reductions
        results = self._reduce(op, access, dims, sizes, old) if dims else self._compute(op, access, old)
        for number, value in enumerate(results):
            self._put(op, number, value, access)
        self.builder.point, self.builder.location = saved

    def _loop_order(self, op: tensor.StructuredOp, grid: Grid) -> Sequence[int]:
        """Return the parallel loops of an op in the order in which they write its result."""
        place = self.places.get(op._results[0]) if op._results else None
        if not isinstance(place, Stored) or place.kept is None:
            return grid.parallel
        written = [grid.places[grid.inputs][position] for position in place.kept]
        return [*[dim for dim in grid.parallel if dim not in written], *written]

    def _initial(self, op: tensor.StructuredOp, number: int, access: Access) -> Value | None:
        """The element of an output before the op, where the op looks at it."""
        if op.uses_output_element(number):
            return access.read(access.grid.inputs + number)
        if not access.grid.reductions:
            return None
        return self.builder.insert(ub.PoisonOp(element_type(op.outputs[number].type))).results[0]

    def _reduce(
        self,
        op: tensor.StructuredOp,
        access: Access,
        dims: Sequence[int],
        sizes: Sequence[Size],
        old: Sequence[Value | None],
    ) -> Sequence[Value]:
        """The computation inside the reduction loops, which carry the elements of the outputs."""
        carried = [value for value in old if value is not None]
        loops: list[loop.ForOp] = []
        outside = self.builder.point
        for dim in dims:
            size = sizes[dim]
            if size == 1:
                access.ivs[dim] = None
                continue
            bound = size if type(size) is int else self._bound(size)
            new_loop = loop.ForOp.over(0, bound, inits=carried, location=self.builder.location)
            body = self.builder.insert(new_loop).body
            self.builder.point = InsertionPoint(body)
            access.ivs[dim], *carried = body._args
            loops.append(new_loop)
        values = self._compute(op, access, carried)
        for value in values:
            _allow_fused_product(value)
        for each in reversed(loops):
            each.close(values)
            values = each.results
        self.builder.point = outside
        return values

    def _compute(self, op: tensor.StructuredOp, access: Access, old: Sequence[Value | None]) -> Sequence[Value]:
        """The elements of the inputs, and what the op makes of them."""
        elements = [*[access.read(position) for position in range(access.grid.inputs)], *old]
        if not op.uses_indices:
            return op.take(self.builder, elements, ())  # type: ignore[arg-type]
        zero = self.constants.index(0)
        indices = [access.ivs.get(dim) or zero for dim in range(len(op.iterators))]
        block, before = self.builder.point.block, self.builder.point.before  # type: ignore[union-attr]
        last = before.prev if before is not None else block.last
        results = op.take(self.builder, elements, indices)  # type: ignore[arg-type]
        loaded = self._read_captured(last.next if last is not None else block.first, before)
        return [loaded.get(value, value) for value in results]

    def _read_captured(self, op: Operation | None, end: Operation | None) -> dict[Value, Value]:
        """Elements of tensors of the kernel that the computation picks itself are loaded from their memrefs; what
        they are now."""
        loaded: dict[Value, Value] = {}
        while op is not None and op is not end:
            following = op.next
            for each in list(op.walk()):
                element = self._captured(each) if isinstance(each, tensor.ExtractOp) else None
                if element is not None:
                    loaded[each.results[0]] = element
                    each.results[0].replace_all_uses_with(element)
                    each.erase()
            op = following
        return loaded

    def _captured(self, op: tensor.ExtractOp) -> Value | None:
        """The element that is picked; `None` if the tensor is not one of the kernel's."""
        place, builder = self.places.get(op.tensor), Builder.before(op)
        if isinstance(place, Stored):
            return builder.insert(memref.LoadOp(place.memref, list(op.indices))).results[0]
        if op.tensor.defined_by(tensor.EmptyOp) is not None:  # which has no elements, or nobody looks at them
            return builder.insert(ub.PoisonOp(op.results[0].type)).results[0]
        return scalar_of(op.tensor)

    def _put(self, op: tensor.StructuredOp, number: int, value: Value, access: Access) -> None:
        """Store the new element of an output, or keep it."""
        if not op._results:
            access.store(value, Stored(op.outputs[number], None), access.grid.inputs + number)
            return
        result = op._results[number]
        place = self.places.get(result)
        if isinstance(place, Stored):
            access.store(value, place, access.grid.inputs + number)
        else:
            self.places[result] = Held(value)

    def _copy_out(self, value: Value, target: Value) -> None:
        """A yielded tensor that is an argument, or is yielded twice."""
        place = self.places.get(value)
        if isinstance(place, Stored) and place.kept is None:
            copy_loops(self.builder, place.memref, target, self.constants)


class Access:
    """Reads and writes the elements that one op touches at the point where it is."""

    __slots__ = ("builder", "grid", "ivs", "op", "places", "run_once", "subscripts")

    def __init__(
        self,
        loops: KernelLoops,
        op: tensor.StructuredOp,
        grid: Grid,
        ivs: dict[int, Value | None],
        sizes: Sequence[Size],
    ) -> None:
        self.builder = loops.builder
        self.places = loops.places
        self.op = op
        self.grid = grid
        self.ivs = ivs
        """For each loop that is open by now, its index; `None` if it runs once."""
        self.run_once = tuple([ivs[dim] is None if dim in ivs else size == 1 for dim, size in enumerate(sizes)])
        self.subscripts = subscripts_of(grid, self.run_once)

    def read(self, position: int) -> Value | None:
        """Return the element of an operand; `None` if it is not used."""
        value = self.op._operands[position]
        place = self.places.get(value)
        if place is None:
            return self._made_of_scalar(value, position)
        if type(place) is Held:
            return place.value
        assert type(place) is Stored
        map, operands = self._indices(position, place.kept)
        load = loop.LoadOp.at(place.memref, map, operands, location=self.builder.location)
        return self.builder.insert(load)._results[0]

    def _made_of_scalar(self, value: Value, position: int) -> Value | None:
        if not isinstance(value.type, (TensorType, MemRefType)):
            return value
        scalar = scalar_of(value)
        is_used = not isinstance(self.op, tensor.GenericOp) or self.op.body.entry.args[position].has_uses
        if scalar is None and is_used:  # an empty tensor: one without elements, or nobody looks at what comes of them
            scalar = self.builder.insert(ub.PoisonOp(element_type(value.type))).results[0]
        return scalar

    def store(self, value: Value, place: Stored, position: int) -> None:
        """Write the element of an output."""
        map, operands = self._indices(position, place.kept)
        self.builder.insert(loop.StoreOp.at(value, place.memref, map, operands, location=self.builder.location))

    def _indices(self, position: int, kept: Sequence[int] | None) -> tuple[AffineMapAttr, list[Value]]:
        map, used = self.subscripts[position]
        if kept is not None:
            map, used = compressed(self.grid.maps[position].sub_map(kept), self.run_once)
        ivs = self.ivs
        return map, [ivs[dim] for dim in used]  # type: ignore[misc]
