"""Conditions under which programs were exported, which compiled programs check."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.dialects.builtin import ModuleOp
from dlc.dialects.func import FuncOp, ReturnOp
from dlc.dialects.tensor import DimOp
from dlc.interp.errors import InterpreterError
from dlc.interp.interpreter import interpret
from dlc.ir import Builder
from dlc.ir.builtin_types import DYNAMIC, TensorType, f32
from dlc.runtime.executable import ProgramFailed

torch: Any = pytest.importorskip("torch", reason="the extra 'torch' is not installed")

from dlc.frontends.torch import InvalidTorchProgram  # noqa: E402
from dlc.frontends.torch.guards import Guards  # noqa: E402


class Branches(torch.nn.Module):
    """Takes other ways for other sizes."""

    def forward(self, x: Any, more: Any) -> Any:
        [y] = more.values()
        if x.shape[0] > 5 and x.shape[0] % 2 == 0:
            x = x * 2
        return x + 1 if x.shape[0] * x.shape[1] < 2 * y.shape[0] + 100 else x


def exported(strict: bool) -> Any:
    args = (torch.ones(8, 5), {"K 1": torch.ones(3)})
    auto = torch.export.Dim.AUTO
    sizes = {"x": {0: auto, 1: auto}, "more": {"K 1": {0: auto}}}
    return torch.export.export(Branches(), args, dynamic_shapes=sizes, strict=strict)


@pytest.mark.parametrize("how", ["program", "strict", "file"])
def test_calls_that_take_another_branch_are_errors(how: str) -> None:
    source: Any = exported(how == "strict")
    if how == "file":
        torch.export.save(source, file := io.BytesIO())
        source = file.getvalue()
    program = dlc.compile(source, level=0, threads=1, cache=False)
    assert program(torch.full((6, 1), 2.0), torch.ones(4)).tolist() == [[5.0]] * 6
    for shape, condition in (
        ((4, 2), "x.shape[0] >"),
        ((7, 2), "(x.shape[0] % 2) == 0"),
        ((20, 20), "x.shape[1]*x.shape[0] < 100 + 2*more"),
    ):
        with pytest.raises(ProgramFailed) as failure:
            program(torch.ones(shape), torch.ones(4))
        assert f"the program was exported for calls where {condition}" in str(failure.value)


def checked(text: str, rank: int) -> ModuleOp:
    """Return a program that checks a condition on its argument, `x`."""
    function = FuncOp.of("main", [TensorType((DYNAMIC,) * rank, f32)])
    builder = Builder.at_end(function.entry)
    [x] = function.entry.args

    def size_of(name: str, dim: int | None) -> Any:
        assert name == "x"
        return DimOp.of(builder, x, dim or 0).result

    Guards([text], ["x"]).check(size_of, builder)
    builder.insert(ReturnOp([]))
    return ModuleOp.containing([function])


@pytest.mark.parametrize(
    ("text", "sizes", "expected"),
    [
        ("L['x'].size()[0] > 5", (6,), True),
        ("L['x'].size()[0] > 5", (5,), False),
        ("L['flat_args'][0].size()[1] == ((-1) + L['x'].size()[0])", (4, 3), True),
        ("not (L['x'].size()[0] != 4 or L['x'].size()[0] < 2)", (4,), True),
        ("2 <= L['x'] <= 3", (4,), False),
        ("L['x'] ** 2 - (L['x'] // 2) % 3 == 24", (5,), False),
        ("L['x'] ** 2 - (L['x'] // 2) % 3 == 23", (5,), True),
        ("(L['x'] - 7) % 5 == 3 and (L['x'] - 7) // 5 == -1", (5,), True),
        ("math.floor(1.5 * torch.sym_float(L['x'])) == 7", (5,), True),
        ("math.ceil(L['x'] / 2) == 3 and math.trunc(L['x'] / 2) == 2", (5,), True),
        ("torch.sym_max(1, L['x']) + min(L['x'], 3, 4) == 8", (5,), True),
        ("True and 1 < 2", (1,), True),
        ("1 == 2", (1,), False),
    ],
)
def test_conditions(text: str, sizes: tuple[int, ...], expected: bool) -> None:
    program = checked(text, len(sizes))
    x = np.zeros(sizes, np.float32)
    if expected:
        assert interpret(program, "main", x) == []
    else:
        with pytest.raises(InterpreterError, match="exported for calls where"):
            interpret(program, "main", x)


@pytest.mark.parametrize(
    "text",
    [
        "", "L['x'] >", "__import__('os').abort()", "L['x'].stride()[0] == 1", "L['x'].size()[y] == 1", "L['x']",
        "L['x'] << 2 == 3", "L['x'] in [1]", "9**8**8**8 == L['x']", "1 // 0 == L['x']", "(" * 300 + ")" * 300,
        "1 == " + "-" * 9000 + "1", "1 == L['x']" + " + 1" * 3000, "abs() == 1", "max(x=1) == L['x']", "L[y] == 1",
    ],
)  # fmt: skip
def test_what_cannot_be_checked_is_an_error(text: str) -> None:
    with pytest.raises(InvalidTorchProgram, match="which a compiled program cannot check"):
        checked(text, 1)
