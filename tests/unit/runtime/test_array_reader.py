"""The fields that are read directly from numpy's objects agree with Python, and nothing else is passed in place."""

from __future__ import annotations

import random
import threading
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import dlc
from dlc.runtime import array_reader
from dlc.runtime.executable import EntryPoint, Frame
from dlc.runtime.frames import FAILURE_SLOTS, SLOT
from dlc.runtime.signature import Array, Number

FUNCTIONS = """
func.func @fixed(%x: tensor<3x4xf32>, %y: tensor<f64>) { return }
func.func @named(%x: tensor<?x?xf32, #graph.dims<n, m>>, %y: tensor<?x?xi8, #graph.dims<n, n>>,
                 %z: tensor<?xbf16, #graph.dims<m>>) { return }
func.func @any(%x: tensor<?x2xi1>, %y: tensor<?xf32>) { return }
func.func @mixed(%k: index, %x: tensor<2xf32>, %f: f32, %y: tensor<?xi64, #graph.dims<n>>, %b: i1) { return }
func.func @aligned(%x: memref<8xf32> {llvm.align = 64 : i64}) { return }
func.func @written(%x: memref<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %x[%c0, %c0] : memref<?x4xf32>
  return
}
func.func @computed(%x: tensor<?xf32, #graph.dims<n>>, %y: tensor<?xf32, #graph.dims<n + 1>>) { return }
func.func @strided(%x: memref<4x4xf32, strided<[?, 1]>>) { return }
func.func @numbers(%x: f32, %y: index) { return }
"""
TYPES = (np.float32, np.float64, np.int8, np.int64, np.bool_, ml_dtypes.bfloat16)


@pytest.fixture(scope="module")
def entries() -> dict[str, EntryPoint]:
    return dlc.compile(FUNCTIONS, threads=1).entries


@pytest.fixture(scope="module", autouse=True)
def is_readable() -> None:
    if array_reader.array_reader() is None:
        pytest.skip("the layout of objects in this Python is unknown")


def filled(entry: EntryPoint, arguments: tuple[Any, ...], *, reads: bool) -> bytes | None:
    """The arguments in a frame, read or passed one by one; `None` where they are not taken so."""
    frame = Frame(entry._slots, entry._plan)
    frame.buffer[:] = b"\x77" * len(frame.buffer)
    if not reads:
        try:
            entry._pass_one_by_one(arguments, frame)
        except dlc.InvalidArgument:
            return None
        return bytes(frame.buffer)
    if entry._read is None or not entry._read(arguments, frame.request):
        return None
    entry._pass_rest(arguments, frame)
    return bytes(frame.buffer)


def check(entry: EntryPoint, *arguments: Any) -> bool:
    """Return whether arguments are read; then they must be as if they were passed one by one."""
    frame = filled(entry, arguments, reads=True)
    if frame is not None:
        assert frame == filled(entry, arguments, reads=False)
        assert frame[: FAILURE_SLOTS * SLOT] == b"\x77" * FAILURE_SLOTS * SLOT
    return frame is not None


def test_arrays_that_fit_are_read(entries: dict[str, EntryPoint]) -> None:
    f32 = np.float32
    assert check(entries["fixed"], np.zeros((3, 4), f32), np.zeros(()))
    assert check(entries["named"], np.zeros((2, 5), f32), np.zeros((2, 2), np.int8), np.zeros(5, ml_dtypes.bfloat16))
    assert check(entries["named"], np.zeros((0, 3), f32), np.zeros((0, 0), np.int8), np.zeros(3, ml_dtypes.bfloat16))
    assert check(entries["any"], np.zeros((7, 2), np.bool_), np.zeros(0, f32))
    assert check(entries["mixed"], -3, np.zeros(2, f32), 1.5, np.zeros(4, np.int64), True)
    assert check(entries["written"], np.zeros((1, 4), f32))
    frozen = np.zeros((3, 4), f32)
    frozen.flags.writeable = False
    assert check(entries["fixed"], frozen, np.zeros(()))
    assert check(entries["fixed"], np.zeros((6, 4), f32)[2:5], np.zeros(3)[1:2].reshape(()))


