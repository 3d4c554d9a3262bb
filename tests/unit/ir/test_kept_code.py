"""Compiled code of ops on the disk: who finds it, and when it is not used."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType

import pytest

from dlc.dialects.arith import DIALECT as ARITH, AddFOp, AddIOp
from dlc.dialects.func import ReturnOp
from dlc.ir import Dialect, Op, kept_code, op
from dlc.ir.builtin_types import f32
from dlc.ir.cache_folder import cache_folder
from dlc.ir.definition import Operand, operand
from dlc.ir.kept_code import Kept, KeptCode, home_of
from support.later_changes import write_later
from support.new_process import check_in_new_process

STATE = b"the state of the sources"
CODE = compile("def read(): return 1", "dlc: test", "exec")


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:  # pyright: ignore[reportUnusedFunction] (a fixture)
    kept_code.kept_code.cache_clear()
    yield
    kept_code.kept_code.cache_clear()


def written(folder: Path, kind: type[Op] = AddIOp, code: CodeType | None = CODE) -> KeptCode:
    """Return a store that has code for an op, which another store finds on the disk."""
    store = KeptCode(str(folder), STATE)
    store.note(kind, "reader", Kept(("d_value",), code))
    store.keep()
    return KeptCode(str(folder), STATE)


SCRIPT = """
    import builtins
    compiled = []
    original = compile
    builtins.compile = lambda text, name, *more: compiled.append(name) or original(text, name, *more)
    import dlc
    from dlc.ir import dumped_source
    from dlc.ir import kept_code
    kept_code._LOADED_AT = 1 << 62  # whoever has just edited a source may run this too
    from dlc.ir.verifier import verify
    text = '''
      func.func @f(%m: memref<4xf32>, %i: index, %x: f32) -> f32 {
        %c = arith.constant 1.5 : f32
        %v = memref.load %m[%i] : memref<4xf32>
        %b = arith.cmpf olt, %v, %x : f32
        %s = arith.select %b, %v, %c : f32
        %r = arith.addf %s, %x fastmath<nnan> : f32
        return %r : f32
      }'''
    module = dlc.parse(text)
    print(verify(module))
    print(module)
    for label in ("arith.cmpf reader", "arith.cmpf printer", "arith.cmpf check"):
        print(dumped_source(label))
    print("compiled", sum(name.startswith("dlc: ") for name in compiled))
    kept_code.keep_new_code()
