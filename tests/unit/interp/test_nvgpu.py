"""Warps as the interpreter runs them: fragments as the PTX ISA lays them out, and copies that nobody has waited for."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from dlc.dialects.nvgpu import QuadPairOperand, QuadPairSums, Shape, operand_fragment, sum_fragment
from dlc.interp.errors import InterpreterError
from support.block_programs import SHARED, TYPES, run_block

# -- Matrices ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "k", "places"),
    [(16, 16, [(1, 6), (9, 6), (1, 14), (9, 14)]), (32, 8, [(1, 3), (9, 3), (1, 7), (9, 7)])],
)
def test_first_registers_of_lane_7(width: int, k: int, places: list[tuple[int, int]]) -> None:
    """Lane 7 is in group 1 of the ISA, and the last of four threads there."""
    fragment = operand_fragment(16, k, width)
    assert [fragment.position(7, (register, 0)) for register in range(fragment.registers)] == places


def test_other_fragments_of_lane_7() -> None:
    assert [operand_fragment(8, 32, 8).position(7, (register, 3)) for register in range(2)] == [(1, 15), (1, 31)]
    sums = sum_fragment(Shape(16, 8, 16))
    assert [sums.position(7, place) for place in np.ndindex(2, 2)] == [(1, 6), (1, 7), (9, 6), (9, 7)]


def test_fragments_of_lane_23() -> None:
    """Lane 23 is the last one of the upper half of the second quad pair, whose matrices begin at row 8."""
    by_rows, by_columns = ([QuadPairOperand(flag).position(23, (i,)) for i in range(4)] for flag in (False, True))
    assert by_rows == [(15, 0), (15, 1), (15, 2), (15, 3)]
    assert by_columns == [(12, 3), (13, 3), (14, 3), (15, 3)]
    sums = [QuadPairSums().position(23, (i,)) for i in range(8)]
    assert sums == [(13, 2), (13, 3), (15, 2), (15, 3), (13, 6), (13, 7), (15, 6), (15, 7)]


def product(element: str, sums: str, k: int, flags: str = "") -> tuple[str, str]:
    """Return buffers and the body of a kernel that multiplies the first 16 rows of `%m` by its last 8."""
    each = k // 8
    a, b, c = f"vector<4x{each}x{element}>", f"vector<2x{each}x{element}>", f"vector<2x2x{sums}>"
    type, zero = f"memref<24x{k}x{element}, {SHARED}>", "0" if sums == "i32" else "0.0"
    return (
        f"%w: {type}",
        f"""
    loop.for %i = 0 to 24 {{
      loop.for %j = %t to {k} step 32 {{
        %x = loop.load %m[%i, %j] : memref<24x{k}x{element}>
        loop.store %x, %w[%i, %j] : {type}
      }}
    }}
    gpu.barrier
    %row = loop.apply affine_map<(d0) -> (d0 mod 16)>(%t)
    %part = loop.apply affine_map<(d0) -> ((d0 floordiv 16) * {k // 2})>(%t)
    %column = loop.apply affine_map<(d0) -> (16 + d0 mod 8)>(%t)
    %half = loop.apply affine_map<(d0) -> (((d0 floordiv 8) mod 2) * {k // 2})>(%t)
    %a = nvgpu.ldmatrix %w[%row, %part] {{numTiles = 4 : i32, transpose = false}} : {type} -> {a}
    %b = nvgpu.ldmatrix %w[%column, %half] {{numTiles = 2 : i32, transpose = false}} : {type} -> {b}
    %zero = arith.constant dense<{zero}> : {c}
    %d = nvgpu.mma.sync (%a, %b, %zero) {{mmaShape = [16, 8, {k}]{flags}}} : ({a}, {b}, {c}) -> {c}
    loop.for %r = 0 to 2 {{
      loop.for %e = 0 to 2 {{
        %y = vector.extract %d[%r, %e] : {sums} from {c}
        loop.store %y, %out[%t floordiv 4 + %r * 8, (%t mod 4) * 2 + %e] : memref<16x8x{sums}>
      }}
    }}""",
    )


@pytest.mark.parametrize(
    ("element", "sums", "k", "flags", "tolerance"),
    [
        (np.float16, np.float32, 16, "", 1e-6),
        (np.float32, np.float32, 8, ", tf32Enabled", 2e-2),
        (np.int8, np.int32, 32, "", 0),
        (ml_dtypes.float8_e4m3fn, np.float32, 32, "", 1e-6),
    ],
)
def test_product(element: Any, sums: Any, k: int, flags: str, tolerance: float) -> None:
    matrix = (np.random.default_rng(0).standard_normal((24, k)) * 8).astype(element)
    out = np.zeros((16, 8), sums)
    run_block(*product(TYPES[matrix.dtype.name], TYPES[out.dtype.name], k, flags), matrix, out)
    expected = matrix[:16].astype(np.float64) @ matrix[16:].astype(np.float64).T
    assert np.abs(out - expected).max() <= tolerance * np.abs(expected).max()


def test_rows_begin_at_multiples_of_16_bytes() -> None:
    body = f"""
    %x = loop.load %m[0] : memref<1xf16>
    %a = nvgpu.ldmatrix %w[%t] {{numTiles = 1 : i32, transpose = false}}
      : memref<64xf16, {SHARED}> -> vector<1x2xf16>"""
    with pytest.raises(InterpreterError, match="reads uninitialized memory"):
        run_block(f"%w: memref<64xf16, {SHARED}>", body, np.zeros(1, np.float16))
    body = body.replace("loop.load %m[0] : memref<1xf16>", "loop.load %m[0] : memref<1xf16>\n" + FILL)
    with pytest.raises(InterpreterError, match="which does not begin at a multiple of 16 bytes"):
        run_block(f"%w: memref<64xf16, {SHARED}>", body, np.zeros(1, np.float16))


FILL = f"""    loop.for %i = %t to 64 step 32 {{
      loop.store %x, %w[%i] : memref<64xf16, {SHARED}>
    }}
    gpu.barrier"""


# -- Copies in the background ------------------------------------------------------------------------------------------

COPY = f"""
    %token = nvgpu.device_async_copy %m[%t * 4], %w[%t * 4], 4 : memref<128xf16> to memref<128xf16, {SHARED}>
    %group = nvgpu.device_async_create_group %token"""
READ = f"""
    %x = loop.load %w[127 - %t * 4] : memref<128xf16, {SHARED}>
    loop.store %x, %out[%t] : memref<32xf16>"""


def copied(wait: str) -> Any:
    """Return what threads read of the copies of others, after what is between."""
    source, out = np.arange(128, dtype=np.float16), np.zeros(32, np.float16)
    copy = COPY.replace("[%t * 4]", "[%at]").replace("\n", "\n    %at = arith.muli %t, %four : index\n", 1)
    run_block(f"%w: memref<128xf16, {SHARED}>", f"    %four = arith.constant 4 : index{copy}{wait}{READ}", source, out)
    return out


def test_copy_is_there_after_wait_and_barrier() -> None:
    assert copied("\n    nvgpu.device_async_wait %group\n    gpu.barrier").tolist() == list(range(127, 0, -4))


@pytest.mark.parametrize(
    ("wait", "message"),
    [
        ("\n    gpu.barrier", "it has not waited for the copy"),
        (
            "\n    nvgpu.device_async_wait %group {numGroups = 1 : i32}\n    gpu.barrier",
            "it has not waited for the copy",
        ),
        ("\n    nvgpu.device_async_wait %group", "reads uninitialized memory"),
    ],
    ids=["wait", "all groups", "barrier"],
)
def test_missing_wait(wait: str, message: str) -> None:
    with pytest.raises(InterpreterError, match=message):
        copied(wait)


def test_copy_over_what_another_thread_reads() -> None:
    """The copy begins to write before the barrier that the reader has not passed."""
    body = f"""
    %four = arith.constant 4 : index
    %at = arith.muli %t, %four : index
    %zero = arith.constant 0.0 : f16
    loop.for %i = %at to affine_map<(d0) -> (d0 + 4)>(%at) {{
      loop.store %zero, %w[%i] : memref<128xf16, {SHARED}>
    }}
    gpu.barrier
    %x = loop.load %w[127 - %t * 4] : memref<128xf16, {SHARED}>
    %token = nvgpu.device_async_copy %m[%at], %w[%at], 4 : memref<128xf16> to memref<128xf16, {SHARED}>"""
    with pytest.raises(InterpreterError, match=r"reads an element .* that thread \d+ of block 0 is copying to"):
        run_block(f"%w: memref<128xf16, {SHARED}>", body, np.zeros(128, np.float16))


def test_fewer_elements_are_read_than_written() -> None:
    source, out = np.arange(8, dtype=np.float16) + 1, np.zeros(8, np.float16)
    body = f"""
    %three = arith.constant 3 : index
    %token = nvgpu.device_async_copy %m[%c0], %w[%c0], 8, %three : memref<8xf16> to memref<8xf16, {SHARED}>
    %group = nvgpu.device_async_create_group %token
    nvgpu.device_async_wait %group
    loop.for %i = 0 to 8 {{
      %x = loop.load %w[%i] : memref<8xf16, {SHARED}>
      loop.store %x, %out[%i] : memref<8xf16>
    }}"""
    run_block(f"%w: memref<8xf16, {SHARED}>", body, source, out, threads=1)
    assert out.tolist() == [1, 2, 3, 0, 0, 0, 0, 0]


# -- Warpgroups --------------------------------------------------------------------------------------------------------

CHUNKS = f"memref<2x65x8xf16, {SHARED}>"
SUMS = "!nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf32>>"
FILLED = f"""
    loop.for %j = 0 to 16 {{
      %x = loop.load %m[%t mod 64, %j] : memref<64x16xf16>
      loop.store %x, %w[%j floordiv 8, %t mod 64, %j mod 8] : {CHUNKS}
    }}"""
BEGUN = f"""
    %zero = arith.constant dense<0.0> : vector<2x2xf32>
    %acc = nvgpu.warpgroup.fence %zero : vector<2x2xf32> -> {SUMS}
    %sum = nvgpu.warpgroup.mma_async %acc, %w[%c0, %c0, %c0], %w[%c0, %row, %c0] : {SUMS}, {CHUNKS}, {CHUNKS}"""
ENDED = f"""
    %d = nvgpu.warpgroup.wait %sum : {SUMS} -> vector<2x2xf32>
    loop.for %r = 0 to 2 {{
      loop.for %e = 0 to 2 {{
        %y = vector.extract %d[%r, %e] : f32 from vector<2x2xf32>
        loop.store %y, %out[(%t floordiv 32) * 16 + (%t mod 32) floordiv 4 + %r * 8, (%t mod 4) * 2 + %e]
          : memref<64x8xf32>
      }}
    }}"""
ROW = "%row = arith.constant 8 : index"
FENCE, BARRIER = "nvgpu.fence.proxy", "gpu.barrier"


def multiply(*body: str, threads: int = 64) -> tuple[Any, Any]:
    """Return a matrix and the product of it and its rows 8 to 15, as a warpgroup computes it."""
    matrix = np.random.default_rng(0).standard_normal((64, 16)).astype(np.float16)
    out = np.zeros((64, 8), np.float32)
    run_block(f"%w: {CHUNKS}", "\n".join(body), matrix, out, threads=threads)
    return matrix.astype(np.float64), out


ONCE = f"loop.if affine_set<(d0) : (-d0 + 63 >= 0)>(%t) {{{FILLED}\n}}"


def test_product_of_a_warpgroup() -> None:
    matrix, out = multiply(ROW, ONCE, FENCE, BARRIER, BEGUN, ENDED, threads=128)
    assert np.abs(out - matrix @ matrix[8:16].T).max() < 1e-5


def of_elements(text: str, element: str, chunk: int) -> str:
    """Return a program for f16 with other elements, of which `chunk` are 16 bytes."""
    text = text.replace("64x16xf16", f"64x{2 * chunk}x{element}").replace("x8xf16", f"x{chunk}x{element}")
    text = text.replace("0 to 16", f"0 to {2 * chunk}").replace("%j floordiv 8", f"%j floordiv {chunk}")
    text = text.replace("%j mod 8", f"%j mod {chunk}")
    return text.replace("f32", "i32").replace("<0.0>", "<0>") if element == "i8" else text


@pytest.mark.parametrize(
    ("element", "dtype", "chunk"),
    [
        ("bf16", ml_dtypes.bfloat16, 8),
        ("i8", np.int8, 16),
        ("f8E4M3FN", ml_dtypes.float8_e4m3fn, 16),
        ("f8E5M2", ml_dtypes.float8_e5m2, 16),
        ("f32", np.float32, 4),
    ],
)
def test_product_of_a_warpgroup_of_other_elements(element: str, dtype: Any, chunk: int) -> None:
    """Chunks are of 16 bytes, and a product of 32; f32 loses all but 10 bits of its fractions."""
    drawn = np.random.default_rng(0).standard_normal((64, 2 * chunk)) * (100 if element == "i8" else 1)
    matrix, out = drawn.astype(dtype), np.zeros((64, 8), np.int32 if element == "i8" else np.float32)
    body = [of_elements(each, element, chunk) for each in (ROW, ONCE, FENCE, BARRIER, BEGUN, ENDED)]
    run_block(f"%w: {of_elements(CHUNKS, element, chunk)}", "\n".join(body), matrix, out, threads=128)
    numbers: Any = matrix.astype(np.float64)
    if element == "f32":
        mantissas, exponents = np.frexp(numbers)
        numbers = np.ldexp(np.trunc(mantissas * 2**11), exponents - 11)
    expected = numbers @ numbers[8:16].T
    assert np.abs(out - expected).max() <= 1e-6 * np.abs(expected).max() * (element != "i8")


def test_sums_of_integers_wrap() -> None:
    body = of_elements(f"{ROW}\n{ONCE}\n{FENCE}\n{BARRIER}{BEGUN}{ENDED}", "i8", 16)
    body = body.replace("dense<0> : vector<2x2xi32>", "dense<2147483647> : vector<2x2xi32>")
    out = np.zeros((64, 8), np.int32)
    run_block(f"%w: {of_elements(CHUNKS, 'i8', 16)}", body, np.ones((64, 32), np.int8), out, threads=128)
    assert set(out.ravel().tolist()) == {-(2**31) + 31}


@pytest.mark.parametrize(
    ("body", "threads", "message"),
    [
        ((ROW, ONCE, BARRIER, BEGUN, ENDED), 128, "thread 0 of block 0 wrote"),
        ((ROW, ONCE, FENCE, BEGUN, ENDED), 128, "no barrier between them"),
        ((ROW, FILLED, FENCE, BARRIER, BEGUN, ENDED), 64, "is executed by 64 threads of a warpgroup, but expects 128"),
        (
            ("%row = loop.apply affine_map<(d0) -> (d0 mod 2)>(%t)", ONCE, FENCE, BARRIER, BEGUN, ENDED),
            128,
            "in thread 1 of the warpgroup, but at",
        ),
        (
            ("%row = arith.constant 65 : index", ONCE, FENCE, BARRIER, BEGUN, ENDED),
            128,
            "out of bounds",
        ),
        (
            (ROW, ONCE, FENCE, BARRIER, BEGUN, BARRIER, "#overwrite", BARRIER, ENDED),
            128,
            "has been written since it began",
        ),
    ],
    ids=[
        "no fence",
        "no barrier",
        "half a warpgroup",
        "different operands",
        "out of bounds",
        "written before the wait",
    ],
)
def test_misuse_of_a_warpgroup(body: tuple[str, ...], threads: int, message: str) -> None:
    overwrite = f"""loop.if affine_set<(d0) : (d0 == 0)>(%t) {{
      %h = arith.constant 1.0 : f16
      loop.store %h, %w[0, 5, 0] : {CHUNKS}
    }}"""
    with pytest.raises(InterpreterError, match=message):
        multiply(*(overwrite if each == "#overwrite" else each for each in body), threads=threads)
