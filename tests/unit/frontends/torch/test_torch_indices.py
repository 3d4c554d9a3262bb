"""Indices out of range are errors exactly where they are in eager PyTorch, and name the op and its line."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

torch: Any = pytest.importorskip("torch", reason="the extra 'torch' is not installed")

import dlc  # noqa: E402
from dlc.runtime.executable import ProgramFailed  # noqa: E402

F = torch.nn.functional
ROWS, COLUMNS = 5, 4


def _expanded(i: Any) -> Any:
    return i[:, None].expand(-1, COLUMNS).contiguous()


def _updates(i: Any) -> Any:
    return torch.arange(i.shape[0] * COLUMNS, dtype=torch.float32).reshape(i.shape[0], COLUMNS)


FUNCTIONS: dict[str, Callable[[Any, Any], Any]] = {
    "embedding": lambda x, i: F.embedding(i, x),
    "index_select": lambda x, i: x.index_select(1, i),
    "gather": lambda x, i: x.gather(0, _expanded(i)),
    "index": lambda x, i: x[i],
    "two indices": lambda x, i: x[i, i],
    "take": lambda x, i: x.take(i),
    "index_put": lambda x, i: x.index_put((i,), torch.ones(())),
    "index_add": lambda x, i: x.index_add(0, i, _updates(i)),
    "index_copy": lambda x, i: x.index_copy(0, i, torch.ones(i.shape[0], COLUMNS)),
    "index_fill": lambda x, i: x.index_fill(0, i, 7.0),
    "scatter": lambda x, i: x.scatter(0, _expanded(i), 2.0),
    "scatter_add": lambda x, i: x.scatter_add(0, _expanded(i), _updates(i)),
    "scatter_reduce": lambda x, i: x.scatter_reduce(0, _expanded(i), _updates(i), "amax"),
    "index_reduce": lambda x, i: x.index_reduce(0, i, _updates(i), "amax", include_self=False),
    "put": lambda x, i: x.put(i, torch.ones(i.shape), accumulate=True),
    "cross_entropy": lambda x, i: F.cross_entropy(x[: i.shape[0]], i),
    "multi_margin_loss": lambda x, i: F.multi_margin_loss(x[: i.shape[0]], i),
}
EDGES = (-(2**63), -ROWS - 1, -ROWS, -COLUMNS - 1, -COLUMNS, -1, 0, COLUMNS - 1, COLUMNS, ROWS - 1, ROWS, 2**63 - 1)


@pytest.fixture(autouse=True)
def _nothing_of_other_tests() -> None:
    torch._dynamo.reset()


def _called(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return the result of a function, or the error that it raises."""
    try:
        return function(*arguments)
    except (IndexError, RuntimeError, ProgramFailed) as error:
        return error


@pytest.mark.parametrize("name", FUNCTIONS)
def test_indices_fail_where_they_fail_in_eager_torch(name: str) -> None:
    x, function = torch.randn(ROWS, COLUMNS), FUNCTIONS[name]
    fast = torch.compile(function, backend="dlc", options={"threads": 1, "level": 0}, fullgraph=True)
    failed: set[bool] = set()
    for index, place in itertools.product(EDGES, range(3)):
        i = torch.tensor([0, 1, 2])
        i[place] = index
        expected, result = _called(function, x, i), _called(fast, x, i)
        failed.add(isinstance(expected, Exception))
        if isinstance(expected, Exception):
            assert isinstance(result, ProgramFailed), f"{index} is {expected!r} in eager PyTorch"
            assert "has an index out of range: dimension " in str(result)
            assert f"at {__file__}:" in str(result)
        else:
            torch.testing.assert_close(result, expected)
    assert failed == {False, True}


def test_sizes_that_calls_have_are_the_limits_of_one_program() -> None:
    fast = torch.compile(lambda x, i: x[i], backend="dlc", fullgraph=True, dynamic=True)
    for rows, columns in ((4, 3), (2, 5)):
        x = torch.randn(rows, columns)
        torch.testing.assert_close(fast(x, torch.tensor([0, -1, rows - 1])), x[[0, -1, rows - 1]])
        with pytest.raises(ProgramFailed, match="index out of range in dimension 0"):
            fast(x, torch.tensor([0, 1, rows]))


def test_a_mask_needs_as_many_elements_as_it_takes() -> None:
    x, mask = torch.randn(4), torch.tensor([True, False, True, False])
    fast = torch.compile(lambda x, m, s: x.masked_scatter(m, s), backend="dlc", fullgraph=True)
    source = torch.randn(2)
    torch.testing.assert_close(fast(x, mask, source), x.masked_scatter(mask, source))
    with pytest.raises(ProgramFailed, match=r"aten\.masked_scatter"):
        fast(x, torch.ones(4, dtype=torch.bool), source)


def test_an_input_is_unchanged_when_its_update_fails() -> None:
    def update(x: Any, i: Any) -> Any:
        x.index_add_(0, i, torch.ones(i.shape[0], COLUMNS))
        return x * 2

    x, before = torch.zeros(ROWS, COLUMNS), torch.zeros(ROWS, COLUMNS)
    fast = torch.compile(update, backend="dlc", fullgraph=True)
    with pytest.raises(ProgramFailed, match="index out of range"):
        fast(x, torch.tensor([0, ROWS]))
    torch.testing.assert_close(x, before)


