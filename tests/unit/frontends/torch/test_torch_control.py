"""`torch.cond` and `while_loop`: compiled programs, exported ones and files of them, as in eager PyTorch."""

from __future__ import annotations

import importlib
import io
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

import dlc

torch: Any = pytest.importorskip("torch", reason="the extra 'torch' is not installed")
while_loop: Any = importlib.import_module("torch._higher_order_ops.while_loop").while_loop

from dlc import torch_backend  # noqa: E402
from dlc.frontends.torch import UnsupportedProgram, import_program  # noqa: E402
from dlc.torch_backend import FallbackWarning  # noqa: E402

OPTIONS = {"threads": 1, "level": 0}


@pytest.fixture(autouse=True)
def _nothing_of_other_tests(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    torch._dynamo.reset()
    torch.manual_seed(0)
    monkeypatch.setattr(torch_backend, "_warned", set[str]())
    with warnings.catch_warnings():
        warnings.simplefilter("error", FallbackWarning)
        yield


class Chosen(torch.nn.Module):
    """A choice, of which one side has parameters and a size, and which is in another one."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(3, 3)

    def forward(self, x: Any) -> Any:
        def small(x: Any) -> Any:
            return torch.cond(x.min() > 0, torch.exp, torch.sin, (x,))

        return torch.cond(x.sum() > 3, lambda x: self.layer(x) + x.shape[0], small, (x,)) * 2


class Several(torch.nn.Module):
    """A choice with several results."""

    def forward(self, flag: Any, x: Any) -> Any:
        first, second = torch.cond(flag, lambda x: (x + 1, x.sum()), lambda x: (x * 2, x.amax()), (x,))
        return first - 1, second


class Powers(torch.nn.Module):
    """A loop with values that do not change."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(3, 3)

    def forward(self, n: Any, x: Any) -> Any:
        def body(i: Any, y: Any) -> Any:
            return i + 1, torch.tanh(self.layer(y))

        return while_loop(lambda i, _: i < 4, body, (n, x))


class Halved(torch.nn.Module):
    """A loop whose condition depends on what it computes, with a choice in its body."""

    def forward(self, x: Any) -> Any:
        def body(x: Any) -> Any:
            return torch.cond(x[0, 0] > 0, lambda x: x / 2, lambda x: x / 4, (x,))

        return while_loop(lambda x: x.abs().sum() > 1, body, (x,))


X = torch.arange(12.0).reshape(4, 3)
CASES: list[tuple[Any, list[tuple[Any, ...]]]] = [
    (Chosen, [(X,), (-X,), (X / 100 + 0.01,)]),
    (Several, [(torch.tensor(True), X), (torch.tensor(False), X)]),
    (Powers, [(torch.tensor(0), X), (torch.tensor(3), X), (torch.tensor(9), X)]),
    (Halved, [(X,), (-X,), (X / 1000,)]),
]
EACH = pytest.mark.parametrize(("make", "calls"), CASES, ids=lambda each: getattr(each, "__name__", ""))


def expected(model: Any, given: tuple[Any, ...]) -> list[Any]:
    with torch.no_grad():
        return torch.utils._pytree.tree_leaves(model(*given))


@EACH
@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
def test_under_torch_compile(make: Any, calls: list[tuple[Any, ...]], dynamic: bool) -> None:
    model = make()
    fast = torch.compile(model, backend="dlc", options=OPTIONS, dynamic=dynamic, fullgraph=True)
    for given in calls:
        with torch.no_grad():
            results = torch.utils._pytree.tree_leaves(fast(*given))
        torch.testing.assert_close(results, expected(model, given))


@EACH
def test_as_programs_and_files(make: Any, calls: list[tuple[Any, ...]]) -> None:
    model = make().eval()
    rows = tuple({0: torch.export.Dim("rows", min=2)} if each.dim() else None for each in calls[0])
    exported = torch.export.export(model, calls[0], dynamic_shapes=rows)
    file = io.BytesIO()
    torch.export.save(exported, file)
    for source in (exported, file.getvalue()):
        program = dlc.compile(source, level=0, threads=1, cache=False)
        for given in calls:
            for each in (given, tuple(each[:2] if each.dim() else each for each in given)):
                result = torch.utils._pytree.tree_leaves(program(*each))
                torch.testing.assert_close(result, expected(model, each))


def test_they_become_regions() -> None:
    names = {op.name for op in import_program(Halved(), (X,)).walk()}
    assert {"graph.while", "graph.if"} <= names


def test_gradients_are_those_of_eager_torch() -> None:
    model = Chosen()
    fast = torch.compile(model, backend="dlc", options=OPTIONS)
    for x in (X, -X):
        gradients = []
        for each in (fast, model):
            model.zero_grad()
            each(x).sum().backward()
            gradients.append([None if p.grad is None else p.grad.clone() for p in model.parameters()])
        for own, other in zip(*gradients, strict=True):
            torch.testing.assert_close(own, torch.zeros_like(own) if other is None else other)


class Unknown(torch.nn.Module):
    def forward(self, flag: Any, x: Any) -> Any:
        return torch.cond(flag, torch.special.bessel_j0, lambda x: x + 1, (x,)) + 1


def test_a_graph_with_an_op_that_dlc_lacks_runs_in_eager_torch_or_is_refused() -> None:
    given = (torch.tensor(True), X)
    fast = torch.compile(Unknown(), backend="dlc", options=OPTIONS)
    with torch.no_grad(), pytest.warns(FallbackWarning, match=r"'higher_order.cond' runs in .*: in its graph, node"):
        result = fast(*given)
    torch.testing.assert_close(result, Unknown()(*given))
    with pytest.raises(UnsupportedProgram, match=r"\(higher_order.cond\).*: in its graph, node .*bessel_j0"):
        dlc.compile(Unknown(), given)
