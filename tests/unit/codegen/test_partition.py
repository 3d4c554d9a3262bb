"""Modules in parts: the parts together do what the module did, whoever makes their object files."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from pathlib import Path

import pytest

from dlc.codegen import partition, side_by_side
from dlc.codegen.jit import link
from dlc.codegen.libraries import exported
from dlc.codegen.llvm_ir import Part, emit_llvm_ir
from dlc.codegen.partition import parts_of
from dlc.codegen.side_by_side import ObjectFiles, object_files
from dlc.dialects.llvm import FuncOp
from support.programs import module_of, new_context

PROGRAM = """
llvm.mlir.global internal @state(5 : i64) : i64
llvm.mlir.global private constant @factor(3 : i64) : i64
llvm.func internal @scaled(%x: i64) -> i64 {
  %a = llvm.mlir.addressof @factor : !llvm.ptr
  %f = llvm.load %a : !llvm.ptr -> i64
  %r = llvm.mul %x, %f : i64
  llvm.return %r : i64
}
llvm.func private @step(%x: i64) -> i64 {
  %a = llvm.mlir.addressof @state : !llvm.ptr
  %s = llvm.load %a : !llvm.ptr -> i64
  %n = llvm.add %s, %x : i64
  llvm.store %n, %a : i64, !llvm.ptr
  %r = llvm.call @scaled(%n) : (i64) -> i64
  llvm.return %r : i64
}
llvm.func @main(%x: i64) -> i64 {
  %r = llvm.call @step(%x) : (i64) -> i64
  llvm.return %r : i64
}
"""


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partition, "LEAST_OPS", 1)


def _run(parts: Sequence[Part], names: Sequence[str]) -> list[int]:
    objects = object_files(parts, new_context().diagnostics)
    assert objects is not None
    main = link(objects, names).function("main", ctypes.c_int64, ctypes.c_int64)
    return [main(1), main(10)]


@pytest.mark.parametrize("count", [1, 2, 3, 8])
def test_parts_share_functions_and_globals(count: int) -> None:
    module = module_of(PROGRAM)
    parts = parts_of(module, count)
    assert len(parts) == min(count, 3)
    functions = [op for op in module.walk() if isinstance(op, FuncOp)]
    defined = [op.sym_name.value for part in parts for op in functions if part.defines(op)]
    assert sorted(defined) == ["main", "scaled", "step"]
    assert _run(parts, exported(module)) == [18, 48]


def test_what_was_internal_can_be_linked() -> None:
    module = module_of(PROGRAM)
    texts = [emit_llvm_ir(part, new_context().diagnostics) for part in parts_of(module, 3)]
    lines = [line for text in texts if text is not None for line in text.text.splitlines()]
    states = [line for line in lines if "@state =" in line]
    assert states == ["@state = global i64 5", *["@state = external global i64"] * 2]
    assert [line for line in lines if "@step(" in line and "call" not in line].count("declare i64 @step(i64)") == 2
    assert not any("internal" in line or "private" in line for line in lines)


def test_what_a_worker_cannot_do_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    module = module_of(PROGRAM)
    monkeypatch.setattr(side_by_side.sys, "executable", "/nowhere/python")
    assert _run(parts_of(module, 2), exported(module)) == [18, 48]


def test_what_llvm_refuses_is_reported_at_its_op() -> None:
    context = new_context()
    text = 'llvm.func @f() { %0 = llvm.inline_asm "nonsense", "=?" : () -> i64 llvm.return }'
    assert object_files([Part(module_of(text))], context.diagnostics) is None
    assert "LLVM" in context.diagnostics.diagnostics[0].message


def test_a_crash_of_llvm_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side_by_side, "_idle", [])
    killed = "import os, sys; sys.stdin.buffer.readline(); os.write(2, b'Assertion failed'); os.abort()"
    monkeypatch.setattr(side_by_side, "COMMAND", ("-c", killed))
    context = new_context()
    assert object_files([Part(module_of(PROGRAM))], context.diagnostics) is None
    [error] = context.diagnostics.diagnostics
    assert "cannot be compiled: LLVM ended with SIGABRT" in error.message
    assert [note.message for note in error.notes] == ["LLVM's message: Assertion failed"]


def test_workers_are_used_again_and_replaced_when_they_have_ended() -> None:
    module = module_of(PROGRAM)
    names = exported(module)
    assert _run(parts_of(module, 1), names) == [18, 48]
    [worker, *_] = side_by_side._idle
    assert _run(parts_of(module, 1), names) == [18, 48]
    assert worker in side_by_side._idle
    for each in side_by_side._idle:
        each.stop()
    assert _run(parts_of(module, 1), names) == [18, 48]
    assert worker not in side_by_side._idle


def test_a_worker_that_ended_after_an_answer_is_replaced() -> None:
    once = "import sys; sys.stdin.buffer.readline(); sys.stdout.write('4\\ndone'); sys.stdout.flush(); sys.exit(1)"
    worker = side_by_side.Worker(("-c", once))
    worker.ask(b"first\n")
    assert worker.answer() == b"done"
    worker.ask(b"second\n")
    assert worker.answer() == b"done"
    worker.stop()


def test_a_worker_that_is_stopped_after_an_answer_is_not_replaced() -> None:
    once = "import sys; sys.stdin.buffer.readline(); sys.stdout.write('4\\ndone'); sys.stdout.flush(); input()"
    worker = side_by_side.Worker(("-c", once))
    worker.ask(b"first\n")
    assert worker.answer() == b"done"
    worker.kill()
    with pytest.raises(side_by_side.LLVMCrash, match="SIGKILL"):
        worker.answer()
    worker.stop()


def test_workers_that_wait_are_not_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side_by_side, "_idle", [])
    side_by_side.start_ahead()
    [first] = side_by_side._idle
    side_by_side.start_ahead(3)
    waiting = list(side_by_side._idle)
    assert len(set(waiting)) == 3
    assert first in waiting
    side_by_side.start_ahead(2)
    assert set(waiting) == set(side_by_side._idle)
    for each in waiting:
        each.stop()


def test_small_modules_stay_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partition, "LEAST_OPS", 1000)
    module = module_of(PROGRAM)
    assert len(parts_of(module, 4)) == 1


def test_modules_with_aliases_stay_whole() -> None:
    module = module_of(PROGRAM + 'llvm.module_flags [#llvm.mlir.module_flag<warning, "a", 1 : i32>]')
    assert len(parts_of(module, 4)) == 1


def test_workers_run_no_files_of_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("json", "threading", "dlc"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(1)")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(side_by_side, "_idle", [])
    module = module_of(PROGRAM)
    monkeypatch.setattr(ObjectFiles, "_compiled_here", None)
    assert _run(parts_of(module, 1), exported(module)) == [18, 48]
    for each in side_by_side._idle:
        each.stop()


def test_workers_that_have_ended_by_themselves_are_let_go() -> None:
    side_by_side.start_ahead(2)
    ended = list(side_by_side._idle)
    for each in ended:
        each.kill()
        each._process.wait()
    side_by_side.start_ahead(1)
    assert not any(each in side_by_side._idle for each in ended)
    assert all(each._process.stdin is not None and each._process.stdin.closed for each in ended)
