"""Rows of a table that are combined bag by bag are compiled, with their gradients, as eager PyTorch combines them."""

from __future__ import annotations

from typing import Any

import pytest

torch: Any = pytest.importorskip("torch", reason="the extra 'torch' is not installed")

from dlc.runtime.executable import ProgramFailed  # noqa: E402

F = torch.nn.functional
OPTIONS = {"threads": 1, "level": 0}
RAGGED = torch.tensor([0, 3, 3, 9, 20])
"""Where bags begin, of which one has no rows."""

pytestmark = pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")


@pytest.fixture(autouse=True)
def _nothing_of_other_tests() -> None:
    torch._dynamo.reset()
    torch.manual_seed(0)


def check(table: Any, places: Any, offsets: Any, weights: Any = None, **options: Any) -> None:
    """Compare results and gradients with those of eager PyTorch, and results without gradients."""

    def combined(table: Any, places: Any, offsets: Any, weights: Any) -> Any:
        return F.embedding_bag(places, table, offsets, per_sample_weights=weights, **options)

    fast = torch.compile(combined, backend="dlc", options=OPTIONS, fullgraph=True)
    given = [each for each in (table, weights) if each is not None]
    results = [each(table, places, offsets, weights) for each in (fast, combined)]
    torch.testing.assert_close(*results)
    gradients = [torch.autograd.grad(each.sin().sum(), given) for each in results]
    torch.testing.assert_close(*gradients)
    with torch.no_grad():
        torch.testing.assert_close(fast(table, places, offsets, weights), results[1])


@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
@pytest.mark.parametrize("padding", [None, 3])
@pytest.mark.parametrize("kind", ["matrix", "ragged", "with its end"])
def test_bags_and_their_gradients(mode: str, padding: int | None, kind: str) -> None:
    table = torch.randn(20, 8, requires_grad=True)
    places = torch.randint(0, 20, (6, 4) if kind == "matrix" else (24,))
    places.flatten()[3:9] = 3  # a bag of padding alone
    offsets = None if kind == "matrix" else RAGGED
    if kind == "with its end":
        offsets = torch.cat([RAGGED, torch.tensor([24])])
    check(table, places, offsets, mode=mode, padding_idx=padding, include_last_offset=kind == "with its end")


@pytest.mark.parametrize("offsets", [None, RAGGED])
@pytest.mark.parametrize("padding", [None, 3])
def test_weights_of_rows(offsets: Any, padding: int | None) -> None:
    table = torch.randn(20, 8, requires_grad=True)
    places = torch.randint(0, 20, (6, 4) if offsets is None else (24,))
    weights = torch.rand(places.shape, requires_grad=True)
    check(table, places, offsets, weights, mode="sum", padding_idx=padding)


@pytest.mark.parametrize("mode", ["sum", "mean"])
def test_gradients_that_are_scaled_by_how_often_a_row_occurs(mode: str) -> None:
    """The gradient of a row is divided by the number of its places, which eager PyTorch 2.13 does wrongly."""
    table, places = torch.randn(5, 8, requires_grad=True), torch.randint(0, 5, (24,))

    def combined(table: Any) -> Any:
        return F.embedding_bag(places, table, RAGGED, mode=mode, scale_grad_by_freq=True)

    result = torch.compile(combined, backend="dlc", options=OPTIONS, fullgraph=True)(table)
    [gradient] = torch.autograd.grad(result.sin().sum(), [table])
    lengths = torch.diff(RAGGED, append=torch.tensor([24]))
    of_bags = result.detach().cos() / (lengths.clamp(min=1).unsqueeze(1) if mode == "mean" else 1)
    of_places = of_bags.repeat_interleave(lengths, 0) / torch.bincount(places)[places].unsqueeze(1)
    torch.testing.assert_close(gradient, torch.zeros(5, 8).index_add(0, places, of_places))


@pytest.mark.parametrize("mode", [0, 1, 2])
def test_bags_are_counted_where_eager_torch_counts_them(mode: int) -> None:
    def combined(table: Any, places: Any) -> Any:
        return torch.ops.aten._embedding_bag(table, places, RAGGED, False, mode)[:3]

    given = torch.randn(20, 8), torch.randint(0, 20, (24,))
    fast = torch.compile(combined, backend="dlc", options=OPTIONS, fullgraph=True)
    torch.testing.assert_close(fast(*given), combined(*given))


def test_bags_of_any_number_and_length() -> None:
    table = torch.randn(20, 8)
    of_matrix = torch.compile(F.embedding_bag, backend="dlc", options=OPTIONS, dynamic=True)
    ragged = torch.compile(F.embedding_bag, backend="dlc", options=OPTIONS, dynamic=True)
    for count, length in ((5, 3), (7, 4), (9, 9)):
        places = torch.randint(0, 20, (count, length))
        torch.testing.assert_close(of_matrix(places, table), F.embedding_bag(places, table))
        offsets = torch.cat([torch.zeros(1, dtype=torch.int64), torch.randint(0, count * length, (count,)).sort()[0]])
        flat = places.flatten()
        torch.testing.assert_close(ragged(flat, table, offsets), F.embedding_bag(flat, table, offsets))


def test_wrong_places_and_offsets_are_errors() -> None:
    table, places = torch.randn(20, 8), torch.randint(0, 20, (24,))
    fast = torch.compile(F.embedding_bag, backend="dlc", options=OPTIONS)
    fast(places, table, RAGGED)
    with pytest.raises(ProgramFailed, match="index out of range: dimension 0 has size 20"):
        fast(places + 1 - places.min() + 20, table, RAGGED)
    with pytest.raises(ProgramFailed, match="offsets that do not begin with 0"):
        fast(places, table, RAGGED + 1)
    with pytest.raises(ProgramFailed, match="index out of range: dimension 0 has size 25"):
        fast(places, table, RAGGED * 2)
