"""Alias analysis of memrefs: the memory that a memref refers to, and whether two may share memory.

What `memref.alloc`, `memref.alloca` and `memref.get_global` give is told apart by the op; views are those of the memref
they look into. What a call gives is like an allocation, if the function allocates it (`escapes`). Arguments of a
function may be the same memory, unless one is marked `llvm.noalias`. What a loop carries unchanged is its initial
value; of any other value nothing is known.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from dlc.dialects import loop, memref
from dlc.ir import ArrayAttr, BlockArgument, DictionaryAttr, IntegerAttr, Operation, Value
from dlc.ir.builtin_types import DYNAMIC, MemRefType, bit_width
from dlc.ir.strided_layout import strides_of
from dlc.ir.values import constant_of
from dlc.ir.views import defining_view

from .escapes import is_fresh_result

NO_ALIAS = "llvm.noalias"
Box = tuple[tuple[int, int] | None, ...]
"""The first and the last index of each dimension, or `None` if they are unknown."""


class Origin:
    """The origin of the memory of a memref."""

    __slots__ = ("base", "cuts", "is_argument", "is_fresh", "is_one_to_one", "is_unique")

    def __init__(self, base: Value, *, is_one_to_one: bool, cuts: Mapping[Value, Box]) -> None:
        self.base = base
        self.is_one_to_one = is_one_to_one
        """Whether different indices are different places."""
        self.cuts = cuts
        """The part of each memref that its views look into."""
        owner = base.defining_op
        self.is_fresh = isinstance(owner, (memref.AllocOp, memref.AllocaOp)) or is_fresh_result(base)
        self.is_argument = owner is None and _function_of(base) is not None
        self.is_unique = self.is_fresh or (self.is_argument and _is_marked(base))


def origin_of(value: Value) -> Origin:
    """Return the origin of a memref, through all views."""
    is_one_to_one, cuts = True, dict[Value, Box]()
    while (definer := defining_view(value := _before_loops(value))) is not None:
        op, view = definer
        is_one_to_one &= view.is_one_to_one(op)
        value = view.view_source(op)
        box = _bytes_of(op) if isinstance(op, memref.ViewOp) else None
        box = _part_of(op) if isinstance(op, memref.SubViewOp) else box
        if box is not None and is_one_to_one and _has_place_for_each_index(value):
            cuts[value] = box
    return Origin(value, is_one_to_one=is_one_to_one, cuts=cuts)


def _before_loops(value: Value) -> Value:
    """Return the initial value of a memref that loops carry unchanged."""
    while (source := _unchanged_source(value)) is not None:
        value = source
    return value


def _unchanged_source(value: Value) -> Value | None:
    """Return the value that an argument of a loop always is, or `None` if there is none."""
    if not isinstance(value, BlockArgument):
        return None
    owner = value.owner.parent_op
    if isinstance(owner, loop.ForOp):
        position = value.index - 1
        return owner.iter_inits[position] if position >= 0 and owner.yielded[position] is value else None
    if not isinstance(owner, loop.WhileOp):
        return None
    forwarded = owner.condition.values
    if value.owner is owner.after_block:
        return forwarded[value.index]
    last = owner.after_block.last
    assert last is not None
    yielded = last.operands[value.index]
    if isinstance(yielded, BlockArgument) and yielded.owner is owner.after_block:
        yielded = forwarded[yielded.index]
    return owner.operands[value.index] if yielded is value else None


def may_share_memory(first: Origin, second: Origin, *, across: Operation | None = None) -> bool:
    """Return whether two memrefs may share an element; with `across`, those of any two iterations of that loop."""
    if first.base is second.base:
        return not _are_apart(first, second, across)
    if first.is_unique or second.is_unique:
        other = second if first.is_unique else first
        return not (other.is_argument or other.is_fresh or isinstance(other.base.defining_op, memref.GetGlobalOp))
    globals_ = _global_name(first.base), _global_name(second.base)
    return None in globals_ or globals_[0] == globals_[1]


def may_share_at_once(first: Origin, second: Origin) -> bool:
    """Return whether two memrefs may share an element at a point where both exist.

    Memory is allocated apart from all memrefs that exist already, such as what a loop carries from its last iteration,
    which may be what the same op has allocated then.
    """
    is_newer = _is_newer(first, second.base) or _is_newer(second, first.base)
    return not is_newer and may_share_memory(first, second)


def _is_newer(origin: Origin, other: Value) -> bool:
    """Return whether a memref is allocated after another one exists."""
    op = origin.base.defining_op if origin.is_fresh else None
    while op is not None and op.parent is not None:
        definer = other.defining_op
        if definer is None and other.parent_block is op.parent:
            return True
        if definer is not None and definer.parent is op.parent:
            return definer.is_before(op)
        op = op.parent_op
    return False


def _are_apart(first: Origin, second: Origin, across: Operation | None) -> bool:
    """Return whether two views provably cover different elements of a memref that both look into, and that is the same
    in all iterations of a loop.
    """
    common = [source for source in first.cuts if source in second.cuts]
    if across is not None:
        common = [source for source in common if not source.is_inside(across)]
    return any(_are_disjoint(first.cuts[source], second.cuts[source]) for source in common)


def _are_disjoint(first: Box, second: Box) -> bool:
    """Return whether two boxes have no index in common."""
    return any(
        own is not None and other is not None and (own[1] < other[0] or other[1] < own[0])
        for own, other in zip(first, second, strict=True)
    )


def _bytes_of(view: memref.ViewOp) -> Box | None:
    """Return the bytes of its source that a view covers, if they are known."""
    shift, type = constant_of(view.byte_shift), view.result.type
    if not isinstance(shift, IntegerAttr) or not isinstance(type, MemRefType) or DYNAMIC in type.shape:
        return None
    width = bit_width(type.element_type)
    if width is None:
        return None
    return ((shift.value, shift.value + prod(type.shape) * -(-width // 8) - 1),)


def _part_of(view: memref.SubViewOp) -> Box:
    """Return the lowest and the highest index of its source that a slice may cover in each dimension, where known."""
    return tuple(
        (offset + min(0, (size - 1) * stride), offset + max(0, (size - 1) * stride))
        if isinstance(offset, int) and isinstance(size, int) and isinstance(stride, int)
        else None
        for offset, size, stride in zip(view.mixed_offsets, view.mixed_sizes, view.mixed_strides, strict=True)
    )


def _has_place_for_each_index(value: Value) -> bool:
    """Return whether different indices of a memref are provably different places."""
    type = value.type
    strided = strides_of(type) if isinstance(type, MemRefType) else None
    if strided is None or not isinstance(type, MemRefType):
        return False
    if type.layout is None:
        return True
    last = 0
    for stride, size in sorted(zip(strided.strides, type.shape, strict=True)):
        if DYNAMIC in (stride, size) or stride <= last:
            return False
        last += max(size - 1, 0) * stride
    return True


def _global_name(value: Value) -> object | None:
    op = value.defining_op
    return op.name_ if isinstance(op, memref.GetGlobalOp) else None


def _function_of(value: Value) -> Operation | None:
    block = value.owner if isinstance(value, BlockArgument) else None
    op = block.parent_op if block is not None and block.is_entry else None
    return op if op is not None and op.name == "func.func" else None


def _is_marked(value: Value) -> bool:
    function = _function_of(value)
    given = function.properties.get("arg_attrs") if function is not None else None
    if not isinstance(given, ArrayAttr) or not isinstance(value, BlockArgument):
        return False
    own = given.elements[value.index] if value.index < len(given.elements) else None
    return isinstance(own, DictionaryAttr) and own.get(NO_ALIAS) is not None
