"""The pass `gpu-async-copies`: threads copy to workgroup memory in the background, several elements at a time.

    for %i = … + 128 {                       parallel (%i, %k) = … to (… + 128, … + 32) step (1, 8) {
      for %k = … + 32 {                        %t = nvgpu.device_async_copy %a[%i, %k], %rows[…], 8
        %x = load %a[%i, %k]            =>   }
        store %x, %rows[…]                   %g = nvgpu.device_async_create_group
                                             nvgpu.device_async_wait %g

Legal if the iterations can run in any order, if the elements of a copy lie side by side in both memrefs, from a
multiple of its size on, and if a condition around it holds for all of them or for none. What is loaded may have any
other indices, such as the number of a row that is the last one at most, if all elements of a copy have the same.
Memrefs without an offset begin at multiples of 16 bytes.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import arith, gpu, loop, memref, nvgpu
from dlc.ir import Builder, Operation, Value
from dlc.ir.affine import AffineMap
from dlc.ir.builtin_attributes import UNIT, DenseElementsAttr, TypedAttribute, int_attr
from dlc.ir.builtin_types import DYNAMIC, IndexType, MemRefType, VectorType, bit_width, index
from dlc.ir.effects import only_computes
from dlc.ir.strided_layout import Strides, strides_of
from dlc.ir.values import constant_of
from dlc.passes.loops.analysis.accesses import Form, Quotient, forms_of
from dlc.passes.loops.analysis.divisibility import divisor_of
from dlc.passes.loops.transforms.parallelize import check_parallel, parallelize
from dlc.passes.loops.transforms.refusals import Refusal
from dlc.passes.loops.transforms.unroll import set_step

from ..loops.transforms.loop_names import Names
from ..loops.transforms.loop_pass import BandPass
from ..manager import option, statistic
from .map_loops import map_to

WHAT = "cannot be copied in the background"
Load = loop.LoadOp | memref.LoadOp


def copy_in_background(band: Sequence[loop.ForOp], width: int) -> loop.ParallelOp:
    """Let threads run the iterations of a copy, each with `width` elements; return the loop over threads."""
    along = band[-1]
    load, store, fill = _copy(along)
    type = store.memref.type_as(MemRefType)
    size = width * (bit_width(type.element_type) or 0)
    if type.memory_space is not gpu.WORKGROUP or size not in [8 * each for each in nvgpu.COPY_BYTES]:
        raise Refusal(store, f"{WHAT}: {width} elements of '{type}' are not 4, 8 or 16 bytes of workgroup memory")
    trips = along.constant_trip_count()
    if trips is None or trips % width or along.step_value != 1:
        raise Refusal(along, f"{WHAT}: it must run a multiple of {width} iterations")
    check_parallel(band)
    set_step(along, width)
    try:
        for access in (load, store):
            _check_elements(access, along, width)
        _check_condition(load.parent_op, along, width)
    except Refusal:
        set_step(along, 1)
        raise
    if fill is not None:
        _widen_fill(fill, width)
    return _in_background(parallelize(band), load, store, width)


def _copy(along: loop.ForOp) -> tuple[Load, loop.StoreOp, loop.StoreOp | None]:
    """Return the load and store of a loop that only copies, and the store of a constant where a condition is false."""
    ops = [op for op in along.body.ops if op is not along.terminator and not _is_index(op)]
    blocks = [along.body]
    if len(ops) == 1 and isinstance(ops[0], loop.IfOp):
        blocks = [ops[0].then_block, *([ops[0].else_block] if ops[0].else_block is not None else [])]
    inside = [op for block in blocks for op in block.ops if not isinstance(op, (loop.YieldOp, loop.IfOp))]
    load, store, *others = [op for op in inside if not _is_index(op)]
    if not isinstance(load, Load) or not isinstance(store, loop.StoreOp) or store.value is not load.result:
        raise Refusal(along, f"{WHAT}: it does not only load and store an element")
    fill = others[0] if others else None
    if len(others) > 1 or not (
        fill is None or (isinstance(fill, loop.StoreOp) and constant_of(fill.value) is not None)
    ):
        raise Refusal(along, f"{WHAT}: it does more than to copy an element, or to fill it up")
    return load, store, fill


def _is_index(op: Operation) -> bool:
    """Return whether an op computes an index."""
    return only_computes(op) and all(isinstance(result.type, IndexType) for result in op.results)


# -- Which elements ----------------------------------------------------------------------------------------------------


def _check_elements(access: Load | loop.StoreOp, along: loop.ForOp, width: int) -> None:
    """Refuse an access unless its elements lie side by side, from a multiple of `width` on."""
    type = access.memref.type_as(MemRefType)
    forms, layout = forms_of(*_indices_of(access), access), strides_of(type)
    if forms is None or layout is None:
        raise Refusal(access, f"{WHAT}: it has indices or strides that are not known")
    factors = [_factor(form, along.induction_variable) for form in forms]
    if factors != [*[0] * (len(forms) - 1), 1] or layout.strides[-1] != 1 or _has_others(forms, along):
        raise Refusal(access, f"{WHAT}: its elements do not lie side by side")
    if not _has_aligned_rows(type, layout, width) or divisor_of(forms[-1]) % width:
        raise Refusal(access, f"{WHAT}: {width} elements do not begin at a multiple of their size")


def _has_aligned_rows(type: MemRefType, layout: Strides, width: int) -> bool:
    """Return whether rows begin at multiples of `width` elements: where strides are unknown, if rows are adjacent and
    have whole multiples.
    """
    numbers = (layout.offset, *layout.strides[:-1])
    if DYNAMIC not in numbers:
        return not any(number % width for number in numbers)
    return type.layout is None and type.shape[-1] != DYNAMIC and type.shape[-1] % width == 0


def _indices_of(access: Load | loop.StoreOp) -> tuple[AffineMap, Sequence[Value]]:
    if isinstance(access, memref.LoadOp):
        return AffineMap.identity(len(access.indices)), access.indices
    return access.affine_map, access.indices


def _has_others(forms: Sequence[Form], along: loop.ForOp) -> bool:
    """Return whether an index has a term that is computed from the induction variable of a loop."""
    pending = [term.defining_op for form in forms for term in form.terms if isinstance(term, Value)]
    while pending:
        op = pending.pop()
        if op is None or not along.is_ancestor_of(op):
            continue
        if along.induction_variable in op.operands:
            return True
        pending += [operand.defining_op for operand in op.operands]
    return False


def _factor(form: Form, iv: Value) -> int | None:
    """Return the factor of an induction variable in a form, or `None` if a quotient has it."""
    inside = [term for term in form.terms if isinstance(term, Quotient) and _depends(term, iv)]
    return None if inside else form.terms.get(iv, 0)


def _depends(quotient: Quotient, iv: Value) -> bool:
    terms = quotient.dividend.terms
    return iv in terms or any(isinstance(term, Quotient) and _depends(term, iv) for term in terms)


def _check_condition(op: Operation | None, along: loop.ForOp, width: int) -> None:
    """Refuse a condition that may hold for some elements of a copy only."""
    if not isinstance(op, loop.IfOp):
        return
    points = op.integer_set
    for form, is_equality in zip(forms_of(points.as_map, op.operands, op) or [None], points.eq_flags, strict=False):
        factor = _factor(form, along.induction_variable) if form is not None else None
        if form is not None and factor == 0:
            continue
        offset = 0 if factor == 1 else 1
        if form is None or is_equality or factor not in (1, -1):
            raise Refusal(op, f"{WHAT}: it may hold for some of {width} elements only")
        if divisor_of(Form(form.terms, form.constant + offset)) % width:
            raise Refusal(op, f"{WHAT}: it may hold for some of {width} elements only")


# -- Copies ------------------------------------------------------------------------------------------------------------


def _widen_fill(fill: loop.StoreOp, width: int) -> None:
    """Let a store of a constant fill up as many elements as are copied at a time."""
    zero = constant_of(fill.value)
    assert isinstance(zero, TypedAttribute)
    type = VectorType((width,), fill.value.type)
    builder = Builder.before(fill)
    constant = builder.insert(arith.ConstantOp(DenseElementsAttr.splat(type, zero), location=fill.location)).result
    builder.insert(
        loop.VectorStoreOp.mapped(constant, fill.memref, fill.affine_map, fill.indices, location=fill.location)
    )
    fill.erase()


def _in_background(threads: loop.ParallelOp, load: Load, store: loop.StoreOp, width: int) -> loop.ParallelOp:
    """Replace the copy of an element by one of `width` in the background; put a group and a wait after the loop."""
    builder = Builder.before(load)
    source, target = (_indices(builder, each) for each in (load, store))
    is_widest = width * (bit_width(load.result.type) or 0) == 8 * nvgpu.COPY_BYTES[-1]
    builder.insert(
        nvgpu.DeviceAsyncCopyOp(
            store.memref,
            target,
            load.memref,
            source,
            dstElements=int_attr(width, index),
            bypassL1=UNIT if is_widest else None,
        )
    )
    store.erase()
    load.erase()
    after = Builder.after(threads)
    group = after.insert(nvgpu.DeviceAsyncCreateGroupOp(()))
    after.insert(nvgpu.DeviceAsyncWaitOp(group.asyncToken))
    return map_to(threads, gpu.ThreadMappingAttr)


def _indices(builder: Builder, access: Load | loop.StoreOp) -> list[Value]:
    """Return the indices of the first element of a copy as values."""
    if isinstance(access, memref.LoadOp):
        return list(access.indices)
    maps = [access.affine_map.with_results([each]) for each in access.affine_map.results]
    return [builder.insert(loop.ApplyOp.of(each, access.indices)).result for each in maps]


class GPUAsyncCopies(BandPass):
    """Let threads copy to workgroup memory in the background

    The named loops copy elements, as `loop-pack` with `space=workgroup` emits them. Each thread copies `width` elements
    at a time, and waits for its copies at the end.

    Example: gpu-async-copies{loops=i width=8}
        func.func @copy(%a: memref<256xf16>, %w: memref<256xf16, #gpu.address_space<workgroup>> {llvm.noalias}) {
          loop.for %i = 0 to 256 {
            %x = loop.load %a[%i] : memref<256xf16>
            loop.store %x, %w[%i] : memref<256xf16, #gpu.address_space<workgroup>>
          } {loop.name = "i"}
          return
        }
    """

    name = "gpu-async-copies"
    loops: tuple[str, ...] = option("The names of the loops of a copy, outermost first", default=())
    width: int = option("The number of elements that a thread copies at a time", default=8, least=1)
    done = statistic("num-copied", "Number of nests that copy in the background")
    refused = statistic("num-refused", "Number of nests that cannot")

    def names_after(self, names: Names) -> Names:
        return names.difference(self.loops)

    def problem(self) -> str | None:
        if not self.loops or self.width < 1:
            return "requires the names of the loops of a copy, and a positive width"
        return None

    def transform(self, band: list[loop.ForOp]) -> object:
        return copy_in_background(band, self.width)
