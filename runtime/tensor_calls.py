"""Calls of programs with tensors of PyTorch, which pass the addresses of tensors and return new ones.

Making arrays of numpy from tensors, and tensors from arrays, takes longer than a small program does.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from math import prod
from typing import Any

from .dlpack import like
from .lent_results import LEAST_KEPT, kept_array
from .numpy_memory import strides_of_rows
from .signature import Array, Output, Parameter
from .threads_of_pytorch import use_threads_of

CallAt = Callable[[Sequence[int], Sequence[int]], Sequence[Any]]
"""Calls a program with arguments and results at addresses, and returns the results that it allocates itself."""


class TensorCalls:
    """Calls an entry whose arguments are dense arrays of known sizes that it only reads."""

    def __init__(self, torch: Any, inputs: Sequence[Parameter], outputs: Sequence[Output], call_at: CallAt) -> None:
        use_threads_of(torch)
        self._torch = torch
        self._kinds = torch.Tensor, torch.nn.Parameter
        self._call_at = call_at
        self._arguments = [
            (getattr(torch, each.kind.dtype.name, None), tuple(each.kind.sizes), each.alignment)
            for each in inputs
            if isinstance(each.kind, Array)
        ]
        self._makers = [tensor_maker(torch, each.kind) if each.is_lent else None for each in outputs]

    def results(self, tensors: Sequence[Any]) -> list[Any] | None:
        """Return the results of a call, or `None` if arguments are no tensors, or not such tensors as they are in
        memory. One function: a call in Python takes as long as all checks of an argument.
        """
        addresses: list[int] = []
        kinds = self._kinds
        for tensor, (dtype, shape, alignment) in zip(tensors, self._arguments, strict=True):
            if type(tensor) not in kinds or tensor.dtype is not dtype or tensor.shape != shape:
                return None
            if not tensor.is_cpu or not tensor.is_contiguous() or tensor.is_neg():
                return None
            address = tensor.data_ptr()
            if address % alignment:
                return None
            addresses.append(address)
        results = [make and make() for make in self._makers]
        others = iter(self._call_at(addresses, [each.data_ptr() for each in results if each is not None]))
        return [like(self._torch, next(others)) if each is None else each for each in results]


def tensor_calls(inputs: Sequence[Parameter], outputs: Sequence[Output], call_at: CallAt) -> TensorCalls | None:
    """Return what calls an entry with tensors, or `None` as long as PyTorch is not imported."""
    torch = sys.modules.get("torch")
    is_ready = torch is not None and hasattr(torch, "nn")  # not while it is being imported
    return TensorCalls(torch, inputs, outputs, call_at) if is_ready else None


def tensor_maker(torch: Any, kind: object, places: Sequence[int] | None = None) -> Callable[[], Any]:
    """Return the function that makes a tensor for a result of known sizes, of which dimension i is dimension places[i]
    of the result.

    PyTorch makes small ones fastest; large ones lie in memory that programs keep.
    """
    assert isinstance(kind, Array), "numbers are not lent"
    shape, dtype = tuple(size for size in kind.sizes if isinstance(size, int)), kind.dtype
    count: int = prod(shape) * dtype.itemsize
    order = range(len(shape)) if places is None else places
    if count >= LEAST_KEPT:
        if places is None:
            return lambda: like(torch, kept_array(count, shape, dtype))
        return lambda: like(torch, kept_array(count, shape, dtype)).permute(*order)
    strides = strides_of_rows([max(1, size) for size in shape])  # as PyTorch has them
    arguments = [tuple(each[place] for place in order) for each in (shape, strides)]
    return partial(torch._C._dynamo.guards._empty_strided_cpu, *arguments, getattr(torch, dtype.name))
