"""Attention with functions of scores (`flex_attention`) is compiled as the ops that it stands for."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

import dlc

torch: Any = pytest.importorskip("torch", reason="the extra 'torch' is not installed")

from dlc import torch_backend  # noqa: E402
from dlc.torch_backend import FallbackWarning  # noqa: E402

flex_attention: Any = importlib.import_module("torch.nn.attention.flex_attention").flex_attention
FIRST_EXPORTED = 2, 14
"""The first version of PyTorch that exports programs with it: before, a constant inside was lost."""
OPTIONS: dict[str, Any] = {"threads": 1, "level": 0}
pytestmark = [
    pytest.mark.filterwarnings("ignore::UserWarning"),
]


@pytest.fixture(autouse=True)
def _nothing_of_other_tests(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    torch._dynamo.reset()
    torch.manual_seed(0)
    monkeypatch.setattr(torch_backend, "_warned", set[str]())
    with warnings.catch_warnings():
        warnings.simplefilter("error", FallbackWarning)
        yield


def _heads(count: int, length: int) -> Any:
    """Return values for heads, as projections leave them."""
    return torch.randn(2, length, count, 4).transpose(1, 2)


class Attention(torch.nn.Module):
    """Causal attention with limited scores, which depend on distances."""

    def __init__(self) -> None:
        super().__init__()
        self.slopes = torch.nn.Parameter(torch.randn(4), requires_grad=False)

    def forward(self, query: Any, key: Any, value: Any) -> Any:
        result = flex_attention(query, key, value, score_mod=self.score, enable_gqa=True)
        return result.transpose(1, 2).view(query.shape[0], query.shape[2], -1)

    def score(self, scores: Any, _batch: Any, head: Any, row: Any, column: Any) -> Any:
        limited = torch.tanh(scores / 2) * 2 + self.slopes[head] * (row - column)
        return torch.where(row >= column, limited, -float("inf"))

    def expected(self, query: Any, key: Any, value: Any) -> Any:
        """Return what `forward` returns, for all scores at once."""
        places = torch.arange(query.shape[2])
        key, value = (each.repeat_interleave(2, 1) for each in (key, value))
        scores = self.score(query @ key.mT / 2, 0, torch.arange(4)[:, None, None], places[:, None], places)
        return (scores.softmax(-1) @ value).transpose(1, 2).flatten(2)


def test_functions_of_scores_are_compiled_with_the_rest() -> None:
    model = Attention()
    fast = torch.compile(model, backend="dlc", options=OPTIONS, dynamic=True, fullgraph=True)
    for length in (6, 5):
        given = _heads(4, length), _heads(2, length), _heads(2, length)
        torch.testing.assert_close(fast(*given), model.expected(*given))


def test_programs_have_functions_of_scores() -> None:
    model, given = Attention(), (_heads(4, 6), _heads(2, 6), _heads(2, 6))
    if tuple(map(int, torch.__version__.split(".")[:2])) < FIRST_EXPORTED:
        with pytest.raises(dlc.DlcError, match="PyTorch cannot decompose the program"):
            dlc.compile(model, *given, **OPTIONS)
        return
    program: Any = dlc.compile(model, *given, **OPTIONS)
    torch.testing.assert_close(program(*given), model.expected(*given))
