"""Bufferization: the pass, the decisions which tensors share memory, and in `ops` what becomes of each op.

Importing the package registers all ops.
"""

from __future__ import annotations

from . import ops as ops
