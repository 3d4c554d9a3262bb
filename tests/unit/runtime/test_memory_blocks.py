"""Blocks that are kept: what is in use is nobody else's, what is free is bounded, what comes back is there already."""

from __future__ import annotations

import ctypes
import random
import sys
import threading
from collections.abc import Iterator

import pytest

from dlc.runtime import memory_blocks
from dlc.runtime.memory_blocks import ALLOCATE, FREE, KEPT_BYTES, KEPT_LIMIT
from support.new_process import check_in_new_process

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="blocks are kept on Linux")
KIB, MIB = 1 << 10, 1 << 20
LEAST = 64 * KIB
PLACES = 32
LINE_BYTES = 64


MALLOC = ctypes.CDLL(None).malloc
MALLOC.restype, MALLOC.argtypes = ctypes.c_void_p, [ctypes.c_size_t]


class Blocks:
    def __init__(self) -> None:
        library = memory_blocks.memory_blocks()
        self.allocate = library.function(ALLOCATE, ctypes.c_void_p, ctypes.c_uint64)
        self.free = library.function(FREE, None, ctypes.c_void_p)
        self._limit = ctypes.c_int64.from_address(library[KEPT_LIMIT])
        self._kept = ctypes.c_int64.from_address(library[KEPT_BYTES])
        self.first_limit = self._limit.value

    @property
    def kept(self) -> int:
        return self._kept.value

    def limit_to(self, count: int) -> None:
        self._limit.value = count

    def let_go(self) -> None:
        """Keep nothing: a block of the whole limit takes the place of all others, and goes itself.

        It comes from C: a kept one may have more bytes than the limit, and would be freed at once.
        """
        self.limit_to(LEAST * 2)
        self.free(MALLOC(LEAST * 2 - 4 * KIB))
        again = self.allocate(LEAST * 2 - 4 * KIB)
        self.limit_to(0)
        self.free(again)
        assert self.kept == 0


@pytest.fixture
def blocks() -> Iterator[Blocks]:
    new = Blocks()
    new.let_go()
    new.limit_to(new.first_limit)
    yield new
    new.let_go()
    new.limit_to(new.first_limit)


@pytest.mark.parametrize("count", [LEAST, LEAST + 1, 451_584, MIB - 8, 5 * MIB + 12])
def test_blocks_begin_at_cache_lines(blocks: Blocks, count: int) -> None:
    several = [blocks.allocate(count) for _ in range(3)]
    blocks.free(several.pop())
    several.append(blocks.allocate(count))
    assert [block % LINE_BYTES for block in several] == [0, 0, 0]
    for block in several:
        blocks.free(block)


def test_too_large_a_block_is_none(blocks: Blocks) -> None:
    assert [blocks.allocate(count) for count in (1 << 62, (1 << 64) - 1)] == [None, None]


def test_a_freed_block_is_given_again(blocks: Blocks) -> None:
    first = blocks.allocate(MIB)
    assert blocks.kept == 0
    blocks.free(first)
    assert MIB <= blocks.kept < MIB + 8 * KIB
    assert blocks.allocate(MIB - 100 * KIB) == first
    assert blocks.kept == 0
    blocks.free(first)


def test_the_smallest_that_suffices_is_given_and_none_that_is_much_larger(blocks: Blocks) -> None:
    sizes = (100 * KIB, 110 * KIB, 120 * KIB, 400 * KIB)
    by_size = {size: blocks.allocate(size) for size in sizes}
    for block in by_size.values():
        blocks.free(block)
    assert blocks.allocate(105 * KIB) == by_size[110 * KIB]
    assert blocks.allocate(105 * KIB) == by_size[120 * KIB]
    third = blocks.allocate(105 * KIB)
    assert third not in by_size.values()
    fourth = blocks.allocate(300 * KIB)
    assert fourth not in by_size.values()
    for block in (by_size[110 * KIB], by_size[120 * KIB], third, fourth):
        blocks.free(block)


def test_small_blocks_and_nothing_are_left_to_c(blocks: Blocks) -> None:
    for size in (0, 1, 1000, LEAST - 100):
        block = blocks.allocate(size)
        assert block
        blocks.free(block)
    blocks.free(None)
    assert blocks.kept == 0
    assert blocks.allocate((1 << 64) - 1) is None
    assert blocks.allocate(1 << 62) is None


def test_blocks_of_c_are_freed_too_and_c_frees_ours(blocks: Blocks) -> None:
    c = ctypes.CDLL(None)
    c.malloc.restype, c.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
    c.free.argtypes = [ctypes.c_void_p]
    for size in (100, MIB, 64 * MIB):
        blocks.free(c.malloc(size))
        c.free(blocks.allocate(size))


def test_no_more_bytes_are_kept_than_may_be(blocks: Blocks) -> None:
    blocks.limit_to(4 * MIB)
    held = [blocks.allocate(MIB) for _ in range(8)]
    for block in held:
        blocks.free(block)
        assert blocks.kept <= 4 * MIB
    again = blocks.allocate(MIB)
    assert again in held[-3:]  # those kept longest have gone
    before = blocks.kept
    blocks.free(blocks.allocate(5 * MIB))
    assert blocks.kept == before
    blocks.free(again)


