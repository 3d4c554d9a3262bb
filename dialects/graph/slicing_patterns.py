"""Canonicalizations of the ops that take parts of tensors, and put tensors together."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import Value
from dlc.ir.builtin_attributes import DenseElementsAttr, i64_array
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.sizes import Dim, Shape, add, are_equal, is_less_precise, may_equal, subtract
from dlc.ir.values import constant_of

from .indexing import GatherOp
from .movement import ReshapeOp, typed_as
from .size_lists import SizesAttr, surely_at_most, surely_more
from .slicing import ConcatOp, DynamicSliceOp, SliceOp, joined_sizes, sliced_sizes
from .tensors import shape_of


def constant_indices(value: Value) -> list[int] | None:
    """The elements of a tensor of integers that is a constant."""
    constant = constant_of(value)
    return constant.ints() if isinstance(constant, DenseElementsAttr) else None


# -- Slices ------------------------------------------------------------------------------------------------------------


@canonicalization(SliceOp)
def merge_slices(op: SliceOp, rw: Rewriter) -> Match:
    """slice(slice(x)) -> slice(x).  Terminates: the chain gets shorter."""
    inner = op.source.defined_by(SliceOp)
    if inner is None:
        return rw.no_match("the source is not a slice")
    starts: list[Dim] = []
    limits: list[Dim] = []
    for dim, stride in enumerate(inner.strides):
        start, limit = inner.starts.entries[dim], op.limits.entries[dim]
        if stride == 1:
            starts.append(add(start, op.starts.entries[dim]))
            limits.append(inner.limits.entries[dim] if limit is None else add(start, limit))
            continue
        ends = _first_and_last(op, dim, start, stride)
        if ends is None:
            return rw.no_match("where the last element is, is not known")
        starts.append(ends[0])
        limits.append(ends[1])
    strides = [a * b for a, b in zip(inner.strides, op.strides, strict=True)]
    merged = SizesAttr.of(limits)
    source = shape_of(inner.source)
    ends = [size if limit is None else limit for limit, size in zip(limits, source, strict=True)]
    if any(surely_more(a, b) or surely_more(b, size) for a, b, size in zip(starts, ends, source, strict=True)):
        return rw.no_match("the outer slice reaches beyond the inner one")
    if not is_less_precise(shape_of(op.result), sliced_sizes(starts, ends, strides)):
        return rw.no_match("sizes would be written in another way")
    return rw.replace(op, typed_as(op, SliceOp(inner.source, SizesAttr.of(starts), merged, i64_array(strides))))


def _first_and_last(op: SliceOp, dim: int, start: Dim, stride: int) -> tuple[int, int] | None:
    """Return the start of the outer slice in the inner one's source, and the end of its last element."""
    first, limit = op.starts.entries[dim], op.limits_within(shape_of(op.source))[dim]
    if not isinstance(start, int) or not isinstance(first, int) or not isinstance(limit, int):
        return None
    if limit == first:
        return start, start
    return start + first * stride, start + (limit - 1) * stride + 1


@canonicalization(SliceOp)
def slice_the_part(op: SliceOp, rw: Rewriter) -> Match:
    """slice(concat(x, y)) -> slice(y), where it lies in y.  Terminates: the source of the slice is defined earlier."""
    inner = op.source.defined_by(ConcatOp)
    if inner is None:
        return rw.no_match("the source is not a concat")
    dim = inner.dim.value
    start = op.starts.entries[dim]
    limit = op.limits_within(shape_of(op.source))[dim]
    begin: Dim = 0
    for part in inner.parts:
        end = add(begin, shape_of(part)[dim])
        if surely_at_most(begin, start) and surely_at_most(limit, end):
            return _slice_of_part(op, part, begin, rw)
        begin = end
    return rw.no_match("does not lie in one operand provably")


