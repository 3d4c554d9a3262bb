"""The work of kernels and functions is limited, however many ops of a network could be computed together."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator

import numpy as np
import pytest

import dlc
from dlc.dialects import tensor
from dlc.dialects.llvm import FuncOp
from dlc.ir.operations import Operation
from dlc.passes.kernels.form_kernels import MOST_WORK, element_work
from dlc.passes.pipelines import LLVM, MEMORY, SCHEDULE, TENSOR, pipeline_text
from support.cost import assert_linear, cost_of
from support.level_checks import apply_pass
from support.programs import module_of

PIPELINE = "graph-to-tensor,fuse-elementwise,form-kernels"
SMALL = {"fuse-elementwise": "fuse-elementwise{most-work=16}", "outline-kernels": "outline-kernels{most-ops=32}"}
"""Limits that small networks reach."""
Step = tuple[str, int, int]
"""An op, and the numbers of the values that it reads."""
ARGUMENTS = 8


def chain(count: int) -> Iterator[Step]:
    return (("mul" if n % 2 else "add", n + 7, 0) for n in range(count))


def tree(count: int) -> Iterator[Step]:
    waiting = deque([n * n // 3 % ARGUMENTS for n in range(count + 1)])
    for number in range(ARGUMENTS, ARGUMENTS + count):
        yield "sub" if number % 3 else "add", waiting.popleft(), waiting.popleft()
        waiting.append(number)


def diamonds(count: int) -> Iterator[Step]:
    for n in range(0, count, 3):
        yield from [("mul", n + 7, 0), ("sub", n + 7, 1), ("add", n + 8, n + 9)]


def dense_skips(count: int) -> Iterator[Step]:
    return (("sub" if n % 2 else "add", n + 7, n + 1) for n in range(count))


def functions(count: int) -> Iterator[Step]:
    """Return functions, each of the two values before."""
    for n in range(0, count, 2):
        yield from [("add", n + 7, max(n + 5, 0)), ("tanh", n + 8, n + 8)]


NETWORKS = (chain, tree, diamonds, dense_skips)
Network = Callable[[int], Iterator[Step]]


def text_of(network: Network, count: int, type: str = "tensor<64xf32>") -> str:
    lines: list[str] = []
    for number, (op, lhs, rhs) in enumerate(network(count), ARGUMENTS):
        read = f"%x{lhs}" if op == "tanh" else f"%x{lhs}, %x{rhs}"
        lines.append(f"  %x{number} = graph.{op} {read} : {type}\n")
    arguments = ", ".join([f"%x{number}: {type}" for number in range(ARGUMENTS)])
    last = ARGUMENTS + len(lines) - 1
    return f"func.func @main({arguments}) -> {type} {{\n{''.join(lines)}  return %x{last} : {type}\n}}"


def lowered(network: Network, count: int, pipeline: str = PIPELINE) -> Operation:
    module = module_of(text_of(network, count))
    assert apply_pass(module, pipeline) is None
    return module


def work_of_kernels(module: Operation) -> list[int]:
    work = Counter[object]()
    for op in module.walk():
        if tensor.is_structured(op):
            parent = op.parent_op
            work[parent if isinstance(parent, tensor.KernelOp) else op] += element_work(op)
    return list(work.values())


def test_functions_count_as_what_they_are_expanded_to() -> None:
    work = work_of_kernels(lowered(functions, 240))
    assert len(work) > 1
    assert max(work) < 2 * MOST_WORK


@pytest.mark.parametrize("network", [chain, diamonds, dense_skips])
def test_long_computations_become_few_kernels(network: Network) -> None:
    work = work_of_kernels(lowered(network, 1500))
    assert 1 < len(work) < 5
    assert max(work) < 2 * MOST_WORK


@pytest.mark.parametrize("network", NETWORKS)
def test_limits_do_not_change_results(network: Network) -> None:
    arrays = list(np.random.default_rng(0).integers(-100, 100, (ARGUMENTS, 5), np.int32))
    passes = pipeline_text((TENSOR, MEMORY, SCHEDULE), SMALL)
    run = dlc.compile(text_of(network, 60, "tensor<5xi32>"), level=0, threads=1, passes=passes)
    values = list(arrays)
    for op, lhs, rhs in network(60):
        values.append({"add": np.add, "sub": np.subtract, "mul": np.multiply}[op](values[lhs], values[rhs]))
    assert np.array_equal(run(*arrays), values[-1])


@pytest.mark.growth
@pytest.mark.parametrize("network", [tree, dense_skips])
def test_cost_grows_with_the_number_of_ops(network: Network) -> None:
    pipeline = pipeline_text((TENSOR, MEMORY, SCHEDULE, LLVM), {**SMALL, "form-kernels": ""})
    sizes: dict[int, int] = {}

    def work(count: int) -> None:
        module = lowered(network, count, pipeline)
        sizes[count] = max(sum(1 for _ in op.walk()) for op in module.walk() if isinstance(op, FuncOp))

    assert_linear(lambda count: cost_of(lambda: work(count)), 24, 4)
    assert sizes[96] < 2 * sizes[24]
