"""`torch.compile(model, backend="dlc")`: results, gradients and effects as in eager PyTorch."""

from __future__ import annotations

import copy
import importlib
import math
import sys
import threading
import warnings
from typing import Any

import pytest

torch: Any = pytest.importorskip("torch", reason="the extra 'torch' is not installed")

from dlc import torch_backend  # noqa: E402
from dlc.api import InvalidProgram  # noqa: E402
from dlc.ir.context import Context  # noqa: E402
from dlc.ir.locations import UNKNOWN_LOC  # noqa: E402
from dlc.runtime.executable import ProgramFailed  # noqa: E402
from dlc.torch_backend import FallbackWarning  # noqa: E402

F = torch.nn.functional
OPTIONS = {"threads": 1, "level": 0}
BACKENDS = ("dlc", "aot_eager")


@pytest.fixture(autouse=True)
def _nothing_of_other_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start without graphs and warnings of other tests; pages, which may run in the same process, get theirs."""
    torch._dynamo.reset()
    torch.manual_seed(0)
    monkeypatch.setattr(torch_backend, "_warned", set[str]())


def compiled(function: Any, **options: Any) -> Any:
    return torch.compile(function, backend="dlc", options=OPTIONS, fullgraph=True, **options)


def check(function: Any, *arguments: Any, **tolerances: Any) -> Any:
    """Compare a compiled function with the eager one, and return the result."""
    expected = function(*[each.clone() if isinstance(each, torch.Tensor) else each for each in arguments])
    result = compiled(function)(*arguments)
    torch.testing.assert_close(result, expected, equal_nan=True, check_stride=True, **tolerances)
    return result


class SmallNet(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = torch.nn.Conv2d(2, 4, 3, padding=1, bias=False)
        self.norm = torch.nn.BatchNorm2d(4)
        self.second = torch.nn.Conv2d(4, 4, 3, stride=2, padding=1, groups=2)
        self.dropout = torch.nn.Dropout(0.25)
        self.last = torch.nn.Linear(4, 3)

    def forward(self, x: Any) -> Any:
        x = F.max_pool2d(torch.relu(self.norm(self.first(x))), 2)
        x = F.adaptive_avg_pool2d(F.silu(self.second(x)), 1).flatten(1)
        return self.last(self.dropout(x))


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_training_gives_the_gradients_statistics_and_dropped_elements_of_eager_torch() -> None:
    model = SmallNet()
    twin = copy.deepcopy(model)
    fast = torch.compile(model, backend="dlc", options=OPTIONS)
    x, labels = torch.randn(3, 2, 8, 8), torch.tensor([0, 2, 1])
    fast(x)
    model.load_state_dict(twin.state_dict())
    for seed in range(2):
        losses = []
        for each in (fast, twin):
            torch.manual_seed(seed)
            losses.append(F.cross_entropy(each(x), labels))
            losses[-1].backward()
        torch.testing.assert_close(*losses)
    for own, other in zip(model.parameters(), twin.parameters(), strict=True):
        torch.testing.assert_close(own.grad, other.grad, rtol=1e-4, atol=1e-5)
    for own, other in zip(model.buffers(), twin.buffers(), strict=True):
        torch.testing.assert_close(own, other)


def gradients_of(function: Any, *arguments: Any) -> list[Any]:
    """Return the result of a function of tensors, and the gradients of the sum of its squares."""
    given = [each.detach().clone().requires_grad_() for each in arguments]
    result = function(*given)
    kept = getattr(result.grad_fn, "saved_tensors", ())
    return [result, *torch.autograd.grad(result.square().sum(), given), kept]


def two_convolutions(x: Any, w: Any, v: Any) -> Any:
    return F.conv2d(torch.tanh(F.conv2d(x, w, padding=1)), v, padding=1).exp().amax((2, 3))


def test_what_a_forward_pass_keeps_lies_in_the_layout_in_which_it_is_computed() -> None:
    arguments = torch.randn(4, 5, 12, 12), torch.randn(24, 5, 3, 3) / 8, torch.randn(16, 24, 3, 3) / 16
    *expected, _ = gradients_of(two_convolutions, *arguments)
    *results, kept = gradients_of(compiled(two_convolutions), *arguments)
    torch.testing.assert_close(results, expected, rtol=1e-3, atol=1e-3, check_stride=True)
    inside = {tuple(each.shape): each for each in kept}
    for channels in (24, 16):
        assert inside[4, channels, 12, 12].is_contiguous(memory_format=torch.channels_last)


class KeptForBessel(torch.autograd.Function):
    """A function whose gradient needs an op that runs in eager PyTorch, and the argument."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x * 2.0

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> Any:
        (x,) = ctx.saved_tensors
        return gradients[0] * torch.special.bessel_j1(x)


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_sizes_may_be_given_as_what_is_left_of_a_number() -> None:
    def function(x: Any, y: Any) -> Any:
        return torch.cat([x[y.shape[0] :] * 2, y * 3]).sin()

    fast = compiled(function)
    for rows in (5, 7):
        x, y = torch.randn(16, requires_grad=True), torch.randn(rows, requires_grad=True)
        torch._dynamo.mark_dynamic(y, 0)
        given = [torch.autograd.grad(each(x, y).square().sum(), (x, y)) for each in (fast, function)]
        torch.testing.assert_close(*given)