def test_no_more_blocks_are_kept_than_there_is_room_for(blocks: Blocks) -> None:
    held = [blocks.allocate(LEAST + KIB) for _ in range(3 * PLACES)]
    assert len(set(held)) == len(held)
    for block in held:
        blocks.free(block)
    assert blocks.kept < (PLACES + 1) * (LEAST + 2 * KIB)
    again = [blocks.allocate(LEAST + KIB) for _ in range(PLACES)]
    assert sorted(again) == sorted(held[-PLACES:])
    for block in again:
        blocks.free(block)


def use(blocks: Blocks, seed: int, times: int) -> int:
    """Allocate and free at random, with marks at both ends of what is in use; how many were wrong."""
    pick = random.Random(seed)
    held: list[tuple[int, int, int]] = []
    wrong = 0
    for number in range(times):
        if len(held) > 12 or (held and pick.random() < 0.5):
            block, size, mark = held.pop(pick.randrange(len(held)))
            ends = ctypes.c_int64.from_address(block), ctypes.c_int64.from_address(block + size - 8)
            wrong += any(end.value != mark for end in ends)
            blocks.free(block)
        else:
            size, mark = 16 * pick.choice((10, 4000, 5000, 5500, 8000, 70_000)), seed << 32 | number
            block = blocks.allocate(size)
            for end in (block, block + size - 8):
                ctypes.c_int64.from_address(end).value = mark
            held.append((block, size, mark))
    for block, _, _ in held:
        blocks.free(block)
    return wrong


@pytest.mark.parametrize("limit", [0, 2 * MIB, 256 * MIB])
def test_nothing_is_given_twice(blocks: Blocks, limit: int) -> None:
    blocks.limit_to(limit)
    wrong: list[int] = []
    threads = [threading.Thread(target=lambda seed=seed: wrong.append(use(blocks, seed, 3000))) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == [0] * 6
    assert 0 <= blocks.kept <= limit


CALLS = """
import gc, os, resource, threading
import numpy as np
import dlc
f = dlc.compile('''
func.func @f(%x: tensor<300000xf32>) -> (tensor<300000xf32>, tensor<300000xf32>, tensor<300000xf32>) {
  %a = graph.add %x, %x : tensor<300000xf32>
  %b = graph.mul %x, %x : tensor<300000xf32>
  %c = graph.mul %a, %b : tensor<300000xf32>
  return %a, %b, %c : tensor<300000xf32>, tensor<300000xf32>, tensor<300000xf32>
}
''', threads=1).main
x = np.arange(300_000, dtype=np.float32)

def right(a, b, c, k=1):
    return (a == k * x + k * x).all() and (b == k * x * (k * x)).all() and (c == a * b).all()
"""


@pytest.mark.slow
def test_calls_find_their_memory_there() -> None:
    """Calls reuse pages, which would all be new with C's allocator alone: it returns free memory at its end."""
    code = (
        CALLS
        + """
for _ in range(5):
    f(x)
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(50):
    f(x)
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""
    )
    assert int(check_in_new_process(code, MALLOC_PERTURB_="0").stdout) < 100  # of 3 * 50 * 293


@pytest.mark.slow
def test_memory_that_somebody_sees_is_not_given_again() -> None:
    code = (
        CALLS
        + """
class Lent:
    def __init__(self, array):
        self.capsule = array.__dlpack__()
    def __dlpack__(self, **options):
        return self.capsule
    def __dlpack_device__(self):
        return 1, 0

kept = []
for k in range(20):
    a, b, c = f(np.float32(k) * x)
    kept.append((k, a[5:7], np.from_dlpack(Lent(b)), memoryview(c)))
    del a, b, c
    gc.collect()
    f(x)
print(all(a[0] == 10 * k and (b == k * x * (k * x)).all() and c[3] == 6 * k * 9 * k * k for k, a, b, c in kept))
"""
    )
    assert check_in_new_process(code).stdout == "True\n"


@pytest.mark.slow
def test_a_fork_while_others_allocate() -> None:
    code = (
        CALLS
        + """
import warnings
warnings.simplefilter("ignore")
stop, wrong = False, []

def work(k):
    given = np.float32(k) * x
    while not stop:
        if not right(*f(given), np.float32(k)):
            wrong.append(k)

threads = [threading.Thread(target=work, args=(k,)) for k in range(1, 4)]
[thread.start() for thread in threads]
statuses = []
for number in range(10):
    child = os.fork()
    if child == 0:
        os._exit(0 if all(right(*f(x)) for _ in range(5)) else 1)
    statuses.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
stop = True
[thread.join() for thread in threads]
print(set(statuses), wrong)
"""
    )
    assert check_in_new_process(code).stdout == "{0} []\n"
