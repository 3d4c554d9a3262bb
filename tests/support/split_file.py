"""LLVM's split-file: one test file that carries several."""

import re
import shutil
from pathlib import Path
from typing import TextIO

SEPARATOR = re.compile(r"^(?://|#|;|--)?\s*---\s+(\S.*?)\s*$")


def split_file(argv: list[str], _stdin: str, _stdout: TextIO, stderr: TextIO) -> int:
    """Write each part of argv[0], below a `//--- name` line, to that name in the folder argv[1], emptied first."""
    if len(argv) != 2:
        stderr.write("usage: split-file INPUT FOLDER\n")
        return 2
    source, folder = Path(argv[0]), Path(argv[1])
    parts: dict[str, list[str]] = {}
    current: list[str] = []  # what stands above the first separator belongs to no part
    for line in source.read_text(encoding="utf-8").splitlines(keepends=True):
        separator = SEPARATOR.match(line)
        if separator:
            current = parts.setdefault(separator[1], [])
        else:
            current.append(line)
    if not parts:
        stderr.write(f"split-file: '{source}' has no '//--- name' line\n")
        return 1
    if any(not (folder / name).resolve().is_relative_to(folder.resolve()) for name in parts):
        stderr.write(f"split-file: '{source}' names a part outside the folder\n")
        return 1
    if folder.is_dir():
        shutil.rmtree(folder)
    folder.unlink(missing_ok=True)
    for name, lines in parts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("".join(lines), encoding="utf-8")
    return 0
