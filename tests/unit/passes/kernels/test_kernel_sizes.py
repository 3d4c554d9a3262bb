"""The work of kernels is limited, however many ops of a network could be computed together."""

from __future__ import annotations

from collections import Counter

import pytest

from dlc.dialects import tensor
from dlc.ir.operations import Operation
from dlc.passes.kernels.form_kernels import MOST_WORK, element_work
from support.cost import assert_linear, cost_of
from support.level_checks import apply_pass
from support.programs import module_of

PIPELINE = "graph-to-tensor,fuse-elementwise,form-kernels"


def diamonds(count: int) -> str:
    """Return a network of functions, each of the two values before."""
    body = "".join(
        f"  %s{n} = graph.add %x{n}, %x{n + 1} : tensor<64xf32>\n  %x{n + 2} = graph.tanh %s{n} : tensor<64xf32>\n"
        for n in range(count)
    )
    arguments = "%x0: tensor<64xf32>, %x1: tensor<64xf32>"
    return f"func.func @main({arguments}) -> tensor<64xf32> {{\n{body}  return %x{count + 1} : tensor<64xf32>\n}}"


def lowered(count: int) -> Operation:
    module = module_of(diamonds(count))
    assert apply_pass(module, PIPELINE) is None
    return module


def test_functions_count_as_what_they_are_expanded_to() -> None:
    work = Counter[object]()
    for op in lowered(120).walk():
        if tensor.is_structured(op):
            parent = op.parent_op
            work[parent if isinstance(parent, tensor.KernelOp) else op] += element_work(op)
    assert len(work) > 1
    assert max(work.values()) < 2 * MOST_WORK


@pytest.mark.growth
def test_cost_grows_with_the_number_of_functions() -> None:
    assert_linear(lambda count: cost_of(lambda: lowered(count)), 30, 4)
