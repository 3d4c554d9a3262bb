"""Complex tensors inside a graph: two values of `graph`, which has real numbers only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ...dialects.graph.tensors import shape_of
from ...ir import Value
from ...passes.graph.complex_parts import Parts
from ..emitter import Emitter
from .element_types import PARTS_OF_COMPLEX
from .installed import torch

_without_modes = torch.utils._python_dispatch._disable_current_modes


@dataclass(frozen=True)
class Complex:
    """A complex tensor, by tensors of real and imaginary parts."""

    real: Value
    imaginary: Value

    @property
    def parts(self) -> Parts:
        """Both parts."""
        return self.real, self.imaginary

    def map(self, function: Callable[[Value], Value]) -> Complex:
        """Return the tensor whose parts are those a function makes of each part."""
        return Complex(function(self.real), function(self.imaginary))


def is_complex(traced: Any) -> bool:
    """Return whether a traced value is a tensor with complex elements."""
    return isinstance(traced, torch.Tensor) and traced.dtype in PARTS_OF_COMPLEX


def from_pairs(emitter: Emitter, pairs: Value) -> Complex:
    """Return the complex tensor whose parts lie along the last dimension of a value."""
    last = len(shape_of(pairs)) - 1
    return Complex(emitter.pick(pairs, last, 0), emitter.pick(pairs, last, 1))


def to_pairs(emitter: Emitter, x: Complex) -> Value:
    """Return a value whose last dimension has the parts of a complex tensor."""
    last = len(shape_of(x.real))
    return emitter.concat([emitter.expand(part, [last]) for part in x.parts], last)


def pairs_of(tensor: Any) -> Any:
    """Return a complex tensor of PyTorch as a real one, whose last dimension has both parts."""
    return torch.view_as_real(tensor.resolve_conj())


def tensors_of(tensor: Any) -> Sequence[Any]:
    """Return a constant of PyTorch as real tensors: itself or, of a complex one, its parts."""
    if not is_complex(tensor):
        return [tensor]
    with _without_modes():  # a mode that traces would trace these as well
        return pairs_of(tensor).unbind(-1)
