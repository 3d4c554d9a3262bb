"""Products of bf16 with sums of f32: pairs of terms where the machine adds them by one instruction."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, strategies as st

import dlc
from dlc.codegen.emission import Compilation
from dlc.codegen.machine_description import instruction_options, machine_description
from dlc.codegen.target import Target
from dlc.compilation import pipeline_for
from dlc.interp.interpreter import Interpreter
from dlc.passes.loops.schedules.machine import Machine
from dlc.passes.manager.pipeline_text import parse_pipeline
from support.programs import module_of, new_context
from support.properties import examples

X86 = "x86_64-unknown-linux-gnu"
PAIRS = Machine(vector_bits=512, vector_registers=32, bf16_terms=2)
SCHEDULED = "builtin.module(lower-to-loops,outline-kernels,schedule-loops,apply-schedules)"


def product(rows: int, terms: int, columns: int) -> str:
    a, b, c = (f"tensor<{m}x{n}xbf16>" for m, n in ((rows, terms), (terms, columns), (rows, columns)))
    return f"""func.func @main(%a: {a}, %b: {b}) -> {c} {{
      %c = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : {a}, {b} -> {c}
      return %c : {c}
    }}"""


def drawn(seed: int, *shape: int) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape).astype(ml_dtypes.bfloat16)


def check(actual: object, a: np.ndarray, b: np.ndarray) -> None:
    """Check a product in f32 that was rounded to bf16."""
    wide = [each.astype(np.float64) for each in (a, b)]
    error = np.abs(np.asarray(actual).astype(np.float64) - wide[0] @ wide[1])
    assert np.all(error <= 2**-8 * np.abs(wide[0] @ wide[1]) + 1e-5 * (np.abs(wide[0]) @ np.abs(wide[1])))


SIZES = st.tuples(st.integers(1, 19), st.integers(1, 20), st.integers(1, 70))


@examples(8)
@given(SIZES, st.booleans())
def test_schedules_with_pairs_compute_the_product(sizes: tuple[int, int, int], is_small: bool) -> None:
    rows, terms, columns = sizes
    machine = Machine(128, 16, bf16_terms=2) if is_small else PAIRS
    context = new_context()
    module = module_of(f"module attributes {{loop.machine = {machine.attribute()}}} {{{product(*sizes)}}}", context)
    assert parse_pipeline(SCHEDULED).run(module, context), context.diagnostics.diagnostics
    assert not context.diagnostics.diagnostics
    a, b = drawn(1, rows, terms), drawn(2, terms, columns)
    [actual] = Interpreter(module).run("main", a, b)
    check(actual, a, b)


@examples(6)
@given(SIZES)
def test_machine_code_computes_the_product(sizes: tuple[int, int, int]) -> None:
    rows, terms, columns = sizes
    a, b = drawn(3, rows, terms), drawn(4, terms, columns)
    check(dlc.compile(product(*sizes), cache=False, threads=1)(a, b), a, b)


def test_special_numbers_of_whole_tiles_are_those_of_each_product() -> None:
    a, b = drawn(5, 16, 32), drawn(6, 32, 64)
    a[0, 0], a[1, 3], a[2, 4:6], b[4:6, 7] = np.inf, np.nan, (np.inf, -np.inf), 1
    actual = np.asarray(dlc.compile(product(16, 32, 64), cache=False, threads=1)(a, b)).astype(np.float32)
    with np.errstate(invalid="ignore"):
        expected = a.astype(np.float32) @ b.astype(np.float32)
    np.testing.assert_array_equal(np.isnan(actual), np.isnan(expected))
    np.testing.assert_array_equal(actual[0], np.sign(expected[0]) * np.inf)


@pytest.mark.parametrize(
    ("cpu", "terms"),
    [("znver4", 2), ("cooperlake", 2), ("sapphirerapids", 2), ("icelake-server", 1), ("sierraforest", 1)],
)
def test_cpus_with_the_instruction_are_known(cpu: str, terms: int) -> None:
    target = Target.of(X86, cpu)
    assert Machine(**machine_description(target)).bf16_terms == terms
    assert ("use-dot-products{instructions=avx512}" in pipeline_for(1, target=target)) == (terms == 2)
    exact = pipeline_for(1, target=target, precision="exact")
    assert "bf16-terms" not in exact
    assert "use-dot-products{" not in exact


@pytest.mark.parametrize("triple", ["wasm32-unknown-unknown", "aarch64-unknown-linux-gnu", "i686-unknown-linux-gnu"])
def test_other_processors_have_no_such_instruction(triple: str) -> None:
    assert "use-dot-products" not in instruction_options(Target.of(triple))


def test_the_hot_loop_has_one_instruction_for_a_vector_of_sums() -> None:
    target = Target.of(X86, "znver4")
    context = new_context()
    module = module_of(product(64, 128, 256), context)
    assert parse_pipeline(f"builtin.module({pipeline_for(1, target=target)})").run(module, context)
    compilation = Compilation.of(module, context.diagnostics, target)
    assert compilation is not None
    compilation.optimize(is_scheduled=True)
    lines = compilation.assembly().splitlines()
    at = [number for number, line in enumerate(lines) if "vdpbf16ps" in line]
    assert len(at) >= 16, "a tile of sums"
    hot = lines[at[0] : at[-1]]
    assert not any("(%rsp)" in line or "(%rbp)" in line or "vfmadd" in line for line in hot)
