"""Alias analysis of memrefs: the memory that a memref refers to, and whether two may share memory.

What `memref.alloc`, `memref.alloca` and `memref.get_global` give is told apart by the op; views are those of the memref
they look into. What a call gives is like an allocation, if the function allocates it (`escapes`). Arguments of a
function may be the same memory, unless one is marked `llvm.noalias`. Of any other value, such as what a loop carries,
nothing is known.
"""

from __future__ import annotations

from dlc.dialects import memref
from dlc.ir.builtin_attributes import ArrayAttr, DictionaryAttr, IntegerAttr
from dlc.ir.builtin_types import DYNAMIC, MemRefType, bit_width
from dlc.ir.operations import Operation
from dlc.ir.values import BlockArgument, Value, constant_of
from dlc.ir.views import defining_view

from .escapes import is_fresh_result

NO_ALIAS = "llvm.noalias"


class Origin:
    """The origin of the memory of a memref."""

    __slots__ = ("base", "is_argument", "is_fresh", "is_one_to_one", "is_unique", "window")

    def __init__(self, base: Value, *, is_one_to_one: bool, window: tuple[Value, int, int] | None) -> None:
        self.base = base
        self.is_one_to_one = is_one_to_one
        """Whether different indices are different places."""
        self.window = window
        """The memref of bytes that this one lies in, and the first byte of it and the one behind its end."""
        owner = base.defining_op
        self.is_fresh = isinstance(owner, (memref.AllocOp, memref.AllocaOp)) or is_fresh_result(base)
        self.is_argument = owner is None and _is_function_argument(base)
        self.is_unique = self.is_fresh or (self.is_argument and _is_marked(base))


def origin_of(value: Value) -> Origin:
    """Return the origin of a memref, through all views."""
    is_one_to_one, window = True, None
    while (definer := defining_view(value)) is not None:
        op, view = definer
        is_one_to_one &= view.is_one_to_one(op)
        if isinstance(op, memref.ViewOp) and is_one_to_one:
            window = _bytes_of(op) or window
        value = view.view_source(op)
    return Origin(value, is_one_to_one=is_one_to_one, window=window)


def may_share_memory(first: Origin, second: Origin) -> bool:
    """Return whether two memrefs may share an element."""
    if first.base is second.base:
        return not _are_apart(first, second)
    if first.is_unique or second.is_unique:
        other = second if first.is_unique else first
        return not (other.is_argument or other.is_fresh or _is_global(other.base))
    globals_ = _global_name(first.base), _global_name(second.base)
    return None in globals_ or globals_[0] == globals_[1]


def _are_apart(first: Origin, second: Origin) -> bool:
    """Return whether two views provably cover different bytes."""
    if first.window is None or second.window is None or first.window[0] is not second.window[0]:
        return False
    (_, start, end), (_, other_start, other_end) = first.window, second.window
    return end <= other_start or other_end <= start


def _bytes_of(view: memref.ViewOp) -> tuple[Value, int, int] | None:
    shift, type = constant_of(view.byte_shift), view.result.type
    if not isinstance(shift, IntegerAttr) or not isinstance(type, MemRefType) or DYNAMIC in type.shape:
        return None
    width = bit_width(type.element_type)
    if width is None:
        return None
    count = 1
    for size in type.shape:
        count *= size
    return view.source, shift.value, shift.value + count * -(-width // 8)


def _is_global(value: Value) -> bool:
    return isinstance(value.defining_op, memref.GetGlobalOp)


def _global_name(value: Value) -> object | None:
    op = value.defining_op
    return op.name_ if isinstance(op, memref.GetGlobalOp) else None


def _function_of(value: Value) -> Operation | None:
    block = value.owner if isinstance(value, BlockArgument) else None
    op = block.parent_op if block is not None and block.is_entry else None
    return op if op is not None and op.name == "func.func" else None


def _is_function_argument(value: Value) -> bool:
    return _function_of(value) is not None


def _is_marked(value: Value) -> bool:
    function = _function_of(value)
    given = function.properties.get("arg_attrs") if function is not None else None
    if not isinstance(given, ArrayAttr) or not isinstance(value, BlockArgument):
        return False
    own = given.elements[value.index] if value.index < len(given.elements) else None
    return isinstance(own, DictionaryAttr) and own.get(NO_ALIAS) is not None
