"""The installed version of the package `onnx`. Imports nothing of it itself."""

from __future__ import annotations

import importlib.util

from ...ir.errors import DlcError


class OnnxUnavailable(DlcError):
    """The package `onnx` is not installed."""


def require_onnx() -> None:
    """Raise an error that says what to install, if the package `onnx` is missing."""
    if importlib.util.find_spec("onnx") is None:
        raise OnnxUnavailable("the package 'onnx', which reads ONNX models, is not installed: pip install 'dlc[onnx]'")
