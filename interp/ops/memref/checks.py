"""Run-time checks of memrefs that are shared by `memref`'s meanings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlc.interp.errors import Fault
from dlc.interp.memory import MemRef
from dlc.ir import Type
from dlc.ir.builtin_types import DYNAMIC, MemRefType
from dlc.ir.strided_layout import strides_of


def used_memref(value: Any) -> MemRef:
    """A memref that is looked at: poison is an error."""
    if not isinstance(value, MemRef):
        raise Fault("depends on poison: a memref")
    return value


def checked_against(value: MemRef, type: Type) -> MemRef:
    """The memref, if sizes, strides and offset are those that a type promises."""
    if not isinstance(type, MemRefType):
        return value
    known = strides_of(type)
    if len(type.shape) != value.rank:
        raise Fault(f"a memref of rank {value.rank} is not a '{type}'")
    if not _agree(type.shape, value.sizes):
        raise Fault(f"a memref of sizes {list(value.sizes)} is not a '{type}'")
    if known is not None and not (
        _agree([known.offset], [value.offset])
        and all(n <= 1 or _agree([a], [b]) for n, a, b in zip(value.sizes, known.strides, value.strides, strict=True))
    ):
        raise Fault(f"a memref with strides {list(value.strides)} and offset {value.offset} is not a '{type}'")
    return value


def _agree(promised: Sequence[int], actual: Sequence[int]) -> bool:
    return all(a in (DYNAMIC, b) for a, b in zip(promised, actual, strict=True))
