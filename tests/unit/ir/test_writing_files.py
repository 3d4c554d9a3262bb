"""Files are replaced in one step, and stay what they are otherwise."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from dlc.ir.files import replace_file


def test_a_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "program"
    path.write_text("old")
    path.chmod(0o750)
    replace_file(path, [b"new"])
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("new", 0o750)


@pytest.mark.parametrize("exists", [True, False])
def test_a_link_stays_a_link(tmp_path: Path, exists: bool) -> None:
    (tmp_path / "elsewhere").mkdir()
    target, link = tmp_path / "elsewhere" / "file", tmp_path / "link"
    if exists:
        target.write_text("old")
    link.symlink_to(target)
    replace_file(link, [b"n", b"ew"])
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert sorted(os.listdir(tmp_path)) == ["elsewhere", "link"]


def test_a_file_that_cannot_be_written_stays_as_it_is(tmp_path: Path) -> None:
    def pieces() -> Iterator[bytes]:
        yield b"new"
        raise ValueError("no more")

    path = tmp_path / "file"
    path.write_text("old")
    with pytest.raises(ValueError, match="no more"):
        replace_file(path, pieces())
    assert (os.listdir(tmp_path), path.read_text()) == (["file"], "old")
