"""Programs of any origin are called with tensors of PyTorch, and return tensors: fast where memory is as it should be,
and right where it is not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

torch: Any = pytest.importorskip("torch", reason="the extra 'torch' is not installed")

import dlc  # noqa: E402 (behind the skip)
from support.new_process import check_in_new_process  # noqa: E402

SUM = """
func.func @main(%x: tensor<4x6xf32>, %y: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4xf32>) {
  %s = graph.add %x, %y : tensor<4x6xf32>
  %r = graph.reduce <sum> %s, [1] : tensor<4x6xf32> -> tensor<4xf32>
  return %s, %r : tensor<4x6xf32>, tensor<4xf32>
}"""
LARGE = """
func.func @main(%x: tensor<300x300xf32>) -> tensor<300x300xf32> {
  %0 = graph.neg %x : tensor<300x300xf32>
  return %0 : tensor<300x300xf32>
}"""
TENSORS = {
    "dense": lambda: torch.randn(4, 6),
    "a view": lambda: torch.randn(6, 4).t(),
    "every second one": lambda: torch.randn(8, 6)[::2],
    "negative": lambda: torch.randn(4, 6, dtype=torch.complex64).conj().imag,
    "not aligned": lambda: torch.randn(25)[1:].view(4, 6),
    "with gradients": lambda: torch.randn(4, 6, requires_grad=True),
    "a parameter": lambda: torch.nn.Parameter(torch.randn(4, 6)),
    "of numpy": lambda: np.ones((4, 6), np.float32),
}


OPEN = SUM.replace("<4x6xf32>", "<?x?xf32, #graph.dims<n, m>>").replace("<4xf32>", "<?xf32, #graph.dims<n>>")


@pytest.fixture(scope="module", params=[SUM, OPEN], ids=["known sizes", "open sizes"])
def total(request: pytest.FixtureRequest) -> Any:
    return dlc.compile(request.param, threads=1, cache=False)


@pytest.mark.parametrize("first", TENSORS)
@pytest.mark.parametrize("second", ["dense", "a view", "of numpy"])
def test_any_tensor_is_an_argument(total: Any, first: str, second: str) -> None:
    x, y = TENSORS[first](), TENSORS[second]()
    results = total(x, y)
    expected = torch.as_tensor(x).detach() + torch.as_tensor(y).detach()
    for result, wanted in zip(results, (expected, expected.sum(1)), strict=True):
        assert isinstance(result, torch.Tensor) == (not first == second == "of numpy")
        assert not getattr(result, "requires_grad", False)
        torch.testing.assert_close(torch.as_tensor(result), wanted)


def test_results_have_memory_of_their_own(total: Any) -> None:
    x, y = torch.zeros(4, 6), torch.ones(4, 6)
    first, _ = total(x, y)
    second, _ = total(y, y)
    assert first.eq(1).all()
    assert second.eq(2).all()
    assert first.is_contiguous()
    assert first.stride() == (6, 1)


def test_open_sizes_may_be_others_in_each_call() -> None:
    program = dlc.compile(OPEN, threads=1, cache=False)
    for rows in (*range(70), 3, 0):
        x, y = torch.randn(rows, 2), torch.randn(rows, 2)
        sums, of_rows = program(x, y)
        torch.testing.assert_close((sums, of_rows), (x + y, (x + y).sum(1)))


def test_large_results_are_right() -> None:
    program: Any = dlc.compile(LARGE, threads=2, cache=False)
    x = torch.randn(300, 300)
    for _ in range(3):
        torch.testing.assert_close(program(x), -x)


def test_a_child_computes_without_the_threads_of_pytorch() -> None:
    """OpenMP's threads are gone in a child, where asking them for work never ends."""
    code = """
    import os, warnings
    import numpy as np
    import torch, dlc
    warnings.simplefilter("ignore")
    torch.set_num_threads(2)
    product = dlc.compile('''
    func.func @main(%x: tensor<512x512xf32>, %y: tensor<512x512xf32>) -> tensor<512x512xf32> {
      %r = graph.contract %x, %y, batch = [] x [], contracting = [1] x [0]
        : tensor<512x512xf32>, tensor<512x512xf32> -> tensor<512x512xf32>
      return %r : tensor<512x512xf32>
    }''', threads=2, cache=False)

    def check():
        x = np.random.default_rng(0).normal(size=(512, 512)).astype(np.float32)
        result = product(*map(torch.from_numpy, (x, x)))
        np.testing.assert_allclose(result.numpy(), x @ x, atol=1e-3)

    torch.ones(1 << 20).exp()
    for _ in range(3):
        check()
    child = os.fork()
    if child == 0:
        check()
        os._exit(0)
    check()
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    """
    assert check_in_new_process(code).stdout == "0\n"


@pytest.mark.parametrize(
    ("tensor", "message"),
    [
        (lambda: torch.randn(4, 6, 1), "shape"),
        (lambda: torch.randn(4, 6, dtype=torch.float64), "float64"),
        (lambda: torch.randn(4, 6, device="meta"), "x"),
        (lambda: torch.randn(4, 6).to_sparse(), "x"),
    ],
    ids=["shape", "dtype", "meta", "sparse"],
)
def test_what_is_wrong_is_named(total: Any, tensor: Any, message: str) -> None:
    total(torch.ones(4, 6), torch.ones(4, 6))
    with pytest.raises(dlc.DlcError, match=f"'x'.*{message}" if message != "x" else "'x'"):
        total(tensor(), torch.ones(4, 6))


def test_functions_of_arrays_take_tensors() -> None:
    @dlc.jit(threads=1, cache=False)
    def scaled(x: Any, y: Any) -> Any:
        return x * 2.0 + y

    x, y = torch.randn(5), torch.randn(5)
    for _ in range(3):  # compiled, then by type and shape, then again
        torch.testing.assert_close(scaled(x, y), x * 2 + y)
    assert isinstance(scaled(x.numpy(), y.numpy()), np.ndarray)
    torch.testing.assert_close(scaled(x, y.requires_grad_()), (x * 2 + y).detach())
    torch.testing.assert_close(scaled(x.double(), y.detach().double()), x.double() * 2 + y.detach().double())
    torch.testing.assert_close(scaled(torch.randn(2, 3)[:, 0] * 0, torch.ones(2)), torch.ones(2))


def test_functions_of_several_results_take_tensors() -> None:
    @dlc.jit(threads=1, cache=False)
    def both(x: Any) -> Any:
        return {"twice": x * 2.0, "half": x / 2.0}

    x = torch.randn(5)
    for _ in range(3):
        result = both(x)
        assert isinstance(result["twice"], torch.Tensor)
        torch.testing.assert_close(result["half"], x / 2)


@pytest.mark.parametrize("dtype", ["bfloat16", "float16", "float64", "int32", "bool"])
def test_functions_of_arrays_keep_element_types(dtype: str) -> None:
    @dlc.jit(threads=1, cache=False)
    def first(x: Any, y: Any) -> Any:
        return dlc.array.where(y, x, x)

    x = torch.arange(5).to(getattr(torch, dtype))
    for _ in range(3):
        result = first(x, torch.ones(5, dtype=torch.bool))
        assert result.dtype is x.dtype
        torch.testing.assert_close(result, x)