"""


def test_the_next_process_compiles_nothing_and_does_the_same(tmp_path: Path) -> None:
    first, second, without = (
        check_in_new_process(SCRIPT, DLC_CACHE_DIR=folder).stdout.rpartition("compiled ")
        for folder in (str(tmp_path), str(tmp_path), "")
    )
    assert int(first[2]) > 0
    assert int(second[2]) == 0
    assert first[0] == second[0]
    assert first[0].partition("def read")[0] == without[0].partition("def read")[0]


def test_code_is_found_with_its_names(tmp_path: Path) -> None:
    kept = written(tmp_path).find(AddIOp, "reader")
    assert kept is not None
    assert kept.names == ("d_value",)
    assert kept.code == CODE


def test_that_there_is_no_code_is_found_too(tmp_path: Path) -> None:
    store = written(tmp_path, code=None)
    kept = store.find(AddIOp, "reader")
    assert kept is not None
    assert kept.code is None
    assert store.find(AddIOp, "printer") is None
    assert store.find(AddFOp, "reader") is None


def test_code_of_other_sources_is_not_used(tmp_path: Path) -> None:
    written(tmp_path)
    assert KeptCode(str(tmp_path), STATE + b" changed").find(AddIOp, "reader") is None
    assert KeptCode(str(tmp_path), STATE[:-1]).find(AddIOp, "reader") is None


def test_code_of_another_syntax_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = written(tmp_path)
    monkeypatch.setattr(AddIOp, "syntax", "$lhs `plus` $rhs attr-dict `:` type($result)")
    assert store.find(AddIOp, "reader") is None


def test_damaged_files_are_not_used(tmp_path: Path) -> None:
    store = written(tmp_path)
    path = Path(store.path)
    content = path.read_bytes()
    for damaged in (*(content[:end] for end in range(len(content))), *map(flipped(content), range(len(content)))):
        path.write_bytes(damaged)
        assert KeptCode(str(tmp_path), STATE).find(AddIOp, "reader") is None
    path.write_bytes(content)
    assert KeptCode(str(tmp_path), STATE).find(AddIOp, "reader") is not None


def flipped(content: bytes) -> Callable[[int], bytes]:
    """Return a function that changes a bit at an offset."""
    return lambda offset: content[:offset] + bytes([content[offset] ^ 1]) + content[offset + 1 :]


def test_a_file_that_is_replaced_meanwhile_is_not_mixed_with_the_old_one(tmp_path: Path) -> None:
    before = written(tmp_path)
    other = KeptCode(str(tmp_path), STATE)
    other.note(AddFOp, "check", Kept((), CODE))
    other.note(ReturnOp, "check", Kept((), CODE))
    other.keep()
    assert before.find(AddIOp, "reader") is None  # its place is another one now


def test_processes_add_to_what_others_have_written(tmp_path: Path) -> None:
    one, two = KeptCode(str(tmp_path), STATE), KeptCode(str(tmp_path), STATE)
    one.note(AddIOp, "reader", Kept((), CODE))
    two.note(AddIOp, "printer", Kept((), CODE))
    two.note(AddFOp, "reader", Kept((), CODE))
    two.note(ReturnOp, "reader", Kept((), CODE))
    for store in (one, two):
        store.keep()
    both = KeptCode(str(tmp_path), STATE)
    for kind, purpose in ((AddIOp, "reader"), (AddIOp, "printer"), (AddFOp, "reader"), (ReturnOp, "reader")):
        assert both.find(kind, purpose) is not None


def test_only_ops_in_dialects_of_dlc_have_code_that_is_kept(tmp_path: Path) -> None:
    @op("arith.addi")
    class Impostor(Op):
        """Called like an op of dlc's own."""

        value: Operand = operand(f32)
        syntax = AddIOp.syntax

    Dialect("arith", ops=[Impostor])
    assert home_of(AddIOp) == "arith"
    assert AddIOp.definition.dialect is ARITH
    assert home_of(Impostor) is None
    store = written(tmp_path)
    assert store.find(Impostor, "reader") is None
    store.note(Impostor, "check", Kept((), CODE))
    store.keep()
    assert KeptCode(str(tmp_path), STATE).find(AddIOp, "check") is None


def test_the_folder_may_be_in_the_home_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("DLC_CACHE_DIR", "~/kept")
    assert cache_folder() == str(tmp_path / "kept")


def test_sources_that_changed_after_they_were_loaded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DLC_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(kept_code, "_LOADED_AT", 0)
    assert kept_code.kept_code() is None


def test_the_state_is_that_of_the_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for room in ("ir", "parser", "dialects/arith"):
        (tmp_path / room).mkdir(parents=True)
    source = tmp_path / "dialects" / "arith" / "ops.py"
    source.write_text("x = 1\n", encoding="utf-8")
    monkeypatch.setattr(kept_code, "_ROOT", str(tmp_path))
    monkeypatch.setattr(kept_code, "_LOADED_AT", 1 << 62)
    state_of_sources = kept_code._state_of_sources
    state = state_of_sources()
    assert state is not None
    assert state_of_sources() == state
    times = source.stat()
    write_later(source, "x = 2\n")
    os.utime(source, ns=(times.st_atime_ns, times.st_mtime_ns))  # what notes the change cannot be set
    assert state_of_sources() != state
    state = state_of_sources()
    (tmp_path / "parser" / "more.py").write_text("", encoding="utf-8")
    assert state_of_sources() != state


def test_folders_that_are_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def store() -> KeptCode | None:
        kept_code.kept_code.cache_clear()
        return kept_code.kept_code()

    monkeypatch.setattr(kept_code, "_LOADED_AT", 1 << 62)
    monkeypatch.setenv("DLC_CACHE_DIR", "")
    assert store() is None
    monkeypatch.setenv("DLC_CACHE_DIR", str(tmp_path))
    tmp_path.chmod(0o700)
    assert store() is not None
    tmp_path.chmod(0o770)
    assert store() is None


def test_folders_that_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    for folder in (file, file / "below"):
        store = KeptCode(str(folder), STATE)
        store.note(AddIOp, "reader", Kept((), CODE))
        store.keep()
        assert store.find(AddIOp, "reader") is not None  # in this process
    assert not list(tmp_path.glob("*/*"))
