"""Windows of convolutions and pooling: strides, dilations and the padding that attributes ask for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dlc.ir.sizes import Dim

from ....dialects.graph.windows import i64_list
from ....ir.builtin_attributes import DenseArrayAttr
from ...problems import CannotImport
from ..node import Node


class Windows(NamedTuple):
    """Parameters of windows along the spatial dimensions."""

    strides: list[int]
    dilations: list[int]
    low: list[int]
    high: list[int]

    def lists(self) -> dict[str, DenseArrayAttr]:
        """Return the parameters as properties of an op."""
        return {
            "strides": i64_list(self.strides),
            "dilations": i64_list(self.dilations),
            "pad_low": i64_list(self.low),
            "pad_high": i64_list(self.high),
        }


def windows_of(node: Node, sizes: Sequence[Dim], kernel: Sequence[int]) -> Windows:
    """Return the parameters of a node whose windows have these sizes, over dimensions of these sizes."""
    rank = len(kernel)
    strides, dilations = (_list(node, name, rank, 1) for name in ("strides", "dilations"))
    auto = node.string("auto_pad", "NOTSET")
    if auto in ("NOTSET", "VALID"):
        pads = _list(node, "pads", 2 * rank, 0) if auto == "NOTSET" else [0] * (2 * rank)
        return Windows(strides, dilations, pads[:rank], pads[rank:])
    if auto not in ("SAME_UPPER", "SAME_LOWER"):
        raise CannotImport(f"attribute 'auto_pad' must be a known mode, but got '{auto}'")
    totals = [
        _same_padding(node, size, stride, (window - 1) * dilation + 1)
        for size, stride, dilation, window in zip(sizes, strides, dilations, kernel, strict=True)
    ]
    small, large = [total // 2 for total in totals], [total - total // 2 for total in totals]
    return Windows(strides, dilations, *((small, large) if auto == "SAME_UPPER" else (large, small)))


def _same_padding(node: Node, size: Dim, stride: int, extent: int) -> int:
    """Return the padding with which there is a window for each stride of the source."""
    if stride == 1:
        return max(extent - 1, 0)
    if not isinstance(size, int):
        raise node.needed(0, "spatial sizes of the input, for auto_pad,")
    places = -(-size // stride)
    return max((places - 1) * stride + extent - size, 0)


def _list(node: Node, name: str, length: int, default: int) -> list[int]:
    numbers = node.optional_ints(name)
    if numbers is None:
        return [default] * length
    if len(numbers) != length:
        raise CannotImport(f"attribute '{name}' must have {length} entries, but got {numbers}")
    return numbers
