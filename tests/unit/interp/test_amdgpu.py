"""Subgroups of AMD's GPUs as the interpreter runs them: who holds which elements, and what they multiply together."""

from __future__ import annotations

from typing import Any, NamedTuple

import ml_dtypes
import numpy as np
import pytest

from dlc.api import parse
from dlc.dialects.amdgpu import Layout, mfma_layout, wmma_layout
from dlc.interp.errors import InterpreterError
from dlc.interp.interpreter import Interpreter
from dlc.ir.builtin_types import bf16, f16, f32, f64, i8, i32

RANDOM: Any = np.random.default_rng(0)
NUMPY = {
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "i8": np.int8,
    "f32": np.float32,
    "f64": np.float64,
    "i32": np.int32,
}

# -- Fragments ---------------------------------------------------------------------------------------------------------

RDNA_3, RDNA_4 = wmma_layout(f16, 16), wmma_layout(bf16, 8)
CDNA = mfma_layout(f16, 4)


@pytest.mark.parametrize(
    ("layout", "lane", "row", "along", "column", "down"),
    [
        (RDNA_3, 4, 4, range(16), 4, range(0, 16, 2)),
        (RDNA_3, 17, 1, range(16), 1, range(1, 16, 2)),
        (wmma_layout(i8, 16), 17, 1, range(16), 1, range(1, 16, 2)),
        (RDNA_4, 1, 1, [0, 1, 2, 3, 8, 9, 10, 11], 1, range(8)),
        (RDNA_4, 17, 1, [4, 5, 6, 7, 12, 13, 14, 15], 1, range(8, 16)),
        (wmma_layout(i8, 8), 17, 1, range(8, 16), 1, range(8, 16)),
        (CDNA, 3, 3, range(4), 3, range(4)),
        (CDNA, 17, 1, range(4, 8), 1, range(4, 8)),
        (CDNA, 50, 2, range(12, 16), 2, range(12, 16)),
        (mfma_layout(i8, 8), 50, 2, range(24, 32), 2, range(12, 16)),
        (mfma_layout(f32, 1), 50, 2, [3], 2, range(12, 16)),
        (mfma_layout(f32, 2), 50, 2, [6, 7], 2, range(12, 16)),
        (mfma_layout(f64, 1), 17, 1, [1], 1, [1, 5, 9, 13]),
        (mfma_layout(f64, 1), 50, 2, [3], 2, [3, 7, 11, 15]),
    ],
)
def test_fragments_are_those_of_published_tables(
    layout: Layout, lane: int, row: int, along: list[int], column: int, down: list[int]
) -> None:
    """The tables are those of AMD's calculator for matrix instructions: elements of A, and those of D, by lane."""
    held, sums = layout.operand, layout.sums
    assert [held.position(lane, place) for place in held.places()] == [(row, each) for each in along]
    assert [sums.position(lane, place) for place in sums.places()] == [(each, column) for each in down]


@pytest.mark.parametrize(
    "layout",
    [
        *(RDNA_3, RDNA_4, CDNA, wmma_layout(i8, 8)),
        *(mfma_layout(i8, 8), mfma_layout(f32, 1), mfma_layout(f32, 2), mfma_layout(f64, 1)),
    ],
)
def test_threads_hold_every_element(layout: Layout) -> None:
    """Each sum is held once; each element of an operand too, or in both halves of the subgroup."""
    copies = 2 if layout.operand.groups == 1 else 1
    for fragment, size, times in ((layout.operand, 16 * layout.k, copies), (layout.sums, 256, 1)):
        held = [fragment.position(lane, place) for lane in range(layout.subgroup) for place in fragment.places()]
        assert len(set(held)) == size
        assert len(held) == size * times


def test_there_are_no_other_fragments() -> None:
    assert [wmma_layout(f32, 16), wmma_layout(f16, 4), mfma_layout(f16, 8), mfma_layout(f32, 4)] == [None] * 4
    assert [wmma_layout(f64, 8), mfma_layout(f64, 2), mfma_layout(f16, 1), mfma_layout(i32, 1)] == [None] * 4


# -- Products ----------------------------------------------------------------------------------------------------------


class Unit(NamedTuple):
    """A product, and where its threads find their elements, as the manuals of the instruction sets say."""

    arch: str
    threads: int
    k: int
    held: int
    """The number of elements of an operand that a thread has."""
    along: str
    """The place of element %e of thread %t in a sum."""
    sums: int
    down: str
    """The row of sum %e of thread %t."""

    @property
    def op(self) -> str:
        """The op, and what is written after its operands."""
        return "amdgpu.mfma" if self.threads == 64 else "amdgpu.wmma"


WMMA_3 = Unit("gfx1100", 32, 16, 16, "%e", 8, "%e * 2 + %t floordiv 16")
WMMA_4 = Unit(
    "gfx1201", 32, 16, 8, "(%e floordiv 4) * 8 + (%t floordiv 16) * 4 + %e mod 4", 8, "(%t floordiv 16) * 8 + %e"
)
MFMA = Unit("gfx90a", 64, 16, 4, "(%t floordiv 16) * 4 + %e", 4, "(%t floordiv 16) * 4 + %e")
MFMA_BYTES = Unit("gfx942", 64, 32, 8, "(%t floordiv 16) * 8 + %e", 4, "(%t floordiv 16) * 4 + %e")
MFMA_F32 = Unit("gfx90a", 64, 4, 1, "%t floordiv 16", 4, "(%t floordiv 16) * 4 + %e")
MFMA_XF32 = Unit("gfx942", 64, 8, 2, "(%t floordiv 16) * 2 + %e", 4, "(%t floordiv 16) * 4 + %e")
MFMA_F64 = Unit("gfx90a", 64, 4, 1, "%t floordiv 16", 4, "%e * 4 + %t floordiv 16")


