"""The results of executables: arrays that own their memory, once each, whatever the program shares."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

import dlc
from dlc.compiler import Executable
from support.new_process import check_in_new_process

TENSORS = """
func.func @itself(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }
func.func @twice(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %y = graph.add %x, %x : tensor<4xf32>
  return %y, %y : tensor<4xf32>, tensor<4xf32>
}
func.func @constant() -> tensor<4xf32> {
  %c = graph.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  return %c : tensor<4xf32>
}
func.func @scalar(%x: tensor<f32>) -> tensor<f32> {
  %y = graph.add %x, %x : tensor<f32>
  return %y : tensor<f32>
}
func.func @nothing(%x: tensor<?x0xf32, #graph.dims<n>>) -> tensor<?x0xf32, #graph.dims<n>> {
  %y = graph.add %x, %x : tensor<?x0xf32, #graph.dims<n>>
  return %y : tensor<?x0xf32, #graph.dims<n>>
}
func.func @none(%x: tensor<4xf32>) { return }
"""


@pytest.fixture(scope="module")
def tensors() -> Executable:
    return dlc.compile(TENSORS, threads=1)


def test_results_of_tensors_are_apart_from_arguments_and_constants(tensors: Executable) -> None:
    x = np.arange(4, dtype=np.float32)
    result = tensors.run("itself", x)
    result[:] = 7
    assert x.tolist() == [0, 1, 2, 3]
    first, second = tensors.run("twice", x)
    first[:] = 7
    assert second.tolist() == [0, 2, 4, 6]
    for _ in range(3):
        constant = tensors.run("constant")
        assert constant.tolist() == [1, 2, 3, 4]
        constant[:] = 7


def test_results_without_dimensions_or_elements(tensors: Executable) -> None:
    result = tensors.run("scalar", 1.5)
    assert (result.shape, result.dtype, result.item()) == ((), np.float32, 3.0)
    assert tensors.run("nothing", np.zeros((5, 0), np.float32)).shape == (5, 0)
    assert tensors.run("none", np.zeros(4, np.float32)) is None


def test_results_outlive_the_executable() -> None:
    exe = dlc.compile(TENSORS, threads=1)
    gone = weakref.ref(exe)
    results = [exe.run("itself", np.full(4, number, np.float32)) for number in range(100)]
    constants = exe.run("constant")
    del exe
    gc.collect()
    assert gone() is None
    assert [each[0] for each in results] == list(range(100))
    assert constants.tolist() == [1, 2, 3, 4]
    views = [each[1:3] for each in results]
    del results
    gc.collect()
    assert [each[1] for each in views] == list(range(100))


MEMREFS = """
memref.global "private" constant @small : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
memref.global "private" constant @large : memref<8192xf32> = dense<5.0>
memref.global "private" @variable : memref<4xf32> = dense<0.0>
func.func @fresh(%n: index) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = memref.alloc(%n) {alignment = 64 : i64} : memref<?xf32>
  loop.for %i = 0 to %n { loop.store %zero, %m[%i] : memref<?xf32> }
  return %m : memref<?xf32>
}
func.func @same(%m: memref<4xf32>) -> memref<4xf32> { return %m : memref<4xf32> }
func.func @part(%m: memref<4x6xf32>) -> memref<2x3xf32, strided<[12, 2], offset: 7>> {
  %p = memref.subview %m[1, 1] [2, 3] [2, 2] : memref<4x6xf32> to memref<2x3xf32, strided<[12, 2], offset: 7>>
  return %p : memref<2x3xf32, strided<[12, 2], offset: 7>>
}
func.func @both(%m: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>, memref<4xf32>) {
  %f = memref.alloc() : memref<4xf32>
  memref.copy %m, %f : memref<4xf32> to memref<4xf32>
  return %f, %m, %f : memref<4xf32>, memref<4xf32>, memref<4xf32>
}
func.func @halves() -> (memref<2xf32, strided<[1]>>, memref<2xf32, strided<[1], offset: 2>>) {
  %f = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
  %c0 = arith.constant 0 : index
  loop.for %i = 0 to 4 {
    %k = arith.index_cast %i : index to i32
    %x = arith.sitofp %k : i32 to f32
    loop.store %x, %f[%i] : memref<4xf32>
  }
  %a = memref.subview %f[0] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1]>>
  %b = memref.subview %f[2] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 2>>
  return %a, %b : memref<2xf32, strided<[1]>>, memref<2xf32, strided<[1], offset: 2>>
}
func.func @of_globals() -> (memref<4xf32>, memref<8192xf32>, memref<4xf32>) {
  %a = memref.get_global @small : memref<4xf32>
  %b = memref.get_global @large : memref<8192xf32>
  %c = memref.get_global @variable : memref<4xf32>
  return %a, %b, %c : memref<4xf32>, memref<8192xf32>, memref<4xf32>
}
"""


@pytest.fixture(scope="module")
def memrefs() -> Executable:
    return dlc.compile(MEMREFS, threads=1)


def test_memory_of_an_argument_stays_that_of_the_argument(memrefs: Executable) -> None:
    m = np.arange(4, dtype=np.float32)
    result = memrefs.run("same", m)
    result[0] = 9
    assert m[0] == 9
    assert np.shares_memory(m, result)
    del m
    gc.collect()
    assert result.tolist() == [9, 1, 2, 3]
    matrix = np.arange(24, dtype=np.float32).reshape(4, 6)
    part = memrefs.run("part", matrix)
    np.testing.assert_array_equal(part, matrix[1::2, 1::2])
    part[...] = 0
    assert matrix[1, 1] == matrix[3, 5] == 0


def test_results_that_share_memory_are_freed_once(memrefs: Executable) -> None:
    m = np.arange(4, dtype=np.float32)
    for order in ((0, 1, 2), (2, 1, 0)):
        results = list(memrefs.run("both", m))
        assert np.shares_memory(results[0], results[2])
        assert np.shares_memory(results[1], m)
        for number in order:
            results[number] = None
            gc.collect()
            assert all(each.tolist() == [0, 1, 2, 3] for each in results if each is not None)
    first, second = memrefs.run("halves")
    del first
    gc.collect()
    assert second.tolist() == [2, 3]


def test_what_lies_in_globals_is_copied(memrefs: Executable) -> None:
    for _ in range(2):
        small, large, variable = memrefs.run("of_globals")
        assert small.tolist() == [1, 2, 3, 4]
        assert (large == 5).all()
        assert variable.tolist() == [0] * 4
        for each in (small, large, variable):
            each[:] = 8


def test_alignment_of_results(memrefs: Executable) -> None:
    assert all(memrefs.run("fresh", 5).ctypes.data % 64 == 0 for _ in range(20))


def test_a_function_that_returns_its_argument_takes_no_copy(memrefs: Executable) -> None:
    with pytest.raises(dlc.InvalidArgument, match="is written to"):
        memrefs.run("same", np.arange(8, dtype=np.float32)[::2])


SCRIPT = f'''
import gc, resource, sys, threading
import numpy as np
import dlc

tensors = dlc.compile("""{TENSORS}""", threads=1)
memrefs = dlc.compile("""{MEMREFS}""", threads=1)
'''


@pytest.mark.slow
def test_memory_is_freed() -> None:
    """A thousand results of a megabyte each, with views that live a little longer."""
    done = check_in_new_process(
        SCRIPT
        + """
