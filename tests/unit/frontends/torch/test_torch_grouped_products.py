"""Layers of experts: products of groups of rows with a matrix each, and the counts of rows that they begin with."""

from __future__ import annotations

from typing import Any

import pytest

torch: Any = pytest.importorskip("torch", reason="the extra 'torch' is not installed")

from dlc.runtime.executable import ProgramFailed  # noqa: E402

LIBRARY = "transformers"
OPTIONS = {"threads": 1, "level": 0}
GROUPS, INNER, COLUMNS = 4, 3, 5
ENDS = {
    12: ([3, 6, 9, 12], [0, 0, 12, 12], [12, 12, 12, 12], [1, 2, 4, 12], [0, 5, 5, 9], [0, 0, 0, 0], [11, 11, 12, 12]),
    3: ([1, 2, 3, 3], [0, 0, 0, 3], [0, 1, 1, 2]),
}
"""The ends of groups by the number of rows; some leave rows behind the last group."""


@pytest.fixture(autouse=True)
def _nothing_of_other_tests() -> None:
    torch._dynamo.reset()


def _product(x: Any, weights: Any, ends: Any) -> Any:
    """Return the product of each row with the matrix of its group, and zeros behind the last group."""
    result = torch.zeros(x.shape[0], weights.shape[2])
    begin = 0
    for number, end in enumerate(ends.tolist()):
        result[begin:end] = x[begin:end] @ weights[number]
        begin = end
    return result


def _product_backward(x: Any, weights: Any, ends: Any, gradient: Any) -> tuple[Any, Any]:
    of_weights, begin = torch.zeros_like(weights), 0
    for number, end in enumerate(ends.tolist()):
        of_weights[number] = x[begin:end].T @ gradient[begin:end]
        begin = end
    return _product(gradient, weights.transpose(1, 2), ends), of_weights


def _shown(input: Any, weight: Any, offs: Any) -> Any:
    assert offs.shape[0] == weight.shape[0], "each group has a matrix"
    return input.new_empty(input.shape[0], weight.shape[2])


@pytest.fixture(scope="module")
def grouped() -> Any:
    """The op of transformers, which is defined here if that is not imported."""
    if hasattr(torch.ops.transformers, "grouped_mm_fallback"):
        return torch.ops.transformers.grouped_mm_fallback
    define, backward_name = torch.library, f"{LIBRARY}::grouped_mm_fallback_backward"
    forward = define.custom_op(
        f"{LIBRARY}::grouped_mm_fallback",
        _product,
        mutates_args=(),
        schema="(Tensor input, Tensor weight, Tensor offs) -> Tensor",
    )
    backward = define.custom_op(
        backward_name,
        _product_backward,
        mutates_args=(),
        schema="(Tensor input, Tensor weight, Tensor offs, Tensor grad_output) -> (Tensor, Tensor)",
    )
    forward.register_fake(_shown)
    backward.register_fake(lambda input, weight, *_: (torch.empty_like(input), torch.empty_like(weight)))
    forward.register_autograd(
        lambda ctx, gradient: (*backward(*ctx.saved_tensors, gradient), None),
        setup_context=lambda ctx, inputs, **_: ctx.save_for_backward(*inputs),
    )
    return torch.ops.transformers.grouped_mm_fallback


def _compiled(function: Any, **options: Any) -> Any:
    return torch.compile(function, backend="dlc", options=OPTIONS, fullgraph=True, **options)


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
@pytest.mark.parametrize("rows", ENDS)
def test_groups_are_multiplied_as_in_eager_torch(grouped: Any, rows: int) -> None:
    fast = _compiled(grouped)
    x, weights = torch.randn(rows, INNER), torch.randn(GROUPS, INNER, COLUMNS)
    for given in ENDS[rows]:
        ends = torch.tensor(given, dtype=torch.int32)
        torch.testing.assert_close(fast(x, weights, ends), _product(x, weights, ends))


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_one_compilation_serves_any_number_of_rows(grouped: Any) -> None:
    weights = torch.nn.Parameter(torch.randn(GROUPS, INNER, COLUMNS), requires_grad=False)
    fast = _compiled(lambda x, ends: grouped(x, weights, ends), dynamic=True)
    for rows in (12, 3, 40):
        x, ends = torch.randn(rows, INNER), torch.tensor([0, 1, rows - 1, rows])
        torch.testing.assert_close(fast(x, ends), _product(x, weights, ends))


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_gradients_of_rows_and_matrices(grouped: Any) -> None:
    fast = _compiled(grouped)
    for given in ENDS[12]:
        ends = torch.tensor(given)
        x, weights = torch.randn(12, INNER), torch.randn(GROUPS, INNER, COLUMNS)
        gradient = torch.randn(12, COLUMNS)
        expected = _product_backward(x, weights, ends, gradient)
        fast(x.requires_grad_(), weights.requires_grad_(), ends).backward(gradient)
        torch.testing.assert_close((x.grad, weights.grad), expected)


def test_groups_with_more_rows_than_there_are_stop_the_program(grouped: Any) -> None:
    fast = _compiled(grouped)
    with pytest.raises(ProgramFailed, match="has an index out of range: dimension 0 has size 12"):
        fast(torch.ones(12, INNER), torch.ones(GROUPS, INNER, COLUMNS), torch.tensor([3, 6, 9, 13]))


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
@pytest.mark.skipif(not hasattr(torch, "_grouped_mm"), reason="this PyTorch has no grouped products")
@pytest.mark.parametrize("kind", ["rows", "columns", "added up", "batch"])
def test_grouped_products_of_pytorch(kind: str) -> None:
    def random(*shape: int) -> Any:
        return torch.randn(shape).to(torch.bfloat16)

    ends = torch.tensor([8, 8, 24], dtype=torch.int32)
    operands = {
        "rows": (random(24, 16), random(3, 16, 8), ends),
        "columns": (random(3, 8, 16), random(16, 24), ends),
        "added up": (random(8, 24), random(24, 16), ends),
        "batch": (random(3, 8, 16), random(3, 16, 8)),
    }[kind]
    result = _compiled(torch._grouped_mm)(*operands)
    torch.testing.assert_close(result, torch._grouped_mm(*operands), rtol=2e-2, atol=2e-2)


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
@pytest.mark.parametrize(("bins", "low", "high"), [(4, 0, 3), (7, -1.5, 2.25), (10, 0, 0), (1, -1, 1)])
def test_histograms_count_what_is_inside(bins: int, low: float, high: float) -> None:
    fast = _compiled(lambda x: torch.histc(x, bins, low, high))
    x = torch.cat([torch.linspace(-3, 3, 97), torch.randn(200), torch.tensor([low, high, low - 1, high + 1.0])])
    for given in (x, torch.full((5,), 2.0), torch.arange(4.0)):
        torch.testing.assert_close(fast(given), torch.histc(given, bins, low, high))
