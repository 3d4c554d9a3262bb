"""Complex tensors under `torch.compile(backend="dlc")` and in programs: results and gradients as in eager PyTorch."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

torch: Any = pytest.importorskip("torch", reason="the extra 'torch' is not installed")

import dlc  # noqa: E402
from dlc import torch_backend  # noqa: E402
from dlc.torch_backend import FallbackWarning  # noqa: E402

OPTIONS = {"threads": 1, "level": 0}
TOLERANCES = {"rtol": 1e-4, "atol": 1e-5}
pytestmark = pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")


@pytest.fixture(autouse=True)
def _nothing_of_other_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    torch._dynamo.reset()
    torch.manual_seed(0)
    monkeypatch.setattr(torch_backend, "_warned", set[str]())


def compiled(function: Any, **options: Any) -> Any:
    return torch.compile(function, backend="dlc", options=OPTIONS, fullgraph=True, **options)


def check(function: Any, *arguments: Any) -> None:
    """Compare a compiled function, all of which is compiled, with the eager one."""
    torch.testing.assert_close(compiled(function)(*arguments), function(*arguments), **TOLERANCES)


def numbers(*shape: int, dtype: Any = torch.complex64) -> Any:
    return torch.randn(shape, dtype=dtype)


def rotated(x: Any, turns: Any) -> Any:
    """Return rotary embeddings, as models of the Llama family write them."""
    pairs = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2))
    return torch.view_as_real(pairs * turns.view(1, x.shape[1], 1, -1)).flatten(3).type_as(x)


TURNS = torch.polar(torch.ones(6, 4), torch.outer(torch.arange(6.0), torch.tensor([1.0, 0.1, 0.01, 0.001])))


class Rotation(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("turns", TURNS)

    def forward(self, x: Any) -> Any:
        return rotated(x, self.turns)


FUNCTIONS: dict[str, Callable[[Any, Any], Any]] = {
    "arithmetic": lambda x, y: (x + y, x - y, x * y, x / y, 2 - x, 1 / x, x * 1j, torch.add(x, y, alpha=2 + 1j), -x),
    "with real tensors": lambda x, y: (x * y.real, y.imag - x, x / y.abs(), torch.where(y.real > 0, x, 0)),
    "parts": lambda x, y: (x.real, x.imag, x.abs(), y.angle(), x.conj() * y, torch.complex(x.real, y.imag)),
    "functions": lambda x, y: (x.exp(), x.log(), x.sqrt(), y.sin(), y.tanh(), y.sigmoid(), x**2, x**y, torch.sgn(x)),
    "sums": lambda x, y: (x.sum(), x.mean(0), y.cumsum(1), torch.linalg.vector_norm(x)),
    "movement": lambda x, y: (torch.cat([x, y], 1)[:, 1:5], torch.stack([x, y.real]), x.T.flip(0), x.roll(1, 0)),
    "elements": lambda x, y: (x[[2, 0]], y.index_select(1, torch.tensor([1, 1])), x.tril(), x[:, 1:].split(2, 1)),
    "comparison": lambda x, y: (x == y, x != y, torch.isnan(x), x.to(torch.complex128), x.real.to(torch.complex64)),
    "products of matrices": lambda x, y: (x @ y.T, torch.einsum("ik,jk->ij", x, y.conj())),
    "new tensors": lambda x, y: (torch.full_like(x, 1 - 2j) * y, torch.zeros_like(x) + 1j, torch.ones_like(x) * y),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_of_complex_tensors_are_compiled(name: str) -> None:
    check(FUNCTIONS[name], numbers(4, 5), numbers(4, 5))


def test_numbers_of_128_bits() -> None:
    check(FUNCTIONS["arithmetic"], *(numbers(4, 5, dtype=torch.complex128) for _ in range(2)))


def test_special_numbers() -> None:
    large, inf, nan = 3e38, float("inf"), float("nan")
    x = torch.tensor([0, -0.0, complex(large, large / 2), complex(1e-30, 1e-30), complex(-inf, 1), complex(1, nan)])
    result = compiled(lambda x: (x.abs(), torch.isnan(x), x.angle()))(x)
    torch.testing.assert_close(result, (x.abs(), torch.isnan(x), x.angle()), equal_nan=True)
    assert compiled(lambda x: x * 2)(x)[4].item() == complex(-inf, 2), (
        "a real factor has no part that makes NaN of infinity"
    )


@pytest.mark.parametrize(
    "make",
    [
        lambda x: x.T,
        lambda x: x.conj(),
        lambda x: x.mH,
        lambda x: x[:, ::2],
        lambda x: x[0].expand(3, 5),
        lambda x: x[:0],
        lambda x: x.reshape(2, 2, 1, 5).contiguous(memory_format=torch.channels_last),
    ],
)
def test_inputs_of_any_layout(make: Callable[[Any], Any]) -> None:
    x = make(numbers(4, 5))
    check(lambda x: (x * 2, x.exp(), x.conj(), x.real), x)


TRANSFORMS: dict[str, Callable[[Any], Any]] = {
    "of real numbers": lambda x: (torch.fft.rfft(x), torch.fft.fft(x), torch.fft.rfft2(x, norm="ortho")),
    "and back": lambda x: torch.fft.irfft(torch.fft.rfft(x, norm="forward"), n=x.shape[-1], norm="forward"),
    "of dimensions": lambda x: (torch.fft.fftn(x, dim=(1, 0)), torch.fft.ifft(x * 1j, dim=0), torch.fft.hfft(x * 1j)),
    "with other lengths": lambda x: (
        torch.fft.rfft(x, n=7),
        torch.fft.irfft2(x * 1j, s=(5, 8)),
        torch.fft.ifft(x, 300),
    ),
    "of frames": lambda x: torch.stft(x, 64, 16, window=torch.hann_window(64), return_complex=True).abs(),
    "of frames and back": lambda x: torch.istft(
        torch.stft(x, 64, 16, window=torch.hann_window(64), return_complex=True), 64, 16, window=torch.hann_window(64)
    ),
}


@pytest.mark.parametrize("name", TRANSFORMS)
def test_fourier_transforms_are_compiled(name: str) -> None:
    check(TRANSFORMS[name], torch.randn(6, 400))


def test_a_transform_without_matrices_runs_in_eager_torch() -> None:
    with pytest.warns(FallbackWarning, match=r"aten\._fft_r2c.*prime factor above 4096, but got 4099"):
        check(lambda x: torch.fft.rfft(x).abs(), torch.randn(4099))


def test_rotary_embeddings_and_their_gradients() -> None:
    check(rotated, torch.randn(2, 6, 3, 8), TURNS)
    check(rotated, torch.randn(2, 6, 3, 8).bfloat16(), TURNS)
    x, twin = (torch.ones(2, 6, 3, 8, requires_grad=True) for _ in range(2))
    for function, given in ((compiled(rotated), x), (rotated, twin)):
        function(given, TURNS).pow(3).sum().backward()
    torch.testing.assert_close(x.grad, twin.grad, **TOLERANCES)


def test_rotary_embeddings_of_any_length() -> None:
    fast = compiled(rotated, dynamic=True)
    for length in (3, 5, 6):
        x = torch.randn(2, length, 3, 8)
        torch.testing.assert_close(fast(x, TURNS[:length]), rotated(x, TURNS[:length]), **TOLERANCES)


class Spectral(torch.nn.Module):
    """A layer of a Fourier neural operator, whose parameters are complex."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = torch.nn.Parameter(0.3 * numbers(4, 4, 5))
        self.mix = torch.nn.Linear(4, 4, dtype=torch.complex64)

    def forward(self, x: Any) -> Any:
        modes = torch.einsum("bik,iok->bok", torch.fft.rfft(x)[..., :5], self.weight)
        modes = modes + self.mix(modes.mT).mT
        return torch.fft.irfft(modes, n=x.shape[-1])


