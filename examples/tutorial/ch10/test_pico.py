"""Programs compute the same in the interpreter, before any pass, and as machine code."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import dlc

from ch03.frontend import read
from ch09.pico import compile, new_context

PROGRAMS = [
    "fun main(x: [2, 3]) = x",
    "fun main(x: [2, 3]) = transpose(transpose(x) * 2 * 3) + 1",
    "fun half(x) = x * 0.5  fun main(x: [2, 3]) = relu(relu(half(x)) + exp(x @ transpose(x)) @ x)",
]


def test_machine_code_computes_what_the_program_means(tmp_path: Path) -> None:
    x = np.array([[-1, -0.5, 0], [0.5, 1, 2]], np.float32)
    for text in PROGRAMS:
        path = tmp_path / "program.pico"
        path.write_text(text, encoding="utf-8")
        (expected,) = dlc.Interpreter(read(str(path), new_context())).run("main", x)
        np.testing.assert_allclose(compile(path)(x), expected, rtol=1e-5, err_msg=text)
