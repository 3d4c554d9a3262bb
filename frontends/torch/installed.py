"""The package `torch`, imported in this one place; it has no types here, as most installations are without it."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

from ...ir.errors import DlcError


class TorchUnavailable(DlcError):
    """The package `torch` is not installed."""


def require_torch() -> Any:
    """Return the package `torch`; raise an error that says what to install if it is missing."""
    if importlib.util.find_spec("torch") is None:
        raise TorchUnavailable("the package 'torch' is not installed: pip install 'dlc[torch]'")
    return importlib.import_module("torch")  # heavy


torch = require_torch()
fx: Any = importlib.import_module("torch.fx")
