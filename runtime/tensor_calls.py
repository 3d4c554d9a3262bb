"""Calls of programs with tensors of PyTorch, which pass the addresses of tensors and return new ones.

Making arrays of numpy from tensors, and tensors from arrays, takes longer than a small program does. Where sizes are
open, what a call needs is prepared when arguments first have some shapes, and kept.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from math import prod
from typing import Any, NamedTuple

from .dlpack import like
from .lent_results import LEAST_KEPT, kept_array
from .number_arguments import InvalidArgument
from .numpy_memory import strides_of_rows
from .signature import Array, Parameter
from .threads_of_pytorch import use_threads_of

Shape = tuple[int, ...]
MOST_SHAPES = 64
"""The number of combinations of shapes for which calls are kept prepared."""


class PreparedCall(NamedTuple):
    """A call of an entry with dense arrays of certain shapes."""

    call: Callable[[Sequence[int], Sequence[int]], Sequence[Any]]
    """Takes the addresses of arguments and of lent results, and returns the other results."""
    makers: Sequence[Callable[[], Any] | None]
    """A function for each result that makes a tensor for it, `None` if the entry allocates it itself."""


class PreparedCalls:
    """The calls of an entry, of which `maker` returns what makes a tensor for result i of a kind with known sizes."""

    def __init__(self, entry: Any, maker: Callable[[int, Array], Callable[[], Any]]) -> None:
        self._entry = entry
        self._maker = maker
        self.shapes = list(map(_known_shape, entry.inputs))
        """The shapes of arguments, `None` for those with open sizes."""
        self._calls: dict[tuple[Shape, ...], PreparedCall] = {}

    def of(self, shapes: tuple[Shape, ...]) -> PreparedCall:
        """Return the call with arguments of which those of open sizes have these shapes; raise an error if there can be
        none.
        """
        return self._calls.get(shapes) or self._prepared(shapes)

    def _prepared(self, shapes: tuple[Shape, ...]) -> PreparedCall:
        left, entry = iter(shapes), self._entry
        prepared = entry.shapes([next(left) if shape is None else shape for shape in self.shapes])
        kinds = iter(prepared.results)
        makers = [self._maker(at, next(kinds)) if each.is_lent else None for at, each in enumerate(entry.outputs)]
        if len(self._calls) >= MOST_SHAPES:
            self._calls.clear()
        call = self._calls[shapes] = PreparedCall(partial(entry.call_at, prepared), makers)
        return call


def _known_shape(parameter: Parameter) -> Shape | None:
    sizes = parameter.kind.sizes if isinstance(parameter.kind, Array) else ()
    known = tuple(size for size in sizes if isinstance(size, int))
    return known if len(known) == len(sizes) else None


class TensorCalls:
    """Calls an entry whose arguments are dense arrays that it only reads."""

    def __init__(self, torch: Any, entry: Any) -> None:
        use_threads_of(torch)
        self._torch = torch
        self._kinds = torch.Tensor, torch.nn.Parameter
        self._calls = PreparedCalls(entry, lambda _, kind: tensor_maker(torch, kind))
        self._arguments = [
            (getattr(torch, each.kind.dtype.name, None), shape, each.alignment)
            for each, shape in zip(entry.inputs, self._calls.shapes, strict=True)
        ]

    def results(self, tensors: Sequence[Any]) -> list[Any] | None:
        """Return the results of a call, or `None` if arguments are no tensors, or not such tensors as they are in
        memory. One function: a call in Python takes as long as all checks of an argument.
        """
        addresses: list[int] = []
        shapes: list[Shape] = []
        kinds = self._kinds
        for tensor, (dtype, shape, alignment) in zip(tensors, self._arguments, strict=True):
            if type(tensor) not in kinds or tensor.dtype is not dtype:
                return None
            if shape is None:
                shapes.append(tensor.shape)
            elif tensor.shape != shape:
                return None
            if not tensor.is_cpu or not tensor.is_contiguous() or tensor.is_neg():
                return None
            address = tensor.data_ptr()
            if address % alignment:
                return None
            addresses.append(address)
        try:
            call, makers = self._calls.of(tuple(shapes))
        except InvalidArgument:
            return None
        results = [make and make() for make in makers]
        others = iter(call(addresses, [each.data_ptr() for each in results if each is not None]))
        return [like(self._torch, next(others)) if each is None else each for each in results]


def tensor_calls(entry: Any) -> TensorCalls | None:
    """Return what calls an entry with tensors, or `None` as long as PyTorch is not imported."""
    torch = sys.modules.get("torch")
    is_ready = torch is not None and hasattr(torch, "nn")  # not while it is being imported
    return TensorCalls(torch, entry) if is_ready else None


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