def test_arrays_with_which_anything_is_the_matter_are_not(entries: dict[str, EntryPoint]) -> None:
    f32, one = np.float32, np.zeros(())
    fixed = entries["fixed"]
    for x in (
        *(np.zeros((4, 3), f32), np.zeros((4, 3), f32).T, np.zeros((3, 8), f32)[:, ::2], np.zeros((3, 4))),
        *(np.zeros((3, 4), ">f4"), np.zeros((1, 3, 4), f32), np.ma.zeros((3, 4), f32), [[0.0] * 4] * 3, 1, None, "no"),
        np.zeros(49, np.uint8)[1:].view(f32).reshape(3, 4),
    ):
        assert not check(fixed, x, one)
    bfloat = np.zeros(5, ml_dtypes.bfloat16)
    assert not check(entries["named"], np.zeros((2, 5), f32), np.zeros((2, 3), np.int8), bfloat)
    assert not check(entries["named"], np.zeros((3, 5), f32), np.zeros((2, 2), np.int8), bfloat)
    assert not check(entries["named"], np.zeros((2, 4), f32), np.zeros((2, 2), np.int8), bfloat)
    frozen = np.zeros((2, 4), f32)
    frozen.flags.writeable = False
    assert not check(entries["written"], frozen)


def test_alignment(entries: dict[str, EntryPoint]) -> None:
    memory = np.zeros(32, np.float32)
    start = -memory.ctypes.data // 4 % 16
    assert check(entries["aligned"], memory[start : start + 8])
    assert not check(entries["aligned"], memory[start + 1 : start + 9])


def test_what_no_plan_can_say_is_passed_one_by_one(entries: dict[str, EntryPoint]) -> None:
    for name in ("computed", "strided", "numbers"):
        assert entries[name]._read is None


def test_changes_of_an_array_in_place_are_seen(entries: dict[str, EntryPoint]) -> None:
    x, one = np.zeros((3, 4), np.float32), np.zeros(())
    assert check(entries["fixed"], x, one)
    x.shape = (4, 3)  # pyright: ignore[reportDeprecated]
    assert not check(entries["fixed"], x, one)
    x.shape = (3, 4)  # pyright: ignore[reportDeprecated]
    assert check(entries["fixed"], x, one)
    y = np.zeros((2, 4), np.float32)
    assert check(entries["written"], y)
    y.resize((5, 4), refcheck=False)
    assert check(entries["written"], y)
    y.flags.writeable = False
    assert not check(entries["written"], y)


@pytest.mark.parametrize("seed", range(4))
def test_any_arrays(entries: dict[str, EntryPoint], seed: int) -> None:
    """Random arrays that are read are passed as they would be without the reader; some are read."""
    pick = random.Random(seed)

    def value(kind: Array | Number) -> Any:
        if isinstance(kind, Number):
            return True
        rank = pick.choice((len(kind.sizes),) * 4 + (0, 1, 2, 3))
        shape = tuple(pick.choice((0, 1, 2, 2, 2, 2, 4)) for _ in range(rank))
        array = np.zeros(shape, kind.dtype if pick.random() < 0.9 else pick.choice(TYPES))
        if pick.random() < 0.2:
            array = array.T if pick.random() < 0.5 else array[::2] if array.ndim else array
        if pick.random() < 0.1:
            array.flags.writeable = False
        return array

    read = 0
    for _ in range(5_000):
        entry = entries[pick.choice(("named", "any", "mixed", "written"))]
        read += check(entry, *[value(parameter.kind) for parameter in entry.signature.parameters])
    assert read > 500


def test_several_threads_read_at_once(entries: dict[str, EntryPoint]) -> None:
    wrong: list[int] = []

    def work(rows: int) -> None:
        x, y = np.zeros((rows, 2), np.bool_), np.zeros(rows, np.float32)
        for _ in range(500):
            frame = filled(entries["any"], (x, y), reads=True)
            if frame != filled(entries["any"], (x, y), reads=False):
                wrong.append(rows)

    threads = [threading.Thread(target=work, args=(rows,)) for rows in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_where_objects_are_otherwise_nothing_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = array_reader.array_reader()
    assert reader is not None
    assert array_reader._reads_as_it_should(reader)
    assert not array_reader._reads_as_it_should(lambda *_: 1)
    assert not array_reader._reads_as_it_should(lambda *_: 0)
    monkeypatch.setattr(array_reader, "HEAD", 32)
    array_reader._reader.cache_clear()
    try:
        assert array_reader.array_reader() is None
        exe = dlc.compile("func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }", threads=1)
        assert exe(np.arange(2, dtype=np.float32)).tolist() == [0, 1]
    finally:
        monkeypatch.undo()
        array_reader._reader.cache_clear()
