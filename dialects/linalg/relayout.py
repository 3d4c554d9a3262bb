"""`linalg.pack` and `linalg.unpack`, which `tensor` has as well."""

from __future__ import annotations

from dlc.dialects.tensor.pack import PackOp as TensorPackOp, UnpackOp as TensorUnpackOp
from dlc.ir.definition import renamed

_WORDS = {"tensor.pack": "linalg.pack", "tensor.unpack": "linalg.unpack"}
PackOp = renamed(TensorPackOp, "linalg.pack", _WORDS, __module__=__name__)
UnpackOp = renamed(TensorUnpackOp, "linalg.unpack", _WORDS, __module__=__name__)