@pytest.mark.filterwarnings("ignore::dlc.torch_backend.FallbackWarning")
def test_ops_in_eager_torch_get_what_is_kept_with_the_strides_that_were_traced(monkeypatch: pytest.MonkeyPatch) -> None:
    def function(x: Any, w: Any) -> Any:
        return F.conv2d(KeptForBessel.apply(F.conv2d(x, w, padding=1)), w.transpose(0, 1), padding=1)

    given: list[Any] = []
    restored = torch_backend._with_strides_of  # pyright: ignore[reportPrivateUsage]

    def noting(*arguments: Any) -> Any:
        given.append(restored(*arguments))
        return given[-1]

    monkeypatch.setattr(torch_backend, "_with_strides_of", noting)
    arguments = torch.randn(2, 8, 16, 16), torch.randn(16, 8, 3, 3) / 8
    *expected, _ = gradients_of(function, *arguments)
    *results, _ = gradients_of(compiled(function), *arguments)
    torch.testing.assert_close(results, expected, rtol=1e-3, atol=1e-3)
    assert [each.is_contiguous() for each in given] == [True]


def test_one_compilation_serves_all_sizes() -> None:
    counts: list[int] = []

    def function(x: Any, y: Any) -> Any:
        return torch.softmax(x @ y, -1).sum(0) * x.shape[0]

    fast = torch.compile(function, backend="dlc", options=OPTIONS, dynamic=True, fullgraph=True)
    for rows in (3, 5, 9):
        x, y = torch.randn(rows, 4), torch.randn(4, rows + 2)
        torch.testing.assert_close(fast(x, y), function(x, y))
        counts.append(_graphs())
    assert counts == [counts[0]] * 3


def test_sizes_that_are_passed_as_numbers_and_multiples_of_sizes() -> None:
    def function(x: Any, n: int) -> Any:
        return torch.cat([x, x])[: n + 1].reshape(n + 1, 2, -1) * n

    fast = torch.compile(function, backend="dlc", options=OPTIONS, dynamic=True, fullgraph=True)
    for n in (3, 4):
        x = torch.randn(5, 6)
        torch.testing.assert_close(fast(x, n), function(x, n))


def _in_a_padded_batch(x: Any, y: Any) -> Any:
    rows = int(math.ceil(float(max(x.shape[0], y.shape[0])) / 4.0) * 4)
    batch = x.new_zeros((2, rows, x.shape[1]))
    batch[0, : x.shape[0]].copy_(x)
    batch[1, : y.shape[0]].copy_(y)
    return batch


def _resized(x: Any, y: Any) -> Any:
    scale = 24.0 / min(x.shape[0], y.shape[0])
    return F.interpolate(x[None, None], size=(int(x.shape[0] * scale), int(x.shape[1] * scale)), mode="bilinear")