def test_programs_without_torch_check_indices_as_well() -> None:
    model = torch.nn.Embedding(ROWS, COLUMNS)
    program = dlc.compile(model, torch.tensor([0, 1]), level=0)
    np.testing.assert_array_equal(program(np.array([4, 0])), model.weight.detach().numpy()[[4, 0]])
    with pytest.raises(ProgramFailed, match=r"aten\.embedding\.default\) has an index out of range: dimension 0 has"):
        program(np.array([0, 5]))


def _put(x: Any, mask: Any, values: Any) -> Any:
    x = x.clone()
    x[mask] = values
    return x


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
@pytest.mark.parametrize("shape", [(), (1,), (4,), (1, 4), (3, 4), (3, 1)])
def test_values_are_put_where_a_mask_holds(shape: tuple[int, ...]) -> None:
    x, mask = torch.randn(5, 4), torch.tensor([True, False, True, True, False])
    values = torch.randn(shape)
    fast = torch.compile(_put, backend="dlc", fullgraph=True)
    torch.testing.assert_close(fast(x, mask, values), _put(x, mask, values))
    added = torch.compile(lambda x, m, v: x.index_put((m,), v, accumulate=True), backend="dlc", fullgraph=True)
    torch.testing.assert_close(added(x, mask, values), x.index_put((mask,), values, accumulate=True))
    of_elements = x > 0
    values = torch.randn(int(of_elements.sum()))
    torch.testing.assert_close(fast(x, of_elements, values), _put(x, of_elements, values))


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_a_mask_and_values_for_another_number_of_elements_are_an_error() -> None:
    x, mask = torch.randn(5, 4), torch.tensor([True, False, True, True, False])
    fast = torch.compile(_put, backend="dlc", fullgraph=True)
    torch.testing.assert_close(fast(x, mask, x[:3]), _put(x, mask, x[:3]))
    with pytest.raises(ProgramFailed, match="holds for another number of elements than there are values"):
        fast(x, ~mask, x[:3])
    with pytest.raises((IndexError, RuntimeError)):
        _put(x, ~mask, x[:3])


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_gradients_of_values_that_are_put_where_a_mask_holds() -> None:
    x, mask = torch.randn(5, 4, requires_grad=True), torch.tensor([True, False, True, True, False])
    values = torch.randn(3, 4, requires_grad=True)
    fast = torch.compile(lambda x, m, v: _put(x * 2, m, v * v).sin(), backend="dlc", fullgraph=True)
    grads = [
        torch.autograd.grad(result.sum(), (x, values))
        for result in (fast(x, mask, values), _put(x * 2, mask, values * values).sin())
    ]
    torch.testing.assert_close(*grads)


class Masked(torch.nn.Module):
    def forward(self, x: Any, keeps: Any) -> Any:
        rows = x[x[:, 0] > 0]
        return rows * 2, torch.relu(rows) @ x.T, x[:, keeps].sum(1), x.masked_select(keeps)


def test_what_a_mask_picks_is_a_program_whose_sizes_are_known_when_running() -> None:
    x, keeps = torch.randn(6, 4), torch.tensor([True, False, True, True])
    program = dlc.compile(Masked(), (x, keeps))
    for _ in range(3):
        for result, expected in zip(program(x, keeps), Masked()(x, keeps), strict=True):
            torch.testing.assert_close(result, expected)
        x, keeps = torch.randn(6, 4), torch.rand(4) > 0.5


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_what_a_mask_picks_is_compiled_where_graphs_may_have_such_sizes() -> None:
    x = torch.randn(6, 4)
    with torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True):
        for function in (lambda x: x[x > 0] * 2, lambda x: torch.nonzero(x > 0) + 1):
            fast = torch.compile(function, backend="dlc", fullgraph=True)
            for each in (x, x + 0.5):
                torch.testing.assert_close(fast(each), function(each))


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_rows_that_are_repeated_by_counts() -> None:
    x, counts = torch.randn(5, 4), torch.tensor([2, 0, 3, 1, 0])
    fast = torch.compile(lambda x, counts: x.repeat_interleave(counts, 0, output_size=6), backend="dlc", fullgraph=True)
    torch.testing.assert_close(fast(x, counts), x.repeat_interleave(counts, 0))
    with pytest.raises(ProgramFailed, match="counts whose sum is not the size of the output"):
        fast(x, counts + 1)


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_rows_are_added_where_only_torch_knows_that_there_are_as_many_as_places() -> None:
    def added(x: Any, places: Any, rows: Any, matrices: list[Any], counts: list[int]) -> Any:
        parts = [each @ matrix for each, matrix in zip(rows.split(counts), matrices, strict=True)]
        return x.index_add(0, places, torch.cat(parts))

    torch._dynamo.reset()
    compiled = torch.compile(added, backend="dlc", options={"threads": 1, "level": 0}, fullgraph=True)
    x, places, rows = torch.randn(ROWS, COLUMNS), torch.randint(0, ROWS, (12,)), torch.randn(12, COLUMNS)
    matrices = [torch.randn(COLUMNS, COLUMNS) for _ in range(4)]
    for counts in ([2, 3, 4, 3], [3, 2, 2, 5]):
        given = (x, places, rows, matrices, counts)
        torch.testing.assert_close(compiled(*given), added(*given))