def run(unit: Unit, element: str, matrices: Any, threads: int | None = None, side: str = "%t mod 16") -> Any:
    """Multiply the first 16 rows of a matrix by its last 16, and return the sums."""
    sums = {"i8": "i32", "f64": "f64"}.get(element, "f32")
    zero = "0" if element == "i8" else "0.0"
    a, c = f"vector<{unit.held}x{element}>" if unit.held > 1 else element, f"vector<{unit.sums}x{sums}>"
    m, out = f"memref<32x{unit.k}x{element}>", f"memref<16x16x{sums}>"
    flag = "blgp = none " if unit.threads == 64 else ""
    flag = f"{{reducePrecision}} {flag}" if unit is MFMA_XF32 else flag

    def loaded(name: str, first: int) -> str:
        """Return a loop that gathers a thread's elements of the rows from `first` on, or a load if it has one."""
        if unit.held == 1:
            return f"%{name} = loop.load %m[{first} + {side}, {unit.along}] : {m}"
        return f"""
    %{name} = loop.for %e = 0 to {unit.held} iter_args(%v = %nothing) -> ({a}) {{
      %x = loop.load %m[{first} + {side}, {unit.along}] : {m}
      %w = vector.insert %x, %v[%e] : {element} into {a}
      loop.yield %w : {a}
    }}"""

    module = parse(f"""module attributes {{gpu.machine = {{arch = "{unit.arch}"}}}} {{
func.func @main(%m: {m}, %out: {out}) {{
  %c1 = arith.constant 1 : index
  %n = arith.constant {threads or unit.threads} : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {{
    %nothing = arith.constant {f"dense<{zero}>" if unit.held > 1 else zero} : {a}
    {loaded("a", 0)}
    {loaded("b", 16)}
    %c = arith.constant dense<{zero}> : {c}
    %d = {unit.op} 16x16x{unit.k} %a * %b + %c {flag}: {a}, {a}, {c}
    loop.for %e = 0 to {unit.sums} {{
      %y = vector.extract %d[%e] : {sums} from {c}
      loop.store %y, %out[{unit.down}, %t mod 16] : {out}
    }}
    gpu.terminator
  }}
  return
}} }}""")
    result = np.zeros((16, 16), NUMPY[sums])
    Interpreter(module).run("main", matrices, result)
    return result


def drawn(unit: Unit, element: str) -> Any:
    return (RANDOM.standard_normal((32, unit.k)) * (20 if element == "i8" else 1)).astype(NUMPY[element])


@pytest.mark.parametrize(
    ("unit", "element"),
    [
        (WMMA_3, "f16"),
        (WMMA_3, "bf16"),
        (WMMA_3, "i8"),
        (WMMA_4, "f16"),
        (MFMA, "bf16"),
        (MFMA, "i8"),
        (MFMA_BYTES, "i8"),
        (MFMA_F32, "f32"),
        (MFMA_F64, "f64"),
    ],
)
def test_product(unit: Unit, element: str) -> None:
    m = drawn(unit, element)
    exact = m.astype(np.float64)
    tolerance = 1e-14 if element == "f64" else 1e-6
    np.testing.assert_allclose(run(unit, element, m), exact[:16] @ exact[16:].T, rtol=tolerance, atol=tolerance)


def test_reduced_precision() -> None:
    """All but 10 bits of fractions are lost, before anything is multiplied."""
    m = drawn(MFMA_XF32, "f32")
    mantissas, exponents = np.frexp(m.astype(np.float64))
    cut = np.ldexp(np.trunc(mantissas * 2**11), exponents - 11)
    result = run(MFMA_XF32, "f32", m)
    np.testing.assert_allclose(result, cut[:16] @ cut[16:].T, rtol=1e-6, atol=1e-6)
    assert np.abs(result - m[:16].astype(np.float64) @ m[16:].T).max() > 1e-4


def test_poison_is_found_in_a_single_element() -> None:
    with pytest.raises(InterpreterError, match="has poison in the operand of thread 0 of the subgroup"):
        Interpreter(
            parse("""module attributes {gpu.machine = {arch = "gfx90a"}} { func.func @main() {
  %c1 = arith.constant 1 : index
  %n = arith.constant 64 : index
  %a = ub.poison : f32
  %c = arith.constant dense<0.0> : vector<4xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    %d = amdgpu.mfma 16x16x4 %a * %a + %c blgp = none : f32, f32, vector<4xf32>
    gpu.terminator
  }
  return
} }""")
        ).run("main")


def test_both_halves_hold_the_same() -> None:
    """RDNA 3 reads an operand from both halves of a subgroup."""
    with pytest.raises(
        InterpreterError, match=r"in thread 16 of the subgroup, but .* in thread 0, for the element \[0, 0\]"
    ):
        run(WMMA_3, "f16", drawn(WMMA_3, "f16"), side="%t floordiv 2")


@pytest.mark.parametrize(("unit", "threads"), [(WMMA_3, 16), (MFMA, 32)])
def test_subgroups_must_be_whole(unit: Unit, threads: int) -> None:
    message = f"is executed by {threads} threads of a subgroup, but expects {unit.threads}"
    with pytest.raises(InterpreterError, match=message):
        run(unit, "f16", drawn(unit, "f16"), threads)


def test_subgroups_must_have_the_size_of_the_product() -> None:
    wrong = WMMA_3._replace(arch="gfx90a")
    with pytest.raises(InterpreterError, match="is executed by 64 threads of a subgroup, but expects 32"):
        run(wrong, "f16", drawn(wrong, "f16"), 64)