def _slice_of_part(op: SliceOp, part: Value, begin: Dim, rw: Rewriter) -> Match:
    """The slice of one part, which begins at `begin`."""
    dim = op.source.defined_by(ConcatOp).dim.value  # type: ignore[union-attr]
    starts, limits = list(op.starts.entries), list(op.limits.entries)
    limits[dim] = subtract(op.limits_within(shape_of(op.source))[dim], begin)
    starts[dim] = subtract(starts[dim], begin)
    ends = [size if limit is None else limit for limit, size in zip(limits, shape_of(part), strict=True)]
    if not is_less_precise(shape_of(op.result), sliced_sizes(starts, ends, op.strides.elements)):
        return rw.no_match("the operand's sizes are known less well")
    return rw.replace(op, typed_as(op, SliceOp(part, SizesAttr.of(starts), SizesAttr.of(limits), op.strides)))


@canonicalization(DynamicSliceOp)
def slice_at_constants(op: DynamicSliceOp, rw: Rewriter) -> Match:
    """dynamic_slice(x, constants) -> slice(x).  Terminates: removes a dynamic slice."""
    starts, source, wanted = constant_indices(op.starts), shape_of(op.source), shape_of(op.result)
    if starts is None or op.sizes is not None:
        return rw.no_match("the starts or the sizes are not constant")
    fitting = _fitting_starts(starts, source, wanted)
    if fitting is None:
        return rw.no_match("whether the starts fit is not known")
    limits = SizesAttr.of(add(start, size) for start, size in zip(fitting, wanted, strict=True))
    sliced = SliceOp(op.source, SizesAttr.of(fitting), limits, i64_array([1] * len(source)))
    return rw.replace(op, typed_as(op, sliced))


def _fitting_starts(starts: Sequence[int], source: Sequence[Dim], sizes: Sequence[Dim]) -> list[int] | None:
    """Starts, moved to where a part of these sizes fits; `None` where that is not known."""
    fitting: list[int] = []
    for start, whole, size in zip(starts, source, sizes, strict=True):
        last = subtract(whole, size)
        if start <= 0 or last == 0:
            fitting.append(0)
        elif surely_at_most(start, last):
            fitting.append(start)
        elif isinstance(last, int):
            fitting.append(last)
        else:
            return None
    return fitting


@canonicalization(GatherOp)
def slice_instead_of_gather(op: GatherOp, rw: Rewriter) -> Match:
    """gather(x, constant) -> reshape(slice(x)), where there is one position.  Terminates: removes a gather."""
    positions, source = constant_indices(op.indices), shape_of(op.source)
    indices = shape_of(op.indices)
    if positions is None or len(op.batch_dims) or any(indices[dim] != 1 for dim in op.counting_dims(len(indices))):
        return rw.no_match("not one position that is known")
    if shape_of(op.result).count(None) > 1:
        return rw.no_match("more than one size of the result is unknown")
    named = op.slice_sizes.entries
    sizes = [whole if size is None else size for size, whole in zip(named, source, strict=True)]
    starts = [0] * len(source)
    for dim, position in zip(op.index_map, positions, strict=True):
        starts[dim] = position
    fitting = _fitting_starts(starts, source, sizes)
    if fitting is None:
        return rw.no_match("whether the window fits is not known")
    limits = [
        None if size is None or size == whole else add(start, size)
        for start, size, whole in zip(fitting, named, source, strict=True)
    ]
    strides = i64_array([1] * len(source))
    window = rw.insert_before(op, SliceOp(op.source, SizesAttr.of(fitting), SizesAttr.of(limits), strides))
    return rw.replace(op, ReshapeOp(window.result, op.result.type))


# -- Concatenations ----------------------------------------------------------------------------------------------------


@canonicalization(ConcatOp)
def flatten_concats(op: ConcatOp, rw: Rewriter) -> Match:
    """concat(concat(x, y), z) -> concat(x, y, z), along one dimension.  Terminates: the nest gets less deep."""
    parts: list[Value] = []
    for part in op.parts:
        inner = part.defined_by(ConcatOp)
        parts += inner.parts if inner is not None and inner.dim is op.dim else [part]
    if len(parts) == len(op.parts) and all(a is b for a, b in zip(parts, op.parts, strict=True)):
        return rw.no_match("no operand is a concat along this dimension")
    return _concat_of(op, parts, rw)


