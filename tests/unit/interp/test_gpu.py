"""Kernels as the interpreter runs them: ids, barriers, exchanges, and what is reported of races and divergence."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dlc.api import parse
from dlc.interp.errors import InterpreterError
from dlc.interp.interpreter import Interpreter

SPACE = "#gpu.address_space<workgroup>"


def kernel(body: str, signature: str = "%m: memref<?xi32>", buffers: str = "", grid: int = 1, block: int = 4) -> str:
    """A module that launches a kernel of one memref by `@main`."""
    kind = signature.partition(": ")[2]
    return f"""module attributes {{gpu.container_module}} {{
  gpu.module @k {{
    gpu.func @f({signature}) {buffers} kernel {{
{body}
      gpu.return
    }}
  }}
  func.func @main(%m: {kind}) {{
    %c1 = arith.constant 1 : index
    %grid = arith.constant {grid} : index
    %block = arith.constant {block} : index
    gpu.launch_func @k::@f blocks in (%grid, %c1, %c1) threads in (%block, %c1, %c1) args(%m : {kind})
    return
  }}
}}"""


def run(text: str, *arguments: Any, **options: Any) -> Interpreter:
    interpreter = Interpreter(parse(text), **options)
    interpreter.run("main", *arguments)
    return interpreter


def refusal(text: str, *arguments: Any, **options: Any) -> str:
    with pytest.raises(InterpreterError) as caught:
        run(text, *arguments, **options)
    return str(caught.value)


def test_each_thread_runs_once() -> None:
    array = np.zeros(12, np.int32)
    run(
        kernel(
            """%i = gpu.global_id x
        %b = gpu.block_id x
        %n = gpu.block_dim x
        %t = gpu.thread_id x
        %base = arith.muli %b, %n : index
        %j = arith.addi %base, %t : index
        %old = memref.load %m[%i] : memref<?xi32>
        %v = arith.index_cast %j : index to i32
        %new = arith.addi %old, %v : i32
        memref.store %new, %m[%i] : memref<?xi32>""",
            grid=3,
        ),
        array,
    )
    assert array.tolist() == list(range(12))


def test_launch_sees_values_around_it() -> None:
    text = """func.func @main(%m: memref<2x3x2xindex>, %extra: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c3, %sy = %c2, %sz = %c1) {
    %twice = arith.addi %tx, %extra : index
    memref.store %twice, %m[%bx, %tx, %ty] : memref<2x3x2xindex>
    gpu.terminator
  }
  return
}"""
    array = np.zeros((2, 3, 2), np.int64)
    run(text, array, 10)
    assert array[1, :, 1].tolist() == [10, 11, 12]


REVERSE = """%t = gpu.thread_id x
      %v = memref.load %m[%t] : memref<?xi32>
      memref.store %v, %w[%t] : memref<4xi32, #gpu.address_space<workgroup>>
      {barrier}
      %c3 = arith.constant 3 : index
      %u = arith.subi %c3, %t : index
      %r = memref.load %w[%u] : memref<4xi32, #gpu.address_space<workgroup>>
      memref.store %r, %m[%t] : memref<?xi32>"""
SHARED = f"workgroup(%w : memref<4xi32, {SPACE}>)"


def test_barrier_orders_shared_memory() -> None:
    array = np.arange(4, dtype=np.int32)
    run(kernel(REVERSE.format(barrier="gpu.barrier"), buffers=SHARED), array)
    assert array.tolist() == [3, 2, 1, 0]


def test_missing_barrier_is_a_race() -> None:
    """Thread 0 reads what thread 3 has not written yet; thread 2 reads what thread 1 wrote."""
    text = kernel(REVERSE.format(barrier=""), buffers=SHARED).replace(
        "%c3 = arith.constant 3", "%c3 = arith.constant 4"
    )
    text = text.replace("arith.subi %c3, %t", "arith.andi %t, %zero").replace(
        "%t = gpu.thread_id x", "%t = gpu.thread_id x\n %zero = arith.constant 0 : index"
    )
    message = refusal(text, np.arange(4, dtype=np.int32))
    assert "'memref.load' op reads an element of workgroup memory in thread 1 of block 0 that thread 0" in message
    assert "wrote ('memref.store' at " in message
    assert message.endswith("no barrier between them")


def test_blocks_race_without_order() -> None:
    body = """%c0 = arith.constant 0 : index
      %b = gpu.block_id x
      %v = arith.index_cast %b : index to i32
      memref.store %v, %m[%c0] : memref<?xi32>"""
    message = refusal(kernel(body, grid=2, block=1), np.zeros(1, np.int32))
    assert "writes an element of argument in thread 0 of block 1 that thread 0 of block 0 wrote" in message
    assert message.endswith("blocks are in no order")


def test_read_then_write_is_a_race() -> None:
    body = """%c0 = arith.constant 0 : index
      %t = gpu.thread_id x
      %last = arith.constant 3 : index
      %old = memref.load %m[%c0] : memref<?xi32>
      %is_last = arith.cmpi eq, %t, %last : index
      loop.when %is_last {
        memref.store %old, %m[%c0] : memref<?xi32>
      }"""
    error = refusal(kernel(body), np.zeros(1, np.int32))
    assert (
        "'memref.store' op writes an element of argument in thread 3 of block 0 that thread 0 of block 0 read" in error
    )


def test_atomic_updates_do_not_race() -> None:
    body = """%c0 = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %old = memref.atomic_rmw addi %one, %m[%c0] : (i32, memref<?xi32>) -> i32"""
    array = np.zeros(1, np.int32)
    run(kernel(body, grid=3), array)
    assert array.tolist() == [12]


BYTES = """%t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %place = arith.constant PLACE : index
      %words = memref.view %m[%c0][] : memref<16xi8> to memref<4xi32>
      %one = arith.constant 1 : i32
      %byte = arith.constant 1 : i8
      %first = arith.cmpi eq, %t, %c0 : index
      loop.when %first {
        memref.store %one, %words[%c0] : memref<4xi32>
      } else {
        memref.store %byte, %m[%place] : memref<16xi8>
      }"""


def test_bytes_of_one_element_race_with_it() -> None:
    text = kernel(BYTES.replace("PLACE", "3"), "%m: memref<16xi8>", block=2)
    assert "writes an element of argument in thread 1" in refusal(text, np.zeros(16, np.int8))


@pytest.mark.parametrize("place", [4, 5])
def test_bytes_beside_an_element_do_not_race_with_it(place: int) -> None:
    array = np.zeros(16, np.int8)
    run(kernel(BYTES.replace("PLACE", str(place)), "%m: memref<16xi8>", block=2), array)
    assert array.nonzero()[0].tolist() == [0, place]


def test_divergent_barrier_is_an_error() -> None:
    body = """%t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %first = arith.cmpi eq, %t, %c0 : index
      loop.when %first {
        gpu.barrier
      }"""
    message = refusal(kernel(body), np.zeros(1, np.int32))
    assert "'gpu.barrier' op is not executed by all threads that it is for: thread 0 of block 0 waits here" in message
    assert message.endswith("but thread 1 is done")


def test_different_barriers_are_an_error() -> None:
    body = """%t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %first = arith.cmpi eq, %t, %c0 : index
      loop.when %first {
        gpu.barrier
      } else {
        gpu.barrier
      }"""
    assert "but thread 1 waits at 'gpu.barrier' at " in refusal(kernel(body), np.zeros(1, np.int32))


def test_loop_without_end_is_stopped() -> None:
    body = """loop.while : () -> () {
        %true = arith.constant true
        loop.condition(%true)
      } do {
        gpu.barrier
        loop.yield
      }"""
    assert "takes more than 5000 steps" in refusal(kernel(body), np.zeros(1, np.int32), max_steps=5000)


@pytest.mark.parametrize(
    ("mode", "offset", "expected"),
    [
        ("xor", 1, [(11, 1), (10, 1), (13, 1), (12, 1)]),
        ("up", 1, [(10, 0), (10, 1), (11, 1), (12, 1)]),
        ("down", 2, [(12, 1), (13, 1), (12, 0), (13, 0)]),
        ("idx", 3, [(13, 1), (13, 1), (13, 1), (13, 1)]),
    ],
)
def test_shuffle(mode: str, offset: int, expected: list[tuple[int, int]]) -> None:
    body = f"""%t = gpu.thread_id x
      %v = memref.load %m[%t] : memref<?xi32>
      %o = arith.constant {offset} : i32
      %w = arith.constant 4 : i32
      %r, %valid = gpu.shuffle {mode} %v, %o, %w : i32
      %flag = arith.extui %valid : i1 to i32
      %c4 = arith.constant 4 : index
      %u = arith.addi %t, %c4 : index
      memref.store %r, %m[%t] : memref<?xi32>
      memref.store %flag, %m[%u] : memref<?xi32>"""
    array = np.array([10, 11, 12, 13, 0, 0, 0, 0], np.int32)
    run(kernel(body), array)
    assert list(zip(array[:4].tolist(), array[4:].tolist(), strict=True)) == expected


def test_reductions() -> None:
    body = """%t = gpu.thread_id x
      %v = memref.load %m[%t] : memref<?xi32>
      %all = gpu.all_reduce add %v {} : (i32) -> i32
      %most = gpu.all_reduce %v {
      ^bb0(%a: i32, %b: i32):
        %c = arith.maxsi %a, %b : i32
        gpu.yield %c : i32
      } : (i32) -> i32
      %pair = gpu.subgroup_reduce mul %v cluster(size = 2, stride = 2) : (i32) -> i32
      %two = arith.addi %all, %most : i32
      %c1000 = arith.constant 1000 : i32
      %high = arith.muli %pair, %c1000 : i32
      %three = arith.addi %two, %high : i32
      memref.store %three, %m[%t] : memref<?xi32>"""
    array = np.array([1, 2, 3, 4], np.int32)
    run(kernel(body), array)
    assert array.tolist() == [3014, 8014, 3014, 8014]


def test_lanes_and_subgroups() -> None:
    body = """%t = gpu.thread_id x
      %lane = gpu.lane_id
      %group = gpu.subgroup_id : index
      %groups = gpu.num_subgroups : index
      %c100 = arith.constant 100 : index
      %high = arith.muli %group, %c100 : index
      %both = arith.addi %lane, %high : index
      %sum = arith.addi %both, %groups : index
      %v = arith.index_cast %sum : index to i32
      memref.store %v, %m[%t] : memref<?xi32>"""
    array = np.zeros(40, np.int32)
    run(kernel(body, block=40), array)
    assert array[[0, 31, 32, 39]].tolist() == [2, 33, 102, 109]


def test_subgroups_are_those_of_the_architecture() -> None:
    """Threads of gfx90a exchange values in subgroups of 64."""
    body = """%t = gpu.thread_id x
      %lane = gpu.lane_id
      %group = gpu.subgroup_id : index
      %size = gpu.subgroup_size : index
      %v = arith.index_cast %lane : index to i32
      %w = arith.constant 64 : i32
      %o = arith.constant 40 : i32
      %other, %valid = gpu.shuffle xor %v, %o, %w : i32
      %all = gpu.subgroup_reduce add %other : (i32) -> i32
      %g = arith.index_cast %group : index to i32
      %s = arith.index_cast %size : index to i32
      %sum = arith.addi %other, %g : i32
      %both = arith.addi %sum, %s : i32
      %c1000 = arith.constant 1000 : i32
      %high = arith.muli %all, %c1000 : i32
      %result = arith.addi %both, %high : i32
      memref.store %result, %m[%t] : memref<?xi32>"""
    text = kernel(body, block=128)
    array = np.zeros(128, np.int32)
    run(text.replace("{gpu.container_module}", '{gpu.container_module, gpu.machine = {arch = "gfx90a"}}'), array)
    total = 1000 * sum(range(64))
    assert array.tolist() == [(i % 64 ^ 40) + i // 64 + 64 + total for i in range(128)]
    assert "has the width 64, but subgroups have 32 threads" in refusal(text, array)


def test_known_sizes_are_checked() -> None:
    text = kernel("", buffers="").replace("kernel {", "kernel attributes {known_block_size = array<i32: 8, 1, 1>} {")
    text = text.replace(
        "%block = arith.constant 4 : index", "%four = arith.constant 4 : index\n %block = arith.addi %four, %c1 : index"
    )
    assert "launches a block of sizes [5, 1, 1], but the kernel promises [8, 1, 1]" in refusal(
        text, np.zeros(1, np.int32)
    )


def test_broken_bound_is_an_error() -> None:
    body = "%t = gpu.thread_id x upper_bound 2"
    assert "is 2, though it is promised to be less than 2" in refusal(kernel(body), np.zeros(1, np.int32))


def test_ids_outside_of_a_launch() -> None:
    text = "func.func @main() -> index {\n %t = gpu.thread_id x\n return %t : index\n}"
    assert "stands outside of a launch" in refusal(text)
    assert "no threads to meet" in refusal("func.func @main() {\n gpu.barrier\n return\n}")


def test_printf() -> None:
    body = """%t = gpu.thread_id x
      %x = arith.constant 1.5 : f32
      gpu.printf "%d: %.2f\\0A", %t, %x : index, f32"""
    assert run(kernel(body, block=2), np.zeros(1, np.int32)).output == ["0: 1.50\n", "1: 1.50\n"]


def test_memory_of_the_device() -> None:
    text = """func.func @main(%from: memref<4xf32>, %to: memref<4xf32>, %x: f32) {
  %t0 = gpu.wait async
  %d, %t1 = gpu.alloc async [%t0] () : memref<4xf32>
  %t2 = gpu.memcpy async [%t1] %d, %from : memref<4xf32>, memref<4xf32>
  %t3 = gpu.memcpy async [%t2] %to, %d : memref<4xf32>, memref<4xf32>
  gpu.wait [%t3]
  gpu.memset %from, %x : memref<4xf32>, f32
  gpu.dealloc %d : memref<4xf32>
  return
}"""
    source, target = np.arange(4, dtype=np.float32), np.zeros(4, np.float32)
    run(text, source, target, 7.0)
    assert target.tolist() == [0, 1, 2, 3]
    assert source.tolist() == [7, 7, 7, 7]