@pytest.mark.parametrize(
    "function",
    [
        _in_a_padded_batch,
        _resized,
        lambda x, y: F.pad(x, (0, 0, 0, max(x.shape[0], y.shape[0]) - x.shape[0])) * max(x.shape[0], y.shape[0]),
        lambda x, y: torch.zeros(max(x.shape[0], y.shape[0]), 2) + abs(x.shape[0] - y.shape[0]),
        lambda x, y: torch.cond(x.sum() > y.sum(), lambda x: x * x.shape[0] ** -0.5, lambda x: x / x.shape[0], (x,)),
        lambda x, y: x * math.log(x.shape[0]) + y.sum() / math.sqrt(y.shape[0]),
    ],
    ids=["rounded up", "scaled", "padded", "largest", "in branches", "functions of sizes"],
)
def test_sizes_that_only_python_can_compute(function: Any) -> None:
    fast = compiled(function, dynamic=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error", FallbackWarning)
        for rows in ((5, 9), (10, 3), (6, 7)):
            x, y = (torch.randn(size, 6) for size in rows)
            torch.testing.assert_close(fast(x, y), function(x, y), rtol=1e-5, atol=1e-5)


def _at_and_around(x: Any, n: int) -> Any:
    y = x.clone()
    y[n] = 0
    y[n - 1 :] = 1
    return x[n], y, x[n - 2 : n], x[:n], x * n


def test_positions_and_numbers_that_are_negative_in_some_calls() -> None:
    fast = compiled(_at_and_around, dynamic=True)
    for n in (-4, -5, 4, 3, -3):
        x = torch.randn(9, 2)
        torch.testing.assert_close(fast(x, n), _at_and_around(x, n))


def test_counts_of_steps_that_may_be_negative() -> None:
    fast = torch.compile(lambda x, n: torch.arange(10, 0, n) + x, backend="dlc", options=OPTIONS, dynamic=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FallbackWarning)
        for n in (-1, -2, -3):
            assert fast(torch.ones(()), n).tolist() == [each + 1 for each in range(10, 0, n)]


def test_elements_that_are_rolled_along_any_size_by_any_number() -> None:
    def function(x: Any, n: int) -> Any:
        return x.roll(n, 0), x.roll((-1, x.shape[0] // 2), (0, 1)), x.roll(3), x[:0].roll(1, 1)

    fast = compiled(function, dynamic=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error", FallbackWarning)
        for rows, n in ((9, -4), (2, 30), (5, -5), (3, 1)):
            x = torch.randn(rows, 4)
            torch.testing.assert_close(fast(x, n), function(x, n))


@pytest.mark.parametrize(
    ("function", "shapes"),
    [
        (lambda x: F.batch_norm(x, None, None, training=True), [(2, 3, 8, 8), (3, 3, 9, 9)]),
        (lambda x: F.max_pool2d(x, 3, 2, 1), [(2, 3, 8, 8), (3, 3, 9, 9)]),
        (lambda x: F.avg_pool2d(x, 2), [(2, 3, 8, 8), (3, 3, 9, 9)]),
        (lambda x: F.avg_pool2d(x, 2, 3), [(2, 3, 8, 8), (3, 3, 10, 9)]),
        (F.instance_norm, [(2, 3, 8, 8), (3, 3, 9, 9)]),
        (lambda x: x.var(0) + x.std(), [(2, 3), (5, 4)]),
        (lambda x: x * x.shape[1] ** -0.5 + x.shape[0] / 2, [(2, 3), (5, 4)]),
        (lambda x: x.reshape(x.shape[0], 2, -1).transpose(0, 1).flatten(1).sin(), [(3, 8), (4, 6)]),
        (lambda q: F.scaled_dot_product_attention(q, q, q, is_causal=True), [(2, 2, 5, 8), (3, 2, 7, 6)]),
    ],
    ids=["batch norm", "max pool", "average pool", "sparse average pool", "instance norm", "variance", "float sizes",
         "parts of sizes", "attention"],
)  # fmt: skip
def test_gradients_of_all_sizes_are_compiled_as_often_as_torch_traces_them(function: Any, shapes: Any) -> None:
    counters = [importlib.import_module("torch._dynamo.testing").CompileCounterWithBackend(name) for name in BACKENDS]
    for counter in counters:
        torch._dynamo.reset()
        fast = torch.compile(function, backend=counter, dynamic=True, fullgraph=True)
        for shape in shapes:
            x = torch.randn(shape, requires_grad=True)
            expected, result = (torch.autograd.grad(f(x).square().sum(), x) for f in (function, fast))
            torch.testing.assert_close(result, expected, rtol=1e-4, atol=1e-4)
    assert counters[0].frame_count == counters[1].frame_count


def test_an_op_that_is_not_supported_runs_in_eager_torch_and_is_told_once() -> None:
    def function(x: Any) -> Any:
        return torch.special.bessel_j1(x * 2) + 1

    x = torch.randn(4)
    with pytest.warns(
        FallbackWarning, match=r"'aten\.special_bessel_j1\.default' runs in eager PyTorch \(called at .*\.py"
    ):
        torch.testing.assert_close(compiled(function)(x), function(x))
    torch._dynamo.reset()
    with warnings.catch_warnings():
        warnings.simplefilter("error", FallbackWarning)
        compiled(function)(x)


def test_a_part_that_a_pass_refuses_runs_in_eager_torch_and_its_first_error_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: Any, **_options: Any) -> Any:
        context = Context()
        errors = [context.diagnostics.error(UNKNOWN_LOC, f"no {name}") for name in ("one", "two", "three")]
        raise InvalidProgram(context, errors)

    monkeypatch.setattr(torch_backend, "compile", refuse)
    x = torch.randn(4)
    with pytest.warns(FallbackWarning, match=r"'the part from .* runs in eager PyTorch.*: no one \(and 2 more\)$"):
        torch.testing.assert_close(compiled(torch.exp)(x), torch.exp(x))


def test_sizes_that_depend_on_elements_break_the_graph() -> None:
    def function(x: Any) -> Any:
        return torch.relu(x)[x > 0] * 2

    x = torch.randn(6)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.testing.assert_close(torch.compile(function, backend="dlc", options=OPTIONS)(x), function(x))


def test_views_alias_inputs_and_one_another() -> None:
    def function(x: Any) -> Any:
        y = x + 1
        return x.view(6), y, y.t()

    x = torch.randn(2, 3)
    view, y, transposed = check(function, x)
    assert view.data_ptr() == x.data_ptr()
    y[0, 1] = 7
    assert transposed[1, 0] == 7


def test_inputs_are_changed_in_place() -> None:
    def function(x: Any) -> Any:
        x.mul_(2)
        return x + 1

    x, y = torch.ones(3), torch.ones(3)
    torch.testing.assert_close(compiled(function)(x), function(y))
    torch.testing.assert_close(x, y)


@pytest.mark.parametrize(
    "make",
    [
        lambda: torch.randn(4, 3).t(),
        lambda: torch.randn(6, 8)[::2, 1::2],
        lambda: torch.randn(4).expand(3, 4),
        lambda: torch.arange(10.0).as_strided((3, 4), (2, 1)),
        lambda: torch.randn(1, 3, 4, 4).to(memory_format=torch.channels_last),
        lambda: torch.tensor([float("nan"), float("inf"), -0.0]),
        lambda: torch.zeros(0, 3),
    ],
)
def test_inputs_of_any_layout_and_special_numbers(make: Any) -> None:
    check(lambda x: torch.relu(x) + x.sum(-1, keepdim=True), make())


@pytest.mark.parametrize("dtype", ["float64", "float16", "bfloat16", "int8", "uint8", "int32", "int64", "bool"])
def test_element_types(dtype: str) -> None:
    x = torch.arange(6).reshape(2, 3).to(getattr(torch, dtype))
    check(
        lambda x: (x + x, x.to(torch.float32).mean(0), x.sum(), x > 1, torch.cat([x, x]) * 2), x, rtol=1e-2, atol=1e-2
    )


NAN, INF = float("nan"), float("inf")
PLACES = (0, 2, 0)


@pytest.mark.filterwarnings("ignore:index_reduce")
@pytest.mark.parametrize(
    "function",
    [
        lambda x: [x.index_reduce(1, torch.tensor(PLACES), x[:, :3], how) for how in ("prod", "mean", "amax", "amin")],
        lambda x: [x.index_reduce(0, torch.tensor([1, 1]), x[:2], "mean", include_self=False), x.signbit()],
        lambda x: [x.put(torch.tensor([0, -1, 0]), x[0, :3], accumulate=add) for add in (False, True)],
        lambda x: [x.diagonal_scatter(x[:, 0][: 3 - abs(k) + (k > 0)], offset=k) for k in (-2, 0, 2)],
        lambda x: x.as_strided_scatter(x[:2, :2] + 1, (2, 2), (5, 2), 1),
        lambda x: [x.median(), x.median(1).values, x.median(0, keepdim=True).values, x.kthvalue(2, 1).values],
        lambda x: [
            torch.hypot(x, x.flip(1)),
            torch.ldexp(x, torch.arange(4)),
            torch.addbmm(x, x[None, :, :2], x[None, :2]),
        ],
    ],
)
def test_ops_that_few_models_have(function: Any) -> None:
    special = [[NAN, INF, -INF, 1.0], [2.0, -0.0, 0.0, 3e38], [4.0, 3.0, 1.0, 2.0]]
    for x in (torch.randn(3, 4), torch.tensor(special)):
        torch._dynamo.reset()
        check(function, x)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_what_is_added_to_products_of_short_floats_is_added_before_they_are_rounded(dtype: Any) -> None:
    def sums(x: Any, weight: Any, bias: Any) -> list[Any]:
        scaled = torch.addmm(bias, x, weight.t(), beta=-0.5, alpha=0.25)
        image = F.conv1d(x.t().unsqueeze(0), weight.unsqueeze(2), bias)
        return [F.linear(x, weight, bias), scaled, image]

    x, weight, bias = (torch.randint(-99, 99, sizes).to(dtype) for sizes in ((8, 32), (6, 32), (6,)))
    exact = [each.to(dtype) for each in sums(x.double(), weight.double(), bias.double())]
    torch.testing.assert_close(torch.compile(sums, backend="dlc")(x, weight, bias), exact, rtol=0, atol=0)


def test_inference_mode_and_no_grad() -> None:
    model = SmallNet().eval()
    x = torch.randn(2, 2, 8, 8)
    for mode in (torch.inference_mode, torch.no_grad):
        torch._dynamo.reset()
        with mode():
            torch.testing.assert_close(compiled(model)(x), model(x), rtol=1e-4, atol=1e-5)


def test_frozen_parameters_are_constants() -> None:
    model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.ReLU()).eval()
    x = torch.randn(2, 3)
    with torch.no_grad():
        fast = torch.compile(model, backend="dlc", options={**OPTIONS, "freeze": True})
        torch.testing.assert_close(fast(x), model(x))


class Averages(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.scale = torch.nn.Parameter(torch.full((3,), 2.0))
        self.register_buffer("mean", torch.zeros(3))

    def forward(self, x: Any) -> Any:
        self.mean.mul_(0.5).add_(x.mean(0))
        return x + self.mean * self.scale


def test_buffers_that_a_frozen_model_changes_are_no_constants() -> None:
    model, twin = Averages(), Averages()
    frozen = torch.compile(model, backend="dlc", options=OPTIONS | {"freeze": True})
    with torch.no_grad():
        for _ in range(3):
            x = torch.randn(2, 3)
            torch.testing.assert_close(frozen(x), twin(x))
    torch.testing.assert_close(model.mean, twin.mean)


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_what_drops_elements_is_one_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """The elements are drawn before it; where a tensor lies in another order, PyTorch draws in that order."""

    class Net(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layers = torch.nn.ModuleList(torch.nn.Linear(6, 6) for _ in range(3))

        def forward(self, x: Any) -> Any:
            for layer in self.layers:
                x = F.dropout(torch.relu(layer(x)), 0.3) + 0.1 * torch.randn_like(x) * torch.rand_like(x)
            return x

    parts: list[Any] = []
    monkeypatch.setattr(torch_backend, "_compiled_part", _recording(parts, torch_backend._compiled_part))
    model = Net()
    for dynamic in (False, True):
        parts.clear()
        fast = compiled(model, dynamic=dynamic)
        for rows in (4, 5) if dynamic else (4,):
            x = torch.randn(rows, 6)
            gradients = []
            for each in (fast, model):
                torch.manual_seed(rows)
                gradients.append(torch.autograd.grad(each(x).square().sum(), [*model.parameters()]))
            torch.testing.assert_close(*gradients, rtol=1e-4, atol=1e-5)
        assert len(parts) == 2  # for the loss, and for its gradients
    check(lambda x: F.dropout(x, 0.0) + F.dropout(x, 1.0), torch.randn(3))


@pytest.mark.filterwarnings("ignore::dlc.torch_backend.FallbackWarning")
@pytest.mark.parametrize("draw", [F.dropout, torch.rand_like, torch.randn_like, lambda x: F.dropout(x.double(), 0.9)])
def test_random_numbers_for_tensors_in_any_order_are_those_of_eager_pytorch(draw: Any) -> None:
    def function(x: Any) -> Any:
        return draw(x + 1) - x

    for x in (torch.randn(4, 5, 6), torch.randn(6, 5, 4).transpose(0, 2), torch.randn(4, 10, 6)[:, ::2]):
        results = []
        for each in (function, compiled(function)):
            torch.manual_seed(3)
            results.append(each(x))
        torch.testing.assert_close(*results)


def test_running_statistics_are_updated_once_in_checkpoints() -> None:
    norm = torch.nn.BatchNorm1d(4)
    eager = copy.deepcopy(norm)

    def loss(x: Any) -> Any:
        return torch.utils.checkpoint.checkpoint(norm, x.sin(), use_reentrant=False).cos().sum()

    fast, x = compiled(loss), torch.randn(8, 4)
    for _ in range(2):
        fast(x).backward()
        eager(x.sin()).cos().sum().backward()
    torch.testing.assert_close(norm.state_dict(), eager.state_dict())
    torch.testing.assert_close(norm.weight.grad, eager.weight.grad)


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_checkpoints_that_drop_elements_are_one_part_and_draw_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = torch.nn.Linear(6, 6), torch.nn.Linear(6, 6)

    def inner(x: Any) -> Any:
        return F.dropout(torch.relu(first(F.dropout(x, 0.3))), 0.5) * torch.rand(4, 6)

    def function(x: Any) -> Any:
        x = torch.utils.checkpoint.checkpoint(inner, F.dropout(x, 0.2), use_reentrant=False)
        return F.dropout(second(x), 0.4) + torch.rand_like(x)

    parts: list[Any] = []
    monkeypatch.setattr(torch_backend, "_compiled_part", _recording(parts, torch_backend._compiled_part))
    fast, x, gradients = compiled(function), torch.randn(4, 6), []
    for each in (fast, function):
        torch.manual_seed(3)
        gradients.append(torch.autograd.grad(each(x).square().sum(), [*first.parameters(), *second.parameters()]))
    torch.testing.assert_close(*gradients, rtol=1e-4, atol=1e-5)
    assert len(parts) == 2
    assert not torch_backend._warned


def _recording(parts: list[Any], compile_part: Any) -> Any:
    """Return a function that compiles parts, and lists them."""

    def compiled_part(part: Any, settings: Any) -> Any:
        parts.append(part)
        return compile_part(part, settings)

    return compiled_part


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_random_numbers_are_drawn_in_the_order_of_the_program() -> None:
    def draws(x: Any) -> Any:
        y = torch.empty(4).normal_(0, 1) + torch.bernoulli(x) + torch.randperm(4)
        query = F.scaled_dot_product_attention(*[y.reshape(1, 1, 2, 2)] * 3)  # could drop elements, but does not
        key = F.scaled_dot_product_attention(query, query, torch.randn(1, 1, 2, 2))
        return key * torch.empty(2).exponential_()

    x = torch.full((4,), 0.5)
    fast = compiled(draws)
    torch.manual_seed(3)
    expected = [draws(x), draws(x)]
    torch.manual_seed(3)
    torch.testing.assert_close([fast(x), fast(x)], expected)


def test_calls_from_several_threads() -> None:
    fast = compiled(lambda x: torch.tanh(x).sum(1))
    inputs = [torch.full((4, 8), float(number)) for number in range(4)]
    fast(inputs[0])
    results: dict[int, Any] = {}

    def work(number: int) -> None:
        for _ in range(5):
            results[number] = fast(inputs[number])

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    for number, x in enumerate(inputs):
        torch.testing.assert_close(results[number], torch.tanh(x).sum(1))


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
@pytest.mark.parametrize("groups", [6, 2, 1])
@pytest.mark.parametrize("mask", ["causal", "padded", "minus infinity"])
def test_attention_and_its_gradient(groups: int, mask: str) -> None:
    q, k, v = (torch.randn(2, heads, 5, 4, requires_grad=True) for heads in (6, groups, groups))
    seen = torch.ones(2, 1, 5, 5, dtype=torch.bool).tril()
    seen[1, :, :, :3] = False  # the first queries see no key
    masks = {"causal": None, "padded": seen, "minus infinity": torch.where(seen, 0.0, float("-inf"))}

    def function(q: Any, k: Any, v: Any) -> Any:
        how = {"attn_mask": masks[mask], "is_causal": mask == "causal", "enable_gqa": True}
        return F.scaled_dot_product_attention(q, k, v, **how)

    expected = torch.autograd.grad(function(q, k, v).square().sum(), (q, k, v))
    result = torch.autograd.grad(compiled(function)(q, k, v).square().sum(), (q, k, v))
    for own, other in zip(result, expected, strict=True):
        torch.testing.assert_close(own, other, rtol=1e-4, atol=1e-5)


def _attended(x: Any, keys: Any, values: Any, mask: Any = None) -> tuple[Any, ...]:
    """Return what new places see, and the caches of keys and values with theirs."""
    keys, values = torch.cat([keys, x], 2), torch.cat([values, 2 * x], 2)
    return F.scaled_dot_product_attention(x, keys, values, attn_mask=mask), keys, values


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
@pytest.mark.parametrize("is_masked", [False, True])
def test_caches_of_keys_and_values_that_grow_are_compiled_twice(is_masked: bool) -> None:
    """PyTorch names the lengths of both apart, and that of the mask."""
    fast, counts = compiled(_attended), [_graphs()]
    keys, values = torch.randn(2, 3, 5, 4), torch.randn(2, 3, 5, 4)
    for length in range(6, 11):
        mask = torch.rand(2, 1, 1, length) < 0.7 if is_masked else None
        x = torch.randn(2, 3, 1, 4)
        expected = _attended(x, keys, values, mask)
        torch.testing.assert_close(fast(x, keys, values, mask), expected, equal_nan=True)
        _, keys, values = expected
        counts.append(_graphs())
    assert counts[-1] - counts[0] == 2


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_gradients_of_attention_to_caches_that_grow() -> None:
    fast = compiled(lambda *given: _attended(*given)[0].square().sum())
    for length in (5, 6, 7):
        given = [torch.randn(2, 3, places, 4, requires_grad=True) for places in (1, length, length)]
        expected = torch.autograd.grad(_attended(*given)[0].square().sum(), given)
        torch.testing.assert_close(torch.autograd.grad(fast(*given), given), expected, rtol=1e-4, atol=1e-5)


def test_keys_without_values_are_an_error() -> None:
    fast = compiled(lambda *given: _attended(*given)[0])
    x = torch.randn(2, 3, 1, 4)
    for length in (5, 6):
        fast(x, torch.randn(2, 3, length, 4), torch.randn(2, 3, length, 4))
    with pytest.raises((ProgramFailed, RuntimeError), match="siz"):
        fast(x, torch.randn(2, 3, 8, 4), torch.randn(2, 3, 7, 4))


def _graphs() -> int:
    """Return how many graphs have been compiled so far."""
    return torch._dynamo.utils.counters["stats"]["unique_graphs"]


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
@pytest.mark.parametrize("dim", [0, 2, -1])
def test_weights_with_directions_and_lengths(dim: int) -> None:
    layer = torch.nn.Conv1d(3, 4, 5)
    model = torch.nn.utils.parametrizations.weight_norm(layer, dim=dim)
    x = torch.randn(2, 3, 9)
    gradients = [
        torch.autograd.grad(each(x).square().sum(), [*model.parameters()]) for each in (compiled(model), model)
    ]
    torch.testing.assert_close(*gradients, rtol=1e-4, atol=1e-5)


def test_steps_of_optimizers() -> None:
    model, twin = torch.nn.Linear(4, 3), torch.nn.Linear(4, 3)
    twin.load_state_dict(model.state_dict())
    optimizers = [torch.optim.AdamW(each.parameters(), lr=0.1) for each in (model, twin)]
    steps = [torch.compile(optimizers[0].step, backend="dlc", options=OPTIONS), optimizers[1].step]
    x = torch.randn(5, 4)
    for each, step in zip((model, twin), steps, strict=True):
        each(x).square().mean().backward()
        step()
    for own, other in zip(model.parameters(), twin.parameters(), strict=True):
        torch.testing.assert_close(own, other, rtol=0, atol=1e-6)


def test_numbers_that_change_from_call_to_call() -> None:
    fast = compiled(lambda x, factor: torch.relu(x * factor) + factor)
    x = torch.randn(4)
    for factor in (2.5, 3.5, 4.5):
        torch.testing.assert_close(fast(x, factor), torch.relu(x * factor) + factor)


def test_unknown_options_are_named() -> None:
    with pytest.raises(Exception, match="there is no option 'thread' of the backend 'dlc', did you mean 'threads'"):
        torch.compile(lambda x: x + 1, backend="dlc", options={"thread": 1})(torch.ones(2))


def test_tensors_on_other_devices_run_in_eager_torch() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FallbackWarning)
        result = torch.compile(lambda x: x + 1, backend="dlc", options=OPTIONS)(torch.ones(2, device="meta"))
    assert result.device.type == "meta"


def test_a_small_call_goes_directly_to_the_compiled_part() -> None:
    """AOTAutograd's wrappers take longer than a small graph, and have nothing to do where it has no effects."""
    fast = compiled(lambda x, y: (torch.relu(x * y), (x + y).t()))
    x = torch.randn(3, 4)
    fast(x, x)
    calls: list[str] = []
    sys.setprofile(lambda frame, event, _: calls.append(frame.f_code.co_name) if event == "call" else None)
    try:
        fast(x, x)
    finally:
        sys.setprofile(None)
    assert "call" in calls
    assert "runtime_wrapper" not in calls


@pytest.mark.parametrize("enabled", [True, False])
@pytest.mark.filterwarnings("ignore::dlc.torch_backend.FallbackWarning")
def test_results_of_a_direct_call_need_no_gradient(enabled: bool) -> None:
    """An op in eager PyTorch must not record what it does with a parameter."""
    weight = torch.randn(4, requires_grad=True)

    def function(x: Any) -> Any:
        return torch.special.bessel_j0(weight.detach() * x) + 1

    with torch.set_grad_enabled(enabled):
        result = compiled(function)(torch.ones(4))
    assert not result.requires_grad
    assert torch.is_grad_enabled()


@pytest.mark.filterwarnings("ignore::dlc.torch_backend.FallbackWarning")
def test_autocast_changes_an_op_in_eager_torch_once() -> None:
    def function(x: Any) -> Any:
        return torch.linalg.inv_ex((x @ x).float())[0] @ x

    x = torch.eye(4) + torch.randn(4, 4) / 16
    with torch.autocast("cpu", torch.bfloat16):
        check(function, x, rtol=2e-2, atol=2e-2)


def test_large_and_permuted_results_lie_in_memory_as_in_eager_torch() -> None:
    x = torch.randn(2, 3, 96, 96).to(memory_format=torch.channels_last)
    check(lambda x: (x + 1, x[:, :, :4, :4] * 2, x.permute(3, 1, 0, 2) - 1, x.to(torch.bfloat16), x > 0), x)


def test_a_failure_names_the_op_and_its_line_and_the_next_call_succeeds() -> None:
    fast = compiled(lambda x, y: x // y)
    x, y = torch.tensor([7, 8]), torch.tensor([2, 3])
    torch.testing.assert_close(fast(x, y), x // y)
    with pytest.raises(ProgramFailed, match=r"op divides by zero, at \S+test_torch_backend\.py:\d+"):
        fast(x, torch.tensor([2, 0]))
    torch.testing.assert_close(fast(x, y), x // y)


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_sums_of_windows_at_places_of_the_vectors_of_one_iteration() -> None:
    x = torch.randn(3, 4, 256)
    fast = torch.compile(lambda x: x.unfold(-1, 16, 8).sum(-1), backend="dlc", options={"threads": 1})
    torch.testing.assert_close(fast(x), x.unfold(-1, 16, 8).sum(-1))


@pytest.mark.parametrize("how", ["sum", "prod", "mean", "amax", "amin"])
@pytest.mark.filterwarnings("ignore:index_reduce")
def test_elements_at_positions_that_are_repeated_are_rows(how: str) -> None:
    x, i, u = torch.randn(3, 5, 4), torch.tensor([[4, 0], [1, 1], [2, 4]]), torch.randn(3, 2, 4)
    places = i[:, :, None].expand(-1, -1, 4)
    check(lambda x, i, u: x.scatter_reduce(1, i, u, how, include_self=how == "sum"), x, places, u)
    check(lambda x, i: [x.gather(1, i), x.transpose(1, 2).gather(2, i.transpose(1, 2))], x, places)


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_slopes_that_are_drawn_only_in_training() -> None:
    x = torch.randn(4, 5)
    check(torch.nn.RReLU().eval(), x)
    check(lambda x: F.rrelu(x, 0.1, 0.5), x)


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (2, 0, 1)])
def test_other_strides_over_memory_that_dimensions_lie_in_in_any_order(order: tuple[int, ...]) -> None:
    x = torch.randn(6, 4, 5)
    check(lambda x: (x * 2).permute(order).as_strided((3, 4), (2, 7), 1).clone(), x)
    check(lambda x: torch.as_strided_scatter((x * 2).permute(order), torch.ones(3, 4), (3, 4), (2, 7), 1).clone(), x)


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
@pytest.mark.parametrize(
    "view",
    [
        lambda x: x[:, 1:3],
        lambda x: x[1].t(),
        lambda x: x.split(2, 1)[1],
        lambda x: x[:, :1].expand(3, 2, 4, 5).as_strided((3,), (2,)),
    ],
)
def test_other_strides_over_the_memory_of_views(view: Any) -> None:
    x = torch.randn(2, 4, 5)
    for given in (lambda x: x, lambda x: x * 2):
        check(lambda x, given=given: view(given(x)).as_strided((2, 3), (6, 2)) + 1, x)
        check(lambda x, given=given: view(given(x)).as_strided((2, 3), (6, 2), 7) + 1, x)


@pytest.mark.filterwarnings("ignore::dlc.torch_backend.FallbackWarning")
def test_other_strides_over_memory_beside_a_tensor_or_behind_an_open_size() -> None:
    beside = lambda x: x.as_strided((2, 3), (2, 1), 9) + 1
    x = torch.arange(40.0)[:8]
    torch.testing.assert_close(compiled(beside)(x), beside(x))
    x = torch.randn(2, 4, 5)
    for offset in (None, 1):
        seen = lambda x, offset=offset: x.narrow(1, 1, 2).as_strided((2, 3), (20, 1), offset)
        torch.testing.assert_close(torch.compile(seen, backend="dlc", dynamic=True)(x), seen(x))


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_numbers_beside_short_floats_keep_their_digits_in_products(dtype: Any) -> None:
    def combined(x: Any, y: Any, number: Any) -> list[Any]:
        products = [x * 0.0371, x / 0.0371, x * number, x / number, x // number, number * x]
        return [*products, x + 0.0371, number - x, torch.add(x, y, alpha=0.0371)]

    x, y = (torch.randn(1000).to(dtype) for _ in range(2))
    check(combined, x, y, torch.tensor(0.0371), rtol=0, atol=0)


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
@pytest.mark.parametrize(
    "options", [{}, {"padding": 1}, {"padding": 1, "count_include_pad": False}, {"divisor_override": 4}]
)
def test_averages_of_integers(options: dict[str, Any]) -> None:
    check(lambda x: F.avg_pool2d(x, 3, 2, ceil_mode=True, **options), torch.randint(-50, 50, (2, 9, 8)))


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_what_draws_nothing_or_draws_what_eager_torch_draws() -> None:
    x = torch.rand(4, 5)
    check(lambda x: torch.native_dropout(x, 0.5, train=False), x)
    torch.manual_seed(0)
    drawn = compiled(torch.bernoulli)(x)
    torch.manual_seed(0)
    torch.testing.assert_close(drawn, torch.bernoulli(x))
    check(lambda x: [x.sum().unfold(0, size, 1) + 1 for size in (0, 1)], x)


def in_order(shape: tuple[int, ...], order: tuple[int, ...]) -> Any:
    """Return numbers whose dimensions lie in memory in this order."""
    return torch.randn([shape[dim] for dim in order]).permute([order.index(dim) for dim in range(len(order))])


IMAGES, VOLUMES = ((2, 4, 5, 6), (0, 2, 3, 1)), ((2, 4, 3, 5, 6), (0, 2, 3, 4, 1))


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
@pytest.mark.parametrize(
    ("function", "at"),
    [
        (lambda x: F.group_norm(x, 2), IMAGES),
        (lambda x: F.group_norm(x, 2), ((2, 4, 5, 6), (0, 1, 3, 2))),
        (lambda x: x.roll(1, 2), IMAGES),
        (lambda x: x.roll(1, 2), VOLUMES),
        (lambda x: x.roll((1, 2), (2, 3)), IMAGES),
        (lambda x: x.roll(1, 2), ((3, 4, 5), (2, 0, 1))),
        (F.logsigmoid, IMAGES),
        (lambda x: F.adaptive_max_pool2d(x, (2, 3)), IMAGES),
        (lambda x: F.pad(x, (1,) * 6, "reflect"), IMAGES),
        (lambda x: F.pad(x, (1,) * 6, "replicate"), IMAGES),
        (lambda x: torch.div(x, torch.tensor(2.0), rounding_mode="floor"), IMAGES),
        (lambda x: torch.copysign(x, torch.tensor(-1.0)), IMAGES),
        (lambda x: torch.logaddexp(x[:, :1], x[:, :, :1]), VOLUMES),
        (lambda x: torch.logical_and(x[:, :1], x[:, :, :1]), VOLUMES),
        (lambda x: torch.select_scatter(x, x[0], 1, 2), ((5, 5, 5), (0, 2, 1))),
        (lambda x: F.batch_norm(x, None, None, training=True), ((2, 4, 5, 6), (1, 2, 3, 0))),
    ],
)
def test_results_have_strides_of_kernels_where_others_are_traced(function: Any, at: Any) -> None:
    check(function, in_order(*at))


@pytest.mark.filterwarnings("ignore::dlc.torch_backend.FallbackWarning")
def test_views_and_dropped_elements_behind_a_normalization_of_images_with_channels_last() -> None:
    x = in_order(*IMAGES)
    layers = torch.nn.Sequential(torch.nn.GroupNorm(2, 4), torch.nn.Dropout(0.3))
    results: list[Any] = []
    for each in (layers, torch.compile(layers, backend="dlc", options=OPTIONS)):
        torch.manual_seed(1)
        results.append(each(x).permute(0, 2, 3, 1).view(-1, 4))
    torch.testing.assert_close(*results)


def test_open_sizes_of_an_op_that_is_run_for_its_strides() -> None:
    fast = compiled(lambda x: F.group_norm(x, 2), dynamic=True)
    for size in (5, 7):
        x = in_order((2, 4, size, 6), IMAGES[1])
        torch.testing.assert_close(fast(x), F.group_norm(x, 2))


def test_open_numbers_of_an_op_that_is_run_for_its_strides() -> None:
    x = in_order(*IMAGES)
    rolled = torch.compile(lambda x, shift: x.roll(shift, 2), backend="dlc", options=OPTIONS, dynamic=True)
    for shift in (2, 3):
        torch.testing.assert_close(rolled(x, shift), x.roll(shift, 2))
