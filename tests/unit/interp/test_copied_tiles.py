"""Tiles that one thread copies to workgroup memory, and barriers there that all others wait at."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from dlc.dialects.nvgpu import swizzled
from dlc.interp.errors import InterpreterError
from support.block_programs import SHARED, run_block

TILE = f"memref<2x2x8x8xf16, {SHARED}>"
FULL = f"memref<2xi64, {SHARED}>"
STAGES = f"%w: {TILE}, %full: {FULL}"


def init(arrivals: int = 1) -> str:
    """Make both barriers ready, in the first thread."""
    return "".join(f"nvgpu.barrier.init %full[%c{at}] {{arrivals = {arrivals} : i32}} : {FULL}\n" for at in (0, 1))


def copied(stage: int, size: int = 256, row: int = 0, column: int = 0) -> str:
    """Begin to copy 8 rows of 16 columns to a stage."""
    return f"""
      nvgpu.barrier.arrive_expect %full[%c{stage}] {{bytes = {size} : i32}} : {FULL}
      %row{stage}{row} = arith.constant {row} : index
      %column{stage}{row} = arith.constant {column} : index
      nvgpu.tile_copy %m[%row{stage}{row}, %column{stage}{row}], %w[%c{stage}, %c0, %c0, %c0], %full[%c{stage}]
        {{rows = 0 : index}} : memref<16x32xf16> to {TILE}, {FULL}
"""


def by_first(text: str) -> str:
    """Let the first thread run ops."""
    return f"""
    loop.if affine_set<(d0) : (d0 == 0)>(%t) {{
      {text}
    }}
"""


def wait(stage: int, parity: int = 0) -> str:
    """Let all threads wait for a phase of a stage."""
    return f"nvgpu.barrier.wait %full[%c{stage}], %c{parity} : {FULL}\n"


def read(stage: int, rows: str = "8") -> str:
    """Let each of 16 threads read a column of a stage."""
    return f"""
    loop.for %i = 0 to {rows} {{
      %x = loop.load %w[{stage}, %t floordiv 8, %i, %t mod 8] : {TILE}
      loop.store %x, %out[%i + {8 * stage}, %t] : memref<16x16xf16>
    }}
