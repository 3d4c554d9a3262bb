"""Factors of matrices and equations, and their gradients, are those of eager PyTorch."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

torch: Any = pytest.importorskip("torch", reason="the extra 'torch' is not installed")

import dlc  # noqa: E402
from dlc.torch_backend import FallbackWarning  # noqa: E402

linalg = torch.linalg
OPTIONS = {"threads": 1, "level": 0}
SIZE = 12
"""More rows than are written out one by one."""
FUNCTIONS: dict[str, Callable[[Any, Any], Any]] = {
    "solve": lambda a, b: [linalg.solve(a, b), linalg.solve(a.mT, b[..., 0]), linalg.solve(a, b.mT, left=False)],
    "cholesky_solve": lambda a, b: [torch.cholesky_solve(b, a.tril()), torch.cholesky_solve(b, a.triu(), upper=True)],
    "cholesky_inverse": lambda a, b: torch.cholesky_inverse((a * b[0, 0, 0]).tril()),
    "inv": lambda a, b: linalg.inv(a - b[0, 0, 0]),
    "det": lambda a, b: [linalg.det(a + b[0, 0, 0]), linalg.det(a.mT / 2)],
    "slogdet": lambda a, b: linalg.slogdet(a - b[0, 0, 0]),
    "solve_triangular": lambda a, b: [
        linalg.solve_triangular(a, b, upper=False),
        linalg.solve_triangular(a, b.mT, upper=True, left=False, unitriangular=True),
    ],
    "qr": lambda a, b: [*linalg.qr(a), *linalg.qr(b)],
    "lu": lambda a, b: [*linalg.lu(a)[1:], linalg.lu(b)[0]],
    "eigh": lambda a, _: _without_signs(*linalg.eigh(a + a.mT)),
    "eigvalsh": lambda a, _: linalg.eigvalsh(a, UPLO="U"),
    "svd": lambda _, b: _without_signs(*linalg.svd(b, full_matrices=False)),
    "svdvals": lambda _, b: linalg.svdvals(b.mT),
    "pinv": lambda a, b: [
        linalg.pinv(b),
        linalg.pinv(b, atol=0.5),
        linalg.pinv(b, atol=torch.tensor(0.1), rtol=torch.tensor([0.1, 0.9])),
        linalg.pinv(a + a.mT, hermitian=True),
    ],
    "matrix_rank": lambda _, b: linalg.matrix_rank(b),
    "cond": lambda a, b: [linalg.cond(a), linalg.cond(b, -2)],
    "matrix_norm": lambda _, b: [linalg.matrix_norm(b, order) for order in (2, -2, "nuc")],
    "lu_solve": lambda a, b: [linalg.lu_solve(*linalg.lu_factor(a), b, adjoint=each) for each in (False, True)],
}


def _without_signs(*factors: Any) -> list[Any]:
    """Return factors with the absolute values of vectors, whose signs are free."""
    return [each if each.dim() == 2 else each.abs() for each in factors]


@pytest.fixture(autouse=True)
def _nothing_of_other_tests() -> None:
    torch._dynamo.reset()
    torch.manual_seed(0)


def _matrices() -> tuple[Any, Any]:
    a = torch.randn(2, SIZE, SIZE, dtype=torch.float64) + 3 * torch.eye(SIZE)
    return a.requires_grad_(), torch.randn(2, SIZE, 3, dtype=torch.float64).requires_grad_()


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
@pytest.mark.parametrize("name", FUNCTIONS)
def test_results_and_gradients_are_those_of_eager_pytorch(name: str) -> None:
    outcomes: list[Any] = []
    for function in (FUNCTIONS[name], torch.compile(FUNCTIONS[name], backend="dlc", options=OPTIONS, fullgraph=True)):
        torch.manual_seed(0)
        a, b = _matrices()
        results = function(a, b)
        flat = results if isinstance(results, (list, tuple)) else [results]
        total: Any = sum(each.sin().sum() for each in flat if each.requires_grad)
        if flat[0].requires_grad:
            total.backward()
        outcomes.append((flat, a.grad, b.grad))
    torch.testing.assert_close(*outcomes)


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_factors_of_cholesky_say_where_there_is_none() -> None:
    a = torch.eye(SIZE).repeat(3, 1, 1)
    a[1, 4, 4] = -1
    compiled = torch.compile(linalg.cholesky_ex, backend="dlc", options=OPTIONS)
    factors, places = compiled(a)
    torch.testing.assert_close(places, torch.tensor([0, 5, 0], dtype=torch.int32))
    torch.testing.assert_close(factors[::2], a[::2])


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
@pytest.mark.parametrize("function", [linalg.inv, linalg.cholesky])
def test_matrices_without_a_result_are_errors_as_in_eager_pytorch(function: Any) -> None:
    compiled = torch.compile(function, backend="dlc", options=OPTIONS)
    compiled(torch.eye(3))
    with pytest.raises(linalg.LinAlgError):
        compiled(torch.zeros(3, 3))


def test_large_matrices_are_for_lapack_where_it_is_there() -> None:
    a = torch.randn(97, 97) + 20 * torch.eye(97)
    with pytest.warns(FallbackWarning, match="LAPACK is faster for matrices of more than 96 rows, but got 97"):
        torch.compile(linalg.inv, backend="dlc", options=OPTIONS)(a)


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_all_singular_vectors_are_orthogonal() -> None:
    b = torch.randn(5, 3, dtype=torch.float64)
    u, values, vt = torch.compile(linalg.svd, backend="dlc", options=OPTIONS)(b)
    torch.testing.assert_close(u.mT @ u, torch.eye(5, dtype=torch.float64))
    torch.testing.assert_close(u[:, :3] * values @ vt, b)


def test_eigenvalues_of_large_matrices_are_for_lapack_where_it_is_there() -> None:
    a = torch.eye(33)
    with pytest.warns(FallbackWarning, match="LAPACK is faster for matrices of more than 32 rows, but got 33"):
        torch.compile(linalg.eigvalsh, backend="dlc", options=OPTIONS)(a)
    torch.testing.assert_close(dlc.compile(Eigenvalues(), a, level=0)(a), torch.ones(33))


class Eigenvalues(torch.nn.Module):
    def forward(self, a: Any) -> Any:
        return linalg.eigvalsh(a)


class Equations(torch.nn.Module):
    def forward(self, a: Any, b: Any) -> Any:
        return torch.cholesky_solve(b, linalg.cholesky(a @ a.mT + torch.eye(97))), linalg.solve(a, b)


def test_programs_without_pytorch_have_matrices_of_any_size(tmp_path: Path) -> None:
    a, b = torch.randn(97, 97) + 20 * torch.eye(97), torch.randn(97, 2)
    file = tmp_path / "equations.pt2"
    torch.export.save(torch.export.export(Equations(), (a, b)), file)
    for program in (dlc.compile(Equations(), a, b, level=0), dlc.compile(file, level=0)):
        torch.testing.assert_close(program(a, b), Equations()(a, b), rtol=1e-4, atol=1e-5)
