"""The meaning of `graph`: constants, and where the rest is."""

from __future__ import annotations

from dlc.dialects import graph as dialect

from . import graph_activations as graph_activations  # noqa: PLC0414 (meanings)
from . import graph_arithmetic as graph_arithmetic  # noqa: PLC0414 (as above)
from . import graph_attention as graph_attention  # noqa: PLC0414 (as above)
from . import graph_casts as graph_casts  # noqa: PLC0414 (as above)
from . import graph_combining as graph_combining  # noqa: PLC0414 (as above)
from . import graph_comparison as graph_comparison  # noqa: PLC0414 (as above)
from . import graph_contraction as graph_contraction  # noqa: PLC0414 (as above)
from . import graph_control as graph_control  # noqa: PLC0414 (as above)
from . import graph_convolution as graph_convolution  # noqa: PLC0414 (as above)
from . import graph_functions as graph_functions  # noqa: PLC0414 (as above)
from . import graph_indexing as graph_indexing  # noqa: PLC0414 (as above)
from . import graph_movement as graph_movement  # noqa: PLC0414 (as above)
from . import graph_normalization as graph_normalization  # noqa: PLC0414 (as above)
from . import graph_pooling as graph_pooling  # noqa: PLC0414 (as above)
from . import graph_random as graph_random  # noqa: PLC0414 (as above)
from . import graph_resize as graph_resize  # noqa: PLC0414 (as above)
from . import graph_slicing as graph_slicing  # noqa: PLC0414 (as above)
from . import graph_sorting as graph_sorting  # noqa: PLC0414 (as above)
from .semantics import Machine, Nullary, semantics
from .values import constant


@semantics(dialect.ConstantOp)
def make_constant(op: dialect.ConstantOp, machine: Machine) -> Nullary:
    """The elements."""
    value = constant(op.value, op.result.type, machine.vscale)
    return lambda: value
