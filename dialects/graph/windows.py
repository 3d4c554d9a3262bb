"""Windows that move over a tensor: what convolutions and pooling have in common, and the sizes that follow.

A window covers `size` elements that are `dilation` apart, so it extends over `dilation * (size - 1) + 1`; it is put at
every `stride`-th place of the source, which has been padded by `pad_low` in front and `pad_high` behind.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dlc.ir.builtin_attributes import DenseArrayAttr
from dlc.ir.builtin_constraints import i64_dense_array
from dlc.ir.builtin_types import i64
from dlc.ir.definition import Attr, optional_attr
from dlc.ir.sizes import Dim, add, ceil_divide, floor_divide, multiply, subtract

from .bases import GraphOp
from .rules import Findings, at_most, require


class Window(NamedTuple):
    """A window along one dimension."""

    size: Dim
    stride: int
    dilation: int
    low: int
    high: int

    @property
    def extent(self) -> Dim:
        """Number of elements from the first to the last one that the window covers."""
        return add(multiply(self.dilation, subtract(self.size, 1)), 1)

    @property
    def is_trivial(self) -> bool:
        """Whether it covers each element by itself, and nothing else."""
        return self.size == 1 and self.stride == 1 and self.low == self.high == 0


class WindowOp(GraphOp):
    """An op on windows. Lists have an entry for each dimension that the window has, and may be left out: strides and
    dilations are 1 then, padding is 0."""

    strides: Attr[DenseArrayAttr | None] = optional_attr(i64_dense_array, default=None, kw_only=True)
    dilations: Attr[DenseArrayAttr | None] = optional_attr(i64_dense_array, default=None, kw_only=True)
    pad_low: Attr[DenseArrayAttr | None] = optional_attr(i64_dense_array, default=None, kw_only=True)
    pad_high: Attr[DenseArrayAttr | None] = optional_attr(i64_dense_array, default=None, kw_only=True)

    def windows(self, sizes: Sequence[Dim]) -> list[Window]:
        """The window along each of its dimensions, where it has these sizes."""
        rank = len(sizes)
        lists = (
            listed(self.strides, 1, rank),
            listed(self.dilations, 1, rank),
            listed(self.pad_low, 0, rank),
            listed(self.pad_high, 0, rank),
        )
        return [Window(*each) for each in zip(sizes, *lists, strict=True)]

    def check_lists(self, rank: int, report: Findings, rule: str) -> bool:
        """Report lists of the wrong length, and numbers that make no sense."""
        lists = (
            ("strides", self.strides, 1),
            ("dilations", self.dilations, 1),
            ("pad_low", self.pad_low, 0),
            ("pad_high", self.pad_high, 0),
        )
        return all(check_list(report, rule, name, attr, rank, least) for name, attr, least in lists)


WINDOW_SYNTAX = "(`strides` $strides^)? (`dilations` $dilations^)? (`pad_low` $pad_low^)? (`pad_high` $pad_high^)?"
"""The syntax of the window lists."""


def listed(attr: DenseArrayAttr | None, default: int, rank: int) -> Sequence[int]:
    """The numbers of a list that may be left out."""
    return attr.elements if attr is not None else (default,) * rank


_USUAL = {"strides": 1, "dilations": 1, "pad_low": 0, "pad_high": 0, "output_padding": 0}


def usual_lists(op: WindowOp) -> list[str]:
    """The names of lists that say nothing but what holds where they are left out."""
    lists = {name: op.properties.get(name) for name in _USUAL}
    return [n for n, attr in lists.items() if isinstance(attr, DenseArrayAttr) and set(attr.elements) <= {_USUAL[n]}]


def i64_list(numbers: Sequence[int]) -> DenseArrayAttr:
    """`[1, 2]`"""
    return DenseArrayAttr(i64, tuple(numbers))


def check_list(report: Findings, rule: str, name: str, attr: DenseArrayAttr | None, rank: int, least: int) -> bool:
    """Report a list that has not an entry for each dimension, or an entry below `least`."""
    if attr is None:
        return True
    numbers = list(attr.elements)
    if len(numbers) != rank:
        report.error(rule, f"{name} must have {rank} entries, but got {numbers}")
        return False
    if any(number < least for number in numbers):
        report.error(rule, f"{name} must be {least} or more, but got {numbers}")
        return False
    return True


def check_extent(report: Findings, rule: str, window: Window) -> bool:
    """Report a window of no size."""
    return require(report, rule, "sizes of the window must be positive", [(window.size,)], at_most(1, window.size))


def count_places(report: Findings, rule: str, size: Dim, window: Window, *, ceil: bool = False) -> Dim:
    """Return the number of positions at which a window fits along a dimension.

    With `ceil` also those where it reaches beyond the end, as long as it begins in the source or before it.
    """
    fits = subtract(add(size, window.low + window.high), window.extent)
    if not ceil:
        places = add(floor_divide(fits, window.stride), 1)
    else:
        places = _count_begun(size, window)
    fact, padded = "the extent of the window must fit into the padded source", add(size, window.low + window.high)
    is_count = require(report, rule, fact, ((window.extent,), (padded,)), at_most(0, places))
    return places if is_count else None


def _count_begun(size: Dim, window: Window) -> Dim:
    """The smaller one of `ceil((size + low + high - extent) / stride) + 1` and `ceil((size + low) / stride)`.

    Which that is does not depend on the size: it is decided by what the window reaches beyond the padding behind.
    """
    if not isinstance(window.extent, int):
        return None
    beyond = min(window.high - window.extent + window.stride, 0)
    return ceil_divide(add(size, window.low + beyond), window.stride)
