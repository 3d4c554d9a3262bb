"""The meaning of `graph`: constants, and where the rest is."""

from __future__ import annotations

from dlc.dialects import graph as dialect
from dlc.interp.semantics import Machine, Nullary, semantics
from dlc.interp.values import constant

from . import activations as activations
from . import arithmetic as arithmetic
from . import attention as attention
from . import casts as casts
from . import comparison as comparison
from . import contraction as contraction
from . import control as control
from . import convolution as convolution
from . import functions as functions
from . import indexing as indexing
from . import movement as movement
from . import normalization as normalization
from . import pooling as pooling
from . import random as random
from . import reduction as reduction
from . import resize as resize
from . import slicing as slicing
from . import sorting as sorting


@semantics(dialect.ConstantOp)
def make_constant(op: dialect.ConstantOp, machine: Machine) -> Nullary:
    """The elements."""
    value = constant(op.value, op.result.type, machine.vscale)
    return lambda: value
