"""The digest of the sources of dlc, which stands for what they say, wherever it comes from."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dlc.codegen.target import Target
from dlc.ir import kept_code
from dlc.runtime import own_sources
from dlc.runtime.compile_cache import Cache
from dlc.runtime.image import Image
from dlc.runtime.own_sources import OwnSources
from support.later_changes import write_later

SOURCES = (
    Path("ir", "core.py"),
    Path("passes", "deep", "rewrites.py"),
    Path("parser", "tables.json"),
    Path("runtime", "pool.mlir"),
)
"""Files that determine what a copy of dlc compiles; the others do not."""
OF_A_TOOL, NOTES = Path("tools", "printing.py"), Path("ir", "notes.txt")


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small copy of dlc, whose digest is asked for."""
    root = tmp_path / "dlc"
    for name in (*SOURCES, OF_A_TOOL, NOTES):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(f"content of {name}")
    monkeypatch.setattr(own_sources, "_ROOT", str(root))
    monkeypatch.setattr(own_sources, "is_what_runs", lambda latest: latest > 0)
    return root


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that digests are kept in."""
    path = tmp_path / "cache"
    path.mkdir(mode=0o700)
    return path


def asked(folder: Path | None) -> OwnSources:
    sources = known(folder)
    assert sources is not None
    return sources


def known(folder: Path | None) -> OwnSources | None:
    """Return what a new process is told."""
    own_sources.own_sources.cache_clear()
    return own_sources.own_sources(folder)


def test_a_kept_digest_is_the_one_that_would_be_computed(copy: Path, folder: Path) -> None:
    computed = asked(folder)
    computed.remember(folder)
    assert asked(folder) == asked(None) == computed


def test_a_kept_digest_saves_reading(copy: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked(folder).remember(folder)
    monkeypatch.setattr(own_sources, "open", None, raising=False)
    assert asked(folder).digest
    with pytest.raises(TypeError):
        asked(None)


@pytest.mark.parametrize("name", SOURCES)
def test_each_change_is_noticed_even_if_the_time_is_put_back(copy: Path, folder: Path, name: Path) -> None:
    before = asked(folder)
    before.remember(folder)
    status = (copy / name).stat()
    write_later(copy / name, f"c0ntent of {name}")
    os.utime(copy / name, ns=(status.st_atime_ns, status.st_mtime_ns))
    changed = asked(folder)
    assert changed.digest != before.digest
    changed.remember(folder)
    write_later(copy / name, f"content of {name}")
    assert asked(folder).digest == before.digest


def test_new_and_missing_files_are_noticed(copy: Path, folder: Path) -> None:
    digests = [asked(folder).digest]
    asked(folder).remember(folder)
    (copy / "passes" / "new.py").write_text("")
    digests.append(asked(folder).digest)
    (copy / SOURCES[0]).unlink()
    digests.append(asked(folder).digest)
    assert len(set(digests)) == 3


def test_other_files_do_not_matter(copy: Path, folder: Path) -> None:
    before = asked(folder)
    (copy / OF_A_TOOL).write_text("other")
    (copy / NOTES).write_text("other")
    (copy / "ir" / "__pycache__").mkdir()
    (copy / "ir" / "__pycache__" / "core.py").write_text("other")
    assert asked(folder) == before


@pytest.mark.parametrize("content", [b"", b"\xff" * 130, b"0" * 64 + b" " + b"0" * 64 + b"\n", b"x" * 10_000])
def test_what_is_damaged_is_computed_again(copy: Path, folder: Path, content: bytes) -> None:
    expected = asked(folder)
    expected.remember(folder)
    [path] = folder.iterdir()
    path.write_bytes(content)
    assert asked(folder) == expected
    expected.remember(folder)
    assert asked(folder) == expected


def test_clearing_the_cache_removes_it(copy: Path, folder: Path) -> None:
    asked(folder).remember(folder)
    (folder / "sources-of-mine").write_text("mine")
    assert Cache(folder, 1 << 20).clear() == 0
    assert [each.name for each in folder.iterdir()] == ["sources-of-mine"]


def test_a_folder_of_others_is_not_asked(copy: Path, folder: Path) -> None:
    asked(folder).remember(folder)
    [path] = folder.iterdir()
    state, digest = path.read_text().split()
    path.write_text(f"{state} {'0' * 64}\n")
    own_sources.own_sources.cache_clear()
    assert Cache(folder, 1 << 20).key_of(["x"]) != Cache(folder.parent / "none", 1 << 20).key_of(["x"])
    folder.chmod(0o777)
    own_sources.own_sources.cache_clear()
    assert Cache(folder, 1 << 20).key_of(["x"]) == Cache(folder.parent / "none", 1 << 20).key_of(["x"])
    assert digest


def test_sources_that_changed_after_they_were_loaded_are_not_what_compiles(
    copy: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache, image = Cache(folder, 1 << 20), Image(Target.host(), (), ())
    monkeypatch.setattr(own_sources, "is_what_runs", kept_code.is_what_runs)
    assert known(None) is None
    cache.keep(cache.key_of(["x"]), image)
    assert cache.entries() == []
    latest = max((copy / name).stat().st_ctime_ns for name in SOURCES)
    monkeypatch.setattr(kept_code, "_LOADED_AT", latest + 10**10)
    own_sources.own_sources.cache_clear()
    cache.keep(cache.key_of(["x"]), image)
    assert len(cache.entries()) == 1


def test_clocks_of_file_systems_may_be_coarse(monkeypatch: pytest.MonkeyPatch) -> None:
    second = 10**9
    monkeypatch.setattr(kept_code, "_LOADED_AT", 100 * second)
    assert kept_code.is_what_runs(100 * second - 60_000_000)
    assert not kept_code.is_what_runs(100 * second - 40_000_000)
    assert not kept_code.is_what_runs(99 * second)
    assert kept_code.is_what_runs(98 * second)