def test_complex_parameters_are_trained() -> None:
    model = Spectral()
    twin, x = copy.deepcopy(model), torch.randn(2, 4, 32)
    for network, call in ((model, compiled(model)), (twin, twin)):
        optimizer = torch.optim.Adam(network.parameters(), 0.01)
        for _ in range(3):
            optimizer.zero_grad()
            (call(x) - 1).pow(2).mean().backward()
            optimizer.step()
    for own, expected in zip(model.parameters(), twin.parameters(), strict=True):
        torch.testing.assert_close(own, expected, rtol=1e-3, atol=1e-4)


def test_programs_have_complex_constants_inside(tmp_path: Path) -> None:
    x = torch.randn(2, 6, 3, 8)
    exported = torch.export.export(Rotation(), (x,))
    torch.export.save(exported, tmp_path / "rotation.pt2")
    for program in (dlc.compile(Rotation(), x, level=0), dlc.compile(tmp_path / "rotation.pt2", level=0)):
        torch.testing.assert_close(program(x), rotated(x, TURNS), **TOLERANCES)


@pytest.mark.parametrize("function", [lambda x: x.abs(), lambda x: x * 2])
def test_complex_arguments_of_programs_are_refused_with_the_way_out(function: Callable[[Any], Any]) -> None:
    class Model(torch.nn.Module):
        def forward(self, x: Any) -> Any:
            return function(x)

    with pytest.raises(dlc.DlcError, match=r"node 'x' .*must be real.*torch\.view_as_real"):
        dlc.compile(Model(), numbers(3))


def test_complex_results_of_programs_are_refused_with_the_way_out() -> None:
    class Model(torch.nn.Module):
        def forward(self, x: Any) -> Any:
            return torch.fft.rfft(x)

    with pytest.raises(dlc.DlcError, match=r"node '_fft_r2c' \(aten\._fft_r2c.*must be real.*torch\.view_as_real"):
        dlc.compile(Model(), torch.randn(8))


def test_ops_without_a_form_for_complex_numbers_run_in_eager_torch() -> None:
    with pytest.warns(FallbackWarning, match=r"'aten\.logcumsumexp\.default' .*no importer for complex numbers"):
        check(lambda x: (x * 2).logcumsumexp(0) + 1, numbers(5))
