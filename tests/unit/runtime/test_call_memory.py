"""The allocations of a failed call are freed, on whatever thread they were made: each once, and nothing else."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import dlc
from dlc.compiler import Executable
from dlc.runtime.thread_pool import is_supported
from dlc.runtime.uses_of_memory import forgets_addresses
from support.new_process import check_in_new_process

pytestmark = pytest.mark.skipif(not is_supported(), reason="programs cannot fail on this machine")

CHECKED = """
// Gives elements that must not be negative, in new memory; each iteration allocates, and an even one frees early.
func.func @checked(%x: memref<?xf32>, %is_fine: i1) -> (memref<?xf32>, memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %unused = memref.alloc(%n) : memref<?xf32>
  %a = memref.alloc(%n) {alignment = 64 : i64} : memref<?xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  %zero = arith.constant 0.0 : f32
  loop.parallel (%i) = (0) to (symbol(%n)) {
    %first = memref.alloc() : memref<4xf32>
    %second = memref.alloc() : memref<4xf32>
    %third = memref.alloc() : memref<4xf32>
    memref.dealloc %second : memref<4xf32>
    %value = loop.load %x[%i] : memref<?xf32>
    loop.store %value, %first[0] : memref<4xf32>
    %ok = arith.cmpf oge, %value, %zero : f32
    cf.assert %ok, "an element is negative"
    %kept = loop.load %first[0] : memref<4xf32>
    loop.store %kept, %a[%i] : memref<?xf32>
    loop.store %kept, %b[%i] : memref<?xf32>
    memref.dealloc %first : memref<4xf32>
    memref.dealloc %third : memref<4xf32>
  }
  memref.dealloc %unused : memref<?xf32>
  cf.assert %is_fine, "it is not fine"
  return %a, %b : memref<?xf32>, memref<?xf32>
}
"""


def compiled(threads: int) -> Executable:
    passes = f"parallel-to-threads{{threads={threads} grain=1}}" if threads > 1 else ""
    return dlc.compile(CHECKED, threads=threads, passes=passes)


@pytest.fixture(scope="module", params=[1, 2, 4])
def checked(request: pytest.FixtureRequest) -> Executable:
    return compiled(request.param)


def call(checked: Executable, numbers: np.ndarray, *, fails: str = "", is_fine: bool = True) -> None:
    """Call it with numbers of which one is negative, or not: what it gives must be right."""
    if fails:
        with pytest.raises(dlc.ProgramFailed, match=fails):
            checked(numbers, is_fine)
        return
    first, second = checked(numbers, is_fine)
    np.testing.assert_array_equal(first, numbers)
    del first
    np.testing.assert_array_equal(second, numbers)


@pytest.mark.parametrize("size", [1, 100, 40_000])
def test_calls_that_fail_and_calls_that_do_not(checked: Executable, size: int) -> None:
    numbers = np.arange(size, dtype=np.float32)
    kept, others = checked(numbers, True)
    for position in (0, size // 2, size - 1):
        wrong = numbers.copy()
        wrong[position] = -1
        call(checked, wrong, fails="an element is negative")
        call(checked, numbers)
        call(checked, numbers, fails="it is not fine", is_fine=False)
    np.testing.assert_array_equal(kept, numbers)
    np.testing.assert_array_equal(others, numbers)


def test_several_callers(checked: Executable) -> None:
    errors: list[BaseException] = []

    def work(seed: int) -> None:
        numbers = np.arange(seed, 1000 + seed, dtype=np.float32)
        wrong = numbers.copy()
        wrong[100 * seed] = -1
        try:
            for _ in range(100):
                call(checked, numbers)
                call(checked, wrong, fails="an element is negative")
        except BaseException as error:  # noqa: BLE001 (it is told by the thread that waits)
            errors.append(error)

    callers = [threading.Thread(target=work, args=(seed,)) for seed in range(1, 5)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert not errors


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
def test_nothing_is_lost(threads: int) -> None:
    """Two hundred calls that fail lose none of their three megabytes each; what is in use stays right."""
    passes = "parallel-to-threads{threads=2}" if threads > 1 else ""
    code = f'''
import numpy as np
import dlc
exe = dlc.compile("""{CHECKED}""", threads={threads}, passes="{passes}")
numbers = np.arange(1 << 18, dtype=np.float32)
wrong = numbers.copy()
wrong[-1] = -1

def fail(times):
    for number in range(times):
        try:
            exe(*((wrong, True) if number % 2 else (numbers, False)))
        except dlc.ProgramFailed:
            pass

def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4

kept = exe(numbers, True)
fail(20)
before = resident()
fail(200)
print(resident() - before)
assert all((each == numbers).all() for each in kept)
'''
    assert int(check_in_new_process(code).stdout) < 50_000  # kilobytes: six hundred megabytes were allocated


ASKS = """
func.func @f(%x: memref<4xf32>) -> index {
  %a = memref.extract_aligned_pointer_as_index %x : memref<4xf32> -> index
  return %a : index
}
"""
CASTS = """
func.func @f(%x: memref<4xf32>) {
  %a = builtin.unrealized_conversion_cast %x : memref<4xf32> to index
  return
}
"""


@pytest.mark.parametrize(
    ("text", "forgets"),
    [
        (CHECKED, True),
        ("func.func @f(%x: memref<?xcomplex<f32>>) { return }", True),
        ("func.func private @sinf(f32) -> f32", True),
        ("func.func private @keep(memref<4xf32>)", False),
        ("func.func private @give() -> tensor<4xf32>", False),
        ("llvm.func @f() { llvm.return }", False),
        ("func.func @f(%x: memref<4xmemref<4xf32>>) { return }", False),
        ("func.func @f(%x: memref<4x!llvm.ptr>) { return }", False),
        (ASKS, False),
        (CASTS, False),
    ],
)
def test_which_programs_may_know_addresses_afterwards(text: str, forgets: bool) -> None:
    assert forgets_addresses(dlc.parse(text)) == forgets


KEEPS = """
llvm.mlir.global internal @kept() {addr_space = 0 : i32} : !llvm.ptr {
  %null = llvm.mlir.zero : !llvm.ptr
  llvm.return %null : !llvm.ptr
}
llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @put(%x: i64) {
  %at = llvm.mlir.addressof @kept : !llvm.ptr
  %size = llvm.mlir.constant(100000 : i64) : i64
  %memory = llvm.call @malloc(%size) : (i64) -> !llvm.ptr
  llvm.store %x, %memory : i64, !llvm.ptr
  llvm.store %memory, %at : !llvm.ptr, !llvm.ptr
  %no = llvm.mlir.constant(false) : i1
  cf.assert %no, "put"
  llvm.return
}
llvm.func @get() -> i64 {
  %at = llvm.mlir.addressof @kept : !llvm.ptr
  %memory = llvm.load %at : !llvm.ptr -> !llvm.ptr
  %x = llvm.load %memory : !llvm.ptr -> i64
  llvm.return %x : i64
}
"""


def test_memory_that_a_program_remembers_stays() -> None:
    exe = dlc.compile(KEEPS, threads=1)
    others = dlc.compile(CHECKED, threads=1)
    for number in range(5):
        with pytest.raises(dlc.ProgramFailed, match="put"):
            exe.run("put", number)
        call(others, np.ones(25_000, np.float32), fails="it is not fine", is_fine=False)
        assert exe.run("get") == number
