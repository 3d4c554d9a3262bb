"""Networks of `onnx_networks` as ONNX Runtime's quantizers write them: with integers of 8 bits."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

quantization: Any = import_module("onnxruntime.quantization")


class _Readings:
    """The arguments by which the ranges of activations are found."""

    def __init__(self, arguments: Mapping[str, Any]) -> None:
        self._rest: Iterator[Mapping[str, Any]] = iter([arguments])

    def get_next(self) -> Mapping[str, Any] | None:
        return next(self._rest, None)


def quantized(model: bytes, arguments: Mapping[str, Any], form: str) -> bytes:
    """Return a model in a form of `QUANTIZED_FORMS`, with weights of 7 bits: with 8, sums of two products overflow 16
    bits in ONNX Runtime on processors without dot products of bytes.
    """
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "source.onnx", Path(folder) / "target.onnx"
        source.write_bytes(model)
        common: dict[str, Any] = {"per_channel": form != "dynamic", "reduce_range": True}
        if form == "dynamic":
            quantization.quantize_dynamic(source, target, weight_type=quantization.QuantType.QInt8, **common)
        else:
            formats = quantization.QuantFormat
            written = formats.QDQ if form == "qdq" else formats.QOperator
            quantization.quantize_static(source, target, _Readings(arguments), quant_format=written, **common)
        return target.read_bytes()