"""


FENCE, BARRIER = "nvgpu.fence.proxy\n", "gpu.barrier\n"
READY = by_first(init() + FENCE) + BARRIER


def tiles(body: str, threads: int = 16) -> Any:
    """Run a kernel on numbers, and return what it copies."""
    source = np.arange(512, dtype=np.float16).reshape(16, 32)
    out = np.zeros((16, 16), np.float16)
    run_block(STAGES, body, source, out, threads=threads)
    return out


def test_tiles_lie_in_chunks() -> None:
    """Two tiles are under way at a time, and the second one begins somewhere else."""
    out = tiles(READY + by_first(copied(0) + copied(1, row=8, column=16)) + wait(0) + read(0) + wait(1) + read(1))
    source = np.arange(512).reshape(16, 32)
    assert (out == np.vstack([source[:8, :16], source[8:, 16:]])).all()


@pytest.mark.parametrize("width", [8, 4, 2])
def test_swizzled_chunks_are_where_the_hardware_puts_them(width: int) -> None:
    """The PTX ISA: bits 4 and up of an address, as many as the swizzle has, get those from bit 7 on by exclusive or."""
    rows, mask = 32, width - 1
    for chunk in range(16):
        for row in range(rows):
            address = (chunk // width * rows + row) * 16 * width + chunk % width * 16
            address ^= (address >> 7 & mask) << 4
            place, below = swizzled(chunk, row, rows, width)
            assert (place * rows + below) * 16 == address
    places = {swizzled(chunk, row, rows, width) for chunk in range(16) for row in range(rows)}
    assert places == {(chunk, row) for chunk in range(16) for row in range(rows)}
    assert all(swizzled(chunk, row, rows, 1) == (chunk, row) for chunk in range(16) for row in range(rows))


def test_a_swizzled_tile() -> None:
    """Four rows of 32 bytes lie as they are, and the chunks of the next four change places."""
    out = tiles(READY + by_first(copied(0).replace("{rows = 0 : index}", WIDE)) + wait(0) + read(0))
    source = np.arange(512).reshape(16, 32)[:8, :16]
    chunks = [source[row, 8 * (chunk ^ row // 4) :][:8] for row in range(8) for chunk in range(2)]
    assert (out[:8] == np.concatenate([chunks[:8], chunks[8:]], axis=1)).all()


WIDE = "{rows = 0 : index, swizzle = 2 : i32}"


def test_zeros_are_copied_from_outside() -> None:
    out = tiles(READY + by_first(copied(0, row=12, column=24)) + wait(0) + read(0))
    expected = np.zeros((8, 16))
    expected[:4, :8] = np.arange(512).reshape(16, 32)[12:, 24:]
    assert (out[:8] == expected).all()


def test_phases_take_turns() -> None:
    """The second phase of a barrier has the other parity, and begins when all have read what came in the first one."""
    again = copied(0, row=8).replace("%row", "%again").replace("%column", "%from")
    body = READY + by_first(copied(0)) + wait(0) + read(0) + BARRIER + by_first(again) + wait(0, 1)
    out = tiles(body + read(0).replace("%i + 0", "%i + 8"))
    assert (out == np.arange(512).reshape(16, 32)[:, :16]).all()


def test_a_barrier_of_the_block_hands_on_what_one_has_waited_for() -> None:
    out = tiles(READY + by_first(copied(0) + wait(0)) + BARRIER + read(0))
    assert (out[:8] == np.arange(512).reshape(16, 32)[:8, :16]).all()


AGAIN = copied(0, row=8).replace("%row", "%again").replace("%column", "%from")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (READY + by_first(copied(0)) + read(0), "that thread 0 of block 0 is copying to"),
        (
            READY + by_first(copied(0) + copied(1) + wait(0)) + wait(1) + read(0),
            "was copied in phase 0 of a barrier: thread 1 of block 0 has not waited for it",
        ),
        (READY + by_first(copied(0)) + wait(1), "is where thread 0 of block 0 waits for ever: 1 threads have not"),
        (READY + by_first(copied(0, size=512)) + wait(0), "phase 0 expects 512 bytes, but 256 are copied"),
        (READY + by_first(copied(0, size=128)) + wait(0), "copies more than the 128 bytes that its barrier expects"),
        (
            READY + by_first(copied(0)) + wait(0, 1) + read(0),
            "that thread 0 of block 0 is copying to",
        ),
        (by_first(init()) + BARRIER + by_first(copied(0)), "made ready without 'nvgpu.fence.proxy' after it"),
        (by_first(init() + FENCE + copied(0)) + wait(0), "that thread 0 has made ready: no 'gpu.barrier' between them"),
        (by_first(copied(0)), "uses a barrier that no 'nvgpu.barrier.init' has made ready"),
        (READY + by_first(init()), "makes a barrier ready for the second time"),
        (READY + by_first(copied(0) + AGAIN), "before any thread has waited for its phase"),
        (
            READY + by_first(copied(0)) + wait(0) + read(0) + by_first(AGAIN),
            "is copying to",
        ),
        (
            READY + by_first(copied(0) + copied(1)).replace("%w[%c1, %c0", "%w[%c0, %c0"),
            "is copying to",
        ),
    ],
)
def test_what_is_wrong_with_tiles(body: str, message: str) -> None:
    with pytest.raises(InterpreterError, match=re.escape(message)):
        tiles(body)


def test_products_of_tiles_that_a_thread_has_not_waited_for() -> None:
    """A warpgroup multiplies a tile that all of its threads have waited for, without a fence."""

    def body(waiting: str) -> str:
        return (
            READY
            + by_first(f"""
      nvgpu.barrier.arrive_expect %full[%c0] {{bytes = 2048 : i32}} : {FULL}
      nvgpu.tile_copy %m[%c0, %c0], %a[%c0, %c0, %c0], %full[%c0] {{rows = 0 : index}}
        : memref<64x16xf16> to memref<2x64x8xf16, {SHARED}>, {FULL}
""")
            + waiting
            + f"""
    %zero = arith.constant dense<0.0> : vector<2x2xf32>
    %acc = nvgpu.warpgroup.fence %zero : vector<2x2xf32> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf32>>
    %sum = nvgpu.warpgroup.mma_async %acc, %a[%c0, %c0, %c0], %a[%c0, %c0, %c0]
      : !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf32>>, memref<2x64x8xf16, {SHARED}>,
        memref<2x64x8xf16, {SHARED}>
    %done = nvgpu.warpgroup.wait %sum : !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf32>> -> vector<2x2xf32>
    %x = vector.extract %done[0, 0] : f32 from vector<2x2xf32>
    loop.if affine_set<(d0) : (d0 == 0)>(%t) {{
      loop.store %x, %out[0, 0] : memref<1x1xf32>
    }}
"""
        )

    source, out = np.ones((64, 16), np.float16), np.zeros((1, 1), np.float32)
    buffers = f"%a: memref<2x64x8xf16, {SHARED}>, %full: {FULL}"
    run_block(buffers, body(wait(0)), source, out, threads=128)
    assert out[0, 0] == 16
    some = "loop.if affine_set<(d0) : (d0 - 32 >= 0)>(%t) {\n" + wait(0) + "}\n"
    with pytest.raises(InterpreterError, match="thread 0 of block 0 has not waited for it"):
        run_block(buffers, body(some), source, out, threads=128)
