"""The compile cache: what is found again, what is not, and all the ways in which a folder can be of no use."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.compiler import Executable
from dlc.passes.manager.settings import RunSettings
from dlc.runtime import compile_cache
from dlc.runtime.compile_cache import Cache, user_cache
from dlc.runtime.own_sources import REMEMBERED_NAME
from support.new_process import check_in_new_process

SCALE = """
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %two = graph.constant dense<[1.0, 2.0, 3.0, FOUR]> : tensor<4xf32>
  %y = graph.mul %x, %two : tensor<4xf32>
  return %y : tensor<4xf32>
}
"""
TEXT = SCALE.replace("FOUR", "4.0")
ONES = np.ones(4, np.float32)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DLC_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("DLC_CACHE_SIZE", raising=False)
    return tmp_path / "cache"


def compiled(program: Any = TEXT, **options: Any) -> Executable:
    return dlc.compile(program, threads=1, **options)


def is_from_cache(program: Any = TEXT, **options: Any) -> bool:
    exe = compiled(program, **options)
    assert exe(ONES).tolist()[:3] == [1, 2, 3]
    return "passes" not in exe.stages


def entries(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if not REMEMBERED_NAME.fullmatch(path.name))


def test_the_same_program_is_compiled_once(folder: Path) -> None:
    assert not is_from_cache()
    assert is_from_cache()
    assert is_from_cache(TEXT.encode()) is False  # a file has another name in its messages
    assert is_from_cache(TEXT.encode())
    module = dlc.parse(TEXT)
    assert not is_from_cache(module)
    assert is_from_cache(module.clone())
    assert is_from_cache(dlc.parse(TEXT))


@pytest.mark.parametrize("again", ["dlc.compile(sys.argv[1], threads=1)", "dlc.load(sys.argv[2])"])
def test_a_program_that_is_compiled_runs_without_the_compiler(folder: Path, tmp_path: Path, again: str) -> None:
    text, program = tmp_path / "scale.mlir", tmp_path / "scale.dlc"
    text.write_text(TEXT, encoding="utf-8")
    compiled(text).save(program)
    script = f"""
    import sys
    import numpy as np
    import dlc
    sys.argv = ["", {str(text)!r}, {str(program)!r}]
    exe = {again}
    assert exe(np.ones(4, np.float32)).tolist() == [1, 2, 3, 4] and "passes" not in exe.stages
    rooms = ("dlc.dialects.", "dlc.parser", "dlc.passes.", "dlc.interp", "dlc.codegen.emission")
    known = ("dlc.passes.manager", "dlc.passes.catalog")
    print([each for each in sys.modules if each.startswith(rooms) and not each.startswith(known)])
    """
    check_in_new_process(script, DLC_CACHE_DIR=str(folder))  # puts support libraries into the cache
    done = check_in_new_process(script, DLC_CACHE_DIR=str(folder), PYTHONHASHSEED="1")
    assert done.stdout == "[]\n"


def test_whatever_determines_a_program_is_in_its_key(folder: Path) -> None:
    assert not is_from_cache()
    for program, options in (
        (SCALE.replace("FOUR", "5.0"), {}),
        (TEXT, {"level": 1}),
        (TEXT, {"precision": "exact"}),
        (TEXT, {"passes": "cse,default"}),
        (TEXT, {"passes": {"after-graph": "cse"}}),
        (TEXT.replace("%x", "%z"), {}),
    ):
        assert not is_from_cache(program, **options)
        assert is_from_cache(program, **options)
    count = len(entries(folder))
    for options in ({"cache": False}, {"settings": RunSettings()}, {"context": dlc.make_context()}):
        assert not is_from_cache(**options)
    assert len(entries(folder)) == count


def test_large_constants_are_in_keys_by_content(folder: Path) -> None:
    def module(last: float) -> Any:
        values = np.arange(5000, dtype=np.float32)
        values[-1] = last
        text = """func.func @main() -> tensor<5000xf32> {
          %c = graph.constant dense_resource<c> : tensor<5000xf32>
          return %c : tensor<5000xf32>
        }
        {-# dialect_resources: { builtin: { c: "0x04000000DATA" } } #-}"""
        return dlc.parse(text.replace("DATA", values.tobytes().hex()))

    for last, is_cached in ((1.0, False), (2.0, False), (1.0, True), (2.0, True)):
        exe = compiled(module(last))
        assert exe()[-1] == last
        assert ("passes" not in exe.stages) is is_cached


def test_files_are_known_by_name_and_content(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "scale.mlir"
    path.write_text(TEXT)
    assert not is_from_cache(path)
    assert is_from_cache(str(path))
    path.write_text(TEXT + "// changed\n")
    assert not is_from_cache(path)


def test_another_process_finds_it_with_the_runtime(folder: Path) -> None:
    code = f"""
        import dlc, numpy as np
        from dlc.runtime import support
        from dlc.runtime.array_reader import array_reader
        exe = dlc.compile({TEXT!r}, threads=1)
        print("passes" in exe.stages, exe(np.ones(4, np.float32)).sum())
        support._compiled = None  # everything is there
        assert array_reader() is not None
    """
    check_in_new_process(code.replace("support._compiled = None", "pass"), DLC_CACHE_DIR=str(folder))
    assert check_in_new_process(code, DLC_CACHE_DIR=str(folder)).stdout.split() == ["False", "10.0"]


def test_results_outlive_the_cache(folder: Path) -> None:
    compiled()
    exe = compiled()
    Cache(folder, 0).clear()
    assert exe(ONES).tolist() == [1, 2, 3, 4]
    assert not is_from_cache()


# -- Folders -----------------------------------------------------------------------------------------------------------


def test_damaged_entries_are_compiled_again(folder: Path) -> None:
    compiled()
    (entry,) = entries(folder)
    content = entry.read_bytes()
    for damaged in (b"", content[:100], content[:-1], content[:-200] + bytes(200), b"x" * len(content)):
        entry.write_bytes(damaged)
        assert not is_from_cache()
        assert entry.read_bytes() == content
    other = entry.with_name(f"{'0' * 64}.dlc")
    entry.rename(other)
    assert not is_from_cache()
    entry.unlink()
    compiled(SCALE.replace("FOUR", "5.0"))
    (fifth,) = set(entries(folder)) - {other}
    fifth.rename(entry)
    assert not is_from_cache()  # a valid program under the name of another one


def test_folders_that_cannot_be_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.write_text("a file")
    assert not is_from_cache()
    assert not is_from_cache()
    folder.unlink()
    folder.mkdir()
    folder.chmod(0o777)
    assert not is_from_cache()
    assert entries(folder) == []
    cache = user_cache()
    assert cache is not None
    assert cache.problem() == "others may write to it"
    monkeypatch.setenv("DLC_CACHE_DIR", "")
    assert user_cache() is None
    assert not is_from_cache()


def test_disks_that_are_full(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*arguments: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fails)
    assert not is_from_cache()
    assert entries(folder) == []  # nothing incomplete is left either


def test_what_was_not_used_for_the_longest_time_goes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    programs = [SCALE.replace("FOUR", f"{number}.0") for number in range(4)]
    compiled(programs[0])
    size = entries(folder)[0].stat().st_size
    monkeypatch.setenv("DLC_CACHE_SIZE", str(size * 3 + size // 2))
    for program in programs[1:3]:
        compiled(program)
    for number, entry in enumerate(sorted(entries(folder), key=lambda path: path.stat().st_mtime_ns)):
        os.utime(entry, (1000 + number, 1000 + number))
    assert is_from_cache(programs[0])
    abandoned = folder / ".dlc-0123456789abcdef"
    abandoned.write_text("incomplete")
    os.utime(abandoned, (1000, 1000))
    compiled(programs[3])
    assert not abandoned.exists()
    assert len(entries(folder)) == 3
    assert is_from_cache(programs[0])
    assert not is_from_cache(programs[1])


def test_files_of_the_user_stay(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled()
    own = [folder / name for name in ("model.dlc", "0123.dlc", ".dlc-notes", f"{'A' * 64}.dlc")]
    for path in own:
        path.write_text("of the user")
        os.utime(path, (1000, 1000))
    monkeypatch.setattr(compile_cache, "MOST_ENTRIES", 1)
    compiled(SCALE.replace("FOUR", "5.0"))
    cache = user_cache()
    assert cache is not None
    assert [len(entry.path) - len(str(folder)) for entry in cache.entries()] == [len(f"/{'0' * 64}.dlc")]
    assert cache.clear() == 1
    assert entries(folder) == sorted(own)


def test_sizes_of_the_cache(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for text, limit in (("500M", 500 << 20), ("2G", 2 << 30), ("7", 7), ("", 2 << 30)):
        monkeypatch.setenv("DLC_CACHE_SIZE", text)
        cache = user_cache()
        assert cache is not None
        assert cache.limit == limit
    for text in ("much", "-5"):
        monkeypatch.setenv("DLC_CACHE_SIZE", text)
        with pytest.warns(UserWarning, match=f"DLC_CACHE_SIZE must be a size such as '500M', but got '{text}'"):
            cache = user_cache()
        assert cache is not None
        assert cache.limit == compile_cache.DEFAULT_SIZE
    monkeypatch.setenv("DLC_CACHE_SIZE", "1K")
    assert not is_from_cache()
    assert entries(folder) == []  # an entry would take more than half of it


def test_two_processes_at_once(folder: Path) -> None:
    code = f"""
        import threading
        import dlc, numpy as np
        def work():
            for _ in range(3):
                assert dlc.compile({TEXT!r}, threads=1)(np.ones(4, np.float32)).sum() == 10
        threads = [threading.Thread(target=work) for _ in range(2)]
        for each in threads: each.start()
        for each in threads: each.join()
    """
    check_in_new_process(code, DLC_CACHE_DIR=str(folder))
    assert is_from_cache()