@canonicalization(ConcatOp)
def concat_what_has_elements(op: ConcatOp, rw: Rewriter) -> Match:
    """concat(x, e, y) -> concat(x, y), where e has size 0 along the dimension.
    Terminates: the op has fewer operands.
    """
    parts = [part for part in op.parts if shape_of(part)[op.dim.value] != 0]
    if not parts or len(parts) == len(op.parts):
        return rw.no_match("every operand may have elements, or none has one")
    return _concat_of(op, parts, rw)


class _Run:
    """Slices of one source that lie side by side, as one slice that is not made yet."""

    def __init__(self, first: SliceOp) -> None:
        self.source = first.source
        self.starts = first.starts
        self.limits = list(first.limits.entries)
        self.ends = first.limits_within(shape_of(first.source))
        self.strides = first.strides

    def takes(self, other: SliceOp, dim: int) -> bool:
        """Make it longer by a slice that begins where it ends, if that is one."""
        ends = other.limits_within(shape_of(other.source))
        others = [i for i in range(len(ends)) if i != dim]
        if other.source is not self.source or any(n != 1 for n in (*self.strides, *other.strides)):
            return False
        if not are_equal(self.ends[dim], other.starts.entries[dim]):
            return False
        if any(self.starts.entries[i] != other.starts.entries[i] for i in others):
            return False
        if any(not are_equal(self.ends[i], ends[i]) for i in others):
            return False
        self.limits[dim], self.ends[dim] = other.limits.entries[dim], ends[dim]
        return True

    def shape(self) -> Shape:
        return sliced_sizes(self.starts.entries, self.ends, self.strides.elements)

    def made(self) -> SliceOp:
        return SliceOp(self.source, self.starts, SizesAttr.of(self.limits), self.strides)


@canonicalization(ConcatOp)
def join_slices(op: ConcatOp, rw: Rewriter) -> Match:
    """concat(slice(x, a to b), slice(x, b to c)) -> slice(x, a to c), along one dimension.
    Terminates: the op has fewer operands.
    """
    runs: list[_Run | Value] = []
    for part in op.parts:
        sliced = part.defined_by(SliceOp)
        last = runs[-1] if runs else None
        if sliced is None:
            runs.append(part)
        elif not isinstance(last, _Run) or not last.takes(sliced, op.dim.value):
            runs.append(_Run(sliced))
    if len(runs) == len(op.parts):
        return rw.no_match("no operands are slices that touch")
    if not _says_as_much(op, [run.shape() if isinstance(run, _Run) else shape_of(run) for run in runs]):
        return rw.no_match("sizes would be written in another way")
    parts = [rw.insert_before(op, run.made()).result if isinstance(run, _Run) else run for run in runs]
    return rw.replace(op, typed_as(op, ConcatOp(parts, op.dim)))


def _says_as_much(op: ConcatOp, shapes: Sequence[Shape]) -> bool:
    """Return whether the type of the result follows from operands of these shapes, which do not contradict each
    other.
    """
    known = joined_sizes(shapes, op.dim.value)
    others = [i for i in range(len(known)) if i != op.dim.value]
    fits = all(may_equal(shape[i], known[i]) for shape in shapes for i in others)
    return fits and is_less_precise(shape_of(op.result), known)


def _concat_of(op: ConcatOp, parts: Sequence[Value], rw: Rewriter) -> Match:
    """Other operands that give the same, if its sizes are known as well from these."""
    if not _says_as_much(op, [shape_of(part) for part in parts]):
        return rw.no_match("sizes are known from what would go")
    return rw.replace(op, typed_as(op, ConcatOp(parts, op.dim)))
