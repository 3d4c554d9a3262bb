"""Fourier transforms along the last dimensions, one after the other."""

from __future__ import annotations

from dlc.dialects import stablehlo
from dlc.dialects.graph.tensors import shape_of

from ..graph.fourier_transforms import half_of_real, real_from_half, transformed, why_not_transformed
from ..graph.translated_values import filled
from ..rewriting.cannot_lower import CannotLower
from .translation import Translated, Translation, translates


@translates(stablehlo.FftOp)
def translate_fft(op: stablehlo.FftOp, t: Translation) -> Translated:
    """The transform of a kind along the last dimensions."""
    parts, lengths, kind = t.parts(op.operand), list(op.fft_length), op.fft_type.value
    rank = len(shape_of(parts[0]))
    dims = list(range(rank - len(lengths), rank))
    for reason in filter(None, map(why_not_transformed, lengths)):
        raise CannotLower(f"is not supported: {reason}")
    given = list(shape_of(parts[0])[rank - len(lengths) :])
    needed = [*lengths[:-1], lengths[-1] // 2 + 1] if kind == "IRFFT" else lengths
    if given != needed:
        raise CannotLower(f"must have operands with last dimensions {needed}, but got {given}")
    if kind == "IRFFT":
        for dim, length in list(zip(dims, lengths, strict=True))[:-1]:
            parts = transformed(parts, dim, inverse=True, scale=1 / length)
        return real_from_half(parts, dims[-1], lengths[-1], scale=1 / lengths[-1])
    is_inverse = kind == "IFFT"
    for dim, length in reversed(list(zip(dims, lengths, strict=True))):
        parts = transformed(parts, dim, inverse=is_inverse, scale=1 / length if is_inverse else 1.0)
        if kind == "RFFT" and dim == dims[-1]:
            parts = half_of_real(parts, dim)
    return [parts if len(parts) == 2 else (parts[0], filled(0, parts[0]))]
