"""New files from templates: `dlc new-dialect` and `dlc new-pass`.

A template is a working package, or module, called `sample`; its name is replaced in the files and in their names.
Parts of it may be left out: lines that end with `# with: PART`, and the files of the part. Nothing is overwritten, and
a folder appears completely or not at all.
"""

from __future__ import annotations

import keyword
import os
import re
import shutil
import tempfile
from collections.abc import Collection, Mapping
from pathlib import Path

from .options import UsageError
from .text_files import write_text

TEMPLATES = Path(__file__).resolve().parent / "templates"
_HIDDEN = {"github": ".github"}
"""Folders whose names begin with a dot, which packaging leaves out."""
_PART = re.compile(r" +# with: (.*)$")
"""The mark at the end of a line that belongs to parts of a template."""


def new_folder(
    template: str, target: Path, names: Mapping[str, str], parts: Collection[str] = (), left_out: Collection[str] = ()
) -> list[Path]:
    """Copy a template to a folder that does not exist yet, and return its files.

    Lines of other parts than these are left out, and files of these names.
    """
    if target.exists():
        raise UsageError(f"'{target}' exists already")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".dlc-") as temporary:
            source, complete = TEMPLATES / template, Path(temporary) / "complete"
            paths = _copy(source, complete, names, parts, left_out)
            os.rename(complete, target)
    except OSError as error:
        raise UsageError(f"cannot create folder '{target}': {error.strerror}") from None
    return [target / path.relative_to(complete) for path in paths]


def new_files(template: str, folder: Path, names: Mapping[str, str]) -> list[Path]:
    """Copy the files of a template into a folder, in which none of them may exist."""
    with tempfile.TemporaryDirectory() as temporary:
        paths = _copy(TEMPLATES / template, Path(temporary), names)
        targets = [folder / path.name for path in paths]
        existing = next((target for target in targets if target.exists()), None)
        if existing is not None:
            raise UsageError(f"'{existing}' exists already")
        folder.mkdir(parents=True, exist_ok=True)
        for path, target in zip(paths, targets, strict=True):
            write_text(str(target), path.read_text(encoding="utf-8"))
    return targets


def _copy(
    source: Path, target: Path, names: Mapping[str, str], chosen: Collection[str] = (), left_out: Collection[str] = ()
) -> list[Path]:
    """Copy a template with other names, and return the files in order."""
    paths: list[Path] = []
    for path in sorted(source.rglob("*")):
        if path.is_dir() or "__pycache__" in path.parts or path.name in left_out:
            continue
        parts = [_HIDDEN.get(part) or _renamed(part, names) for part in path.relative_to(source).parts]
        copied = target.joinpath(*parts)
        copied.parent.mkdir(parents=True, exist_ok=True)
        text = _with_parts(path.read_text(encoding="utf-8"), chosen)
        copied.write_text(_renamed(text, names), encoding="utf-8")
        shutil.copymode(path, copied)
        paths.append(copied)
    return paths


def _with_parts(text: str, chosen: Collection[str]) -> str:
    """Return a text without the lines of parts that are not chosen, and without the marks of others."""
    lines: list[str] = []
    is_behind_part = False
    for line in text.split("\n"):
        mark = _PART.search(line)
        if mark is not None and set(mark[1].split(", ")).isdisjoint(chosen):
            is_behind_part = True
            continue
        if line or not is_behind_part or lines[-1]:  # of the empty lines around what is left out, one stays
            lines.append(line if mark is None else line[: mark.start()])
        is_behind_part = False
    return "\n".join(lines)


def _renamed(text: str, names: Mapping[str, str]) -> str:
    """Return a text with names replaced, longer ones first."""
    pattern = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.sub(pattern, lambda match: names[match[0]], text)


def check_name(name: str, kind: str, pattern: str, example: str, taken: bool, sign: str) -> None:
    """Refuse a name that cannot be that of a new dialect or pass."""
    if keyword.iskeyword(name):
        raise UsageError(f"'{name}' is a keyword of Python, so it cannot be the name of a {kind}: choose another name")
    if re.fullmatch(pattern, name, re.ASCII) is None:
        raise UsageError(
            f"the name of a {kind} is made of lower-case letters, digits and '{sign}', and begins with a letter, "
            f"such as '{example}', but got '{name}'"
        )
    if taken:
        raise UsageError(f"the {kind} '{name}' is one of dlc's own: choose another name")


def camel(name: str) -> str:
    """Return a name as that of a class: `fold-adds` becomes `FoldAdds`."""
    return "".join(part.capitalize() for part in re.split(r"[-_]", name))