last = None
for number in range(1000):
    found = memrefs.run("fresh", 1 << 18)
    last = found[number:]
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for number in range(3000):
    memrefs.run("fresh", 1 << 18)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak)
"""
    )
    assert int(done.stdout) < 100_000  # kilobytes: four gigabytes were given


@pytest.mark.slow
def test_nothing_is_freed_twice_or_used_afterwards() -> None:
    """Memory is overwritten when it is freed, under several threads and a collector that runs all the time."""
    done = check_in_new_process(
        SCRIPT
        + """
gc.set_threshold(1)
wrong = []

def work(seed):
    m = np.full(4, seed, np.float32)
    kept = []
    for number in range(150):
        a, b, c = memrefs.run("both", m)
        kept.append(c)
        kept.append(tensors.run("itself", m))
        kept += memrefs.run("halves")
        del a, b, c
        if number % 10 == 0:
            if any(each[0] not in (seed, 0, 2) for each in kept):
                wrong.append(seed)
            kept = kept[::2]

threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(wrong)
"""
    )
    assert done.stdout == "[]\n"


@pytest.mark.slow
@pytest.mark.parametrize("kept", ["exe, found", "found", "exe"])
def test_the_interpreter_ends_well_with_results_and_executables_alive(kept: str) -> None:
    code = (
        SCRIPT
        + f"""
exe = memrefs
found = memrefs.run("fresh", 100)
import builtins
builtins.kept = ({kept},)
print("end")
"""
    )
    assert check_in_new_process(code).stdout == "end\n"
