"""LSTM, GRU and RNN layers: outputs and gradients as in eager PyTorch, in graphs that do not grow with the sequence."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import pytest

import dlc

torch: Any = pytest.importorskip("torch", reason="the extra 'torch' is not installed")

from dlc import torch_backend  # noqa: E402
from dlc.frontends.torch import import_program  # noqa: E402
from dlc.torch_backend import FallbackWarning  # noqa: E402

OPTIONS: dict[str, Any] = {"threads": 1, "level": 0}
pytestmark = [
    pytest.mark.filterwarnings("ignore::UserWarning"),
]

LAYERS = [
    pytest.param("LSTM", {"bidirectional": True}, id="lstm"),
    pytest.param("LSTM", {"proj_size": 2, "bias": False, "batch_first": True}, id="projection"),
    pytest.param("GRU", {"num_layers": 2, "batch_first": True}, id="gru"),
    pytest.param("GRU", {"bidirectional": True, "bias": False}, id="gru-without-bias"),
    pytest.param("RNN", {"bidirectional": True, "num_layers": 2}, id="rnn"),
    pytest.param("RNN", {"nonlinearity": "relu"}, id="relu"),
]


@pytest.fixture(autouse=True)
def _nothing_of_other_tests(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    torch._dynamo.reset()
    torch.manual_seed(0)
    monkeypatch.setattr(torch_backend, "_warned", set[str]())
    with warnings.catch_warnings(), torch._dynamo.config.patch(allow_rnn=True):
        warnings.simplefilter("error", FallbackWarning)
        yield


def _results_and_gradients(function: Any, model: Any, x: Any) -> list[Any]:
    """Return what a function that computes a model gives, and the gradients of a sum of it."""
    model.zero_grad()
    x = x.clone().requires_grad_()
    output, states = function(x)
    states = [states] if isinstance(states, torch.Tensor) else list(states)
    (output.square().sum() + sum(each.sin().sum() for each in states)).backward()
    return [output, *states, x.grad, *(each.grad.clone() for each in model.parameters())]


@pytest.mark.parametrize(("name", "options"), LAYERS)
def test_programs_are_as_eager_ones(name: str, options: dict[str, Any]) -> None:
    model = getattr(torch.nn, name)(3, 4, **options).eval()
    x = torch.randn(5, 5, 3)
    program: Any = dlc.compile(model, x, **OPTIONS)
    output, states = model(x)
    expected = [output, *([states] if isinstance(states, torch.Tensor) else states)]
    for result, wanted in zip(program(x), expected, strict=True):
        torch.testing.assert_close(result, wanted.detach())


@pytest.mark.parametrize(("name", "options"), LAYERS)
def test_gradients_are_as_eager_ones(name: str, options: dict[str, Any]) -> None:
    model = getattr(torch.nn, name)(3, 4, **options)
    compiled = torch.compile(model, backend="dlc", fullgraph=True, options=OPTIONS)
    x = torch.randn(5, 5, 3)
    torch.testing.assert_close(_results_and_gradients(compiled, model, x), _results_and_gradients(model, model, x))


def test_dropout_between_layers_draws_as_eager_pytorch_does() -> None:
    warnings.simplefilter("ignore", FallbackWarning)
    model = torch.nn.GRU(3, 4, num_layers=2, dropout=0.5)
    compiled = torch.compile(model, backend="dlc", fullgraph=True, options=OPTIONS)
    x = torch.randn(5, 2, 3)
    results: list[Any] = []
    for function in (compiled, model):
        torch.manual_seed(3)
        results.append(function(x)[0])
    torch.testing.assert_close(*results)
    assert not torch.equal(results[1], model(x)[0])


@pytest.mark.parametrize("name", ["LSTM", "GRU", "RNN"])
def test_longer_sequences_have_as_many_ops(name: str) -> None:
    torch.compile(torch.nn.ReLU(), backend="dlc")(torch.ones(2))  # which asks for decompositions elsewhere
    model = getattr(torch.nn, name)(3, 4).eval()
    counts = [len(list(import_program(model, (torch.randn(length, 2, 3),)).walk())) for length in (3, 300)]
    assert counts[0] == counts[1]


def test_other_users_of_pytorch_see_its_own_decompositions() -> None:
    op = torch.ops.aten.gru.input
    before = dict(op.py_kernels)
    import_program(torch.nn.GRU(3, 4).eval(), (torch.randn(2, 2, 3),))
    assert op.py_kernels == before
