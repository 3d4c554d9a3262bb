"""Runs the examples of a page of documentation, in a folder of their own, and compares what they print.

| fenced block | what happens |
| --- | --- |
| ```python | is run, in the namespace of the page; an ```output block behind it holds what it prints |
| ```python NAME.py | is written to that file; the same name again appends |
| ```python NAME.py insert | is inserted before the last line of the file |
| ```python NAME.py replace | takes the place of the class of the same name |
| ```python NAME.py last | takes the place of the file's last line |
| ```python NAME.py top | goes behind `from __future__ import annotations` |
| ```mlir | must be valid, unregistered ops allowed |
| ```mlir NAME.mlir, ```text NAME | is written to that file |
| ```mlir fragment | is a part of something, and left alone |
| ```console | lines behind `$ ` are commands, with what they print below: they are run as a reader types them |

Commands run in an environment that has dlc and nothing else of ours; `pip install TOOL` in a console block adds a tool
to it, for the rest of the page, and `pip install .` the package in the page's folder, if there is one. Those in
`NOT_RUN` are not run. Extras of dlc, `pip install "dlc[torch]"`, must be there: a test skips the page without them.

A page is read in a folder of its own, with the files of its home if `HOMES` has one. What the page writes must then be
what lies there, apart from blank lines.

`…` stands for any text, on a line of its own for any lines. Anything else is left alone.

    python tests/support/doc_pages.py docs/start.md

puts into the page what its examples print now, where that differs.
"""

import ast
import contextlib
import io
import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import dlc
from support.run_lines import ROOT
from support.user_environment import clean_environment

COMMANDS = ("dlc", "dlc-opt", "dlc-reduce", "python", "cat", "filecheck", "pip", "lit")
NOT_RUN = ("make", "git")
"""They make environments of their own, or run the tests."""
HOMES = {
    ROOT / "docs" / "tutorial": ROOT / "examples" / "tutorial",
    ROOT / "examples" / "my_dialect": ROOT / "examples" / "my_dialect",
}
"""The folders that readers of pages are in, by the folders of the pages."""
EXTRA_PACKAGES = {"lsp": "pygls"}
"""The packages that extras bring, where they have other names."""
EXTRA = re.compile(r"^\$ pip install \"dlc\[(\w+)\]\"$", re.MULTILINE)
FENCE = re.compile(r"^( *)```(\S*) *(.*)$")
TIMEOUT_S = 120


@dataclass
class Block:
    """A fenced block: its first and last line of text, counted from 0, the end not included."""

    language: str
    info: list[str]
    lines: list[str]
    start: int
    indent: int

    @property
    def text(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)


@dataclass
class Mismatch:
    """An example that did not print what its page says; `start` and `end` are the lines that say so."""

    start: int
    end: int
    command: str
    expected: list[str]
    printed: list[str]
    has_place: bool = True
    """Whether the page has lines for what is printed."""

    def __str__(self) -> str:
        return "\n".join(
            [
                f"line {self.start + 1}: {self.command}",
                "--- the page says",
                *self.expected,
                "--- printed",
                *self.printed,
            ]
        )


def blocks_of(text: str) -> list[Block]:
    """All fenced blocks of a page, in order."""
    blocks: list[Block] = []
    current: Block | None = None
    for number, line in enumerate(text.splitlines()):
        fence = FENCE.match(line)
        if current is None and fence is not None and fence[2]:
            current = Block(fence[2], fence[3].split(), [], number + 1, len(fence[1]))
        elif current is not None and fence is not None and not fence[2]:
            blocks.append(current)
            current = None
        elif current is not None:
            current.lines.append(line[current.indent :])
    return blocks


class Page:
    """One page whose examples are run in a folder; `mismatches` holds what went otherwise than it says."""

    def __init__(self, path: Path, folder: Path, programs: Path) -> None:
        self.path = path
        self.folder = folder
        self.programs = [programs]
        """Where the commands are found: `programs` has those of dlc."""
        self.text = path.read_text(encoding="utf-8")
        self.namespace: dict[str, Any] = {"__name__": "__page__"}
        self.mismatches: list[Mismatch] = []
        self.home = HOMES.get(path.parent)
        self.written: list[str] = []

    @property
    def extras(self) -> list[str]:
        """The packages of the extras of dlc that the page installs."""
        extras: list[str] = EXTRA.findall(self.text)
        return [EXTRA_PACKAGES.get(extra, extra) for extra in extras]

    def run(self) -> list[Mismatch]:
        """Run all examples."""
        (self.folder / "examples").symlink_to(ROOT / "examples")
        if self.home is not None:
            shutil.copytree(self.home, self.folder, dirs_exist_ok=True)
        with changed_directory(self.folder), forgotten_modules(self.folder):
            sys.path.insert(0, str(self.folder))
            try:
                self._run_blocks()
            finally:
                sys.path.remove(str(self.folder))
        return self.mismatches

    def _run_blocks(self) -> None:
        blocks = blocks_of(self.text)
        for block, following in itertools.zip_longest(blocks, blocks[1:]):
            if block.language in ("python", "mlir", "text") and block.info[:1] not in ([], ["fragment"]):
                self._write(block)
            elif block.language == "python":
                self._python(block, following if following is not None and following.language == "output" else None)
            elif block.language == "mlir" and not block.info:
                self._mlir(block)
            elif block.language == "console":
                self._console(block)

    def _write(self, block: Block) -> None:
        name, how = block.info[0], (block.info[1:] or ["append"])[0]
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        before = file.read_text(encoding="utf-8") if name in self.written or how != "append" else ""
        file.write_text(edited(before, block.text, how), encoding="utf-8")
        self.written.append(name)

    def differing_files(self) -> list[str]:
        """Return the files in the folder of the page's reader that are not what the page has written."""
        home = self.home
        if home is None:
            return []
        return [name for name in dict.fromkeys(self.written) if _lines(home / name) != _lines(self.folder / name)]

    def _python(self, block: Block, output: Block | None) -> None:
        printed = io.StringIO()
        code = "\n" * block.start + block.text
        with contextlib.redirect_stdout(printed):
            try:
                exec(compile(code, str(self.path), "exec"), self.namespace)
            except Exception:  # noqa: BLE001 (the page's mistake, shown to who runs the test)
                printed.write(traceback.format_exc())
        start = output.start if output is not None else block.start + len(block.lines) + 1
        self._compare("python", start, output.lines if output is not None else None, printed.getvalue())

    def _mlir(self, block: Block) -> None:
        try:
            dlc.parse(block.text, context=dlc.make_context(allow_unregistered=True))
        except dlc.InvalidProgram as error:
            self._compare("mlir", block.start, None, str(error))

    def _console(self, block: Block) -> None:
        for start, command, expected in commands_of(block):
            name = command.split()[0]
            if command == "pip install ." and (self.folder / "pyproject.toml").exists():
                self._compare(command, start, expected, self._install_folder())
            elif command.startswith("pip install "):
                self._add_tools(command.split()[2:])
            elif name in COMMANDS:
                self._compare(command, start, expected, self._shell(command))
            elif name not in NOT_RUN:
                self._compare(command, start, expected, f"'{name}' is not a command that pages may use")

    def _add_tools(self, names: list[str]) -> None:
        """Let commands use tools of this Python's environment; dlc itself is there."""
        tools = self.folder / ".tools"
        tools.mkdir(exist_ok=True)
        for name in names:
            if not name.strip('"').startswith(("-", ".", "dlc")) and not (tools / name).exists():
                (tools / name).symlink_to(Path(sys.executable).parent / name)
        self.programs.append(tools)

    def _install_folder(self) -> str:
        """Let commands find the package in the page's folder, without what it requires; return pip's errors."""
        options = "--quiet --no-deps --no-index --no-build-isolation --disable-pip-version-check --target .packages ."
        return self._shell(f"{sys.executable} -m pip install {options}")

    def _shell(self, command: str) -> str:
        """Return the lines that a terminal would show."""
        paths = {
            "PATH": os.pathsep.join([*map(str, self.programs), os.defpath]),
            "PYTHONPATH": str(self.folder / ".packages"),
        }
        done = subprocess.run(
            ["sh", "-c", command],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=clean_environment() | paths,
            timeout=TIMEOUT_S,
            check=False,
            text=True,
            encoding="utf-8",
        )
        return done.stdout

    def _compare(self, command: str, start: int, lines: list[str] | None, text: str) -> None:
        expected = lines or []
        printed = [line.rstrip() for line in text.rstrip("\n").split("\n")] if text.strip("\n") else []
        if not matches(expected, printed):
            self.mismatches.append(
                Mismatch(start, start + len(expected), command, expected, printed, lines is not None)
            )


def _lines(file: Path) -> list[str]:
    """Return the lines of a file without blank ones; none if there is no file."""
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    return [line for line in text.splitlines() if line.strip()]


def edited(before: str, text: str, how: str) -> str:
    """A file after a block went into it."""
    head, _, last = before.rstrip("\n").rpartition("\n")
    if how == "append":
        return before + text
    if how == "insert":
        return f"{head}\n{text}\n\n{last}\n"
    if how == "last":
        return f"{head}\n{text}"
    if how == "top":
        return before.replace(
            "from __future__ import annotations\n", f"from __future__ import annotations\n\n{text}", 1
        )
    if how != "replace":
        raise ValueError(f"a block can be 'insert', 'replace', 'last' or 'top', but got '{how}'")
    (fresh,) = (node for node in ast.parse(text).body if isinstance(node, ast.ClassDef))
    (old,) = (node for node in ast.parse(before).body if isinstance(node, ast.ClassDef) and node.name == fresh.name)
    lines = before.splitlines()
    start = min(node.lineno for node in (old, *old.decorator_list)) - 1
    return "\n".join([*lines[:start], text.rstrip("\n"), *lines[old.end_lineno :]]) + "\n"


@contextlib.contextmanager
def changed_directory(folder: Path) -> Generator[None]:
    """Run the block in a folder."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@contextlib.contextmanager
def forgotten_modules(folder: Path) -> Generator[None]:
    """Forget the modules of a folder that are imported inside: another page may have one of the same name."""
    modules = set(sys.modules)
    try:
        yield
    finally:
        for name in set(sys.modules) - modules:
            if _is_inside(sys.modules[name], folder):
                del sys.modules[name]


def _is_inside(module: ModuleType, folder: Path) -> bool:
    """Return whether a module lies in a folder; a folder without `__init__.py` is a module without a file."""
    places = [module.__file__] if getattr(module, "__file__", None) else getattr(module, "__path__", ())
    return any(Path(place).is_relative_to(folder) for place in places if place is not None)


def commands_of(block: Block) -> Iterator[tuple[int, str, list[str]]]:
    """Each command of a console block, continued lines joined, with the line where its output begins, and that."""
    number = 0
    while number < len(block.lines):
        command = block.lines[number].removeprefix("$ ")
        number += 1
        while command.endswith("\\") and number < len(block.lines):
            command = command[:-1] + block.lines[number].removeprefix("> ").strip()
            number += 1
        start = number
        while number < len(block.lines) and not block.lines[number].startswith("$ "):
            number += 1
        yield block.start + start, command, block.lines[start:number]


def matches(expected: list[str], printed: list[str]) -> bool:
    """Return whether lines are as expected, where `…` matches anything."""
    pattern = ""
    for line in expected:
        if line.strip() == "…":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*".join(re.escape(part) for part in line.rstrip().split("…")) + "\n"
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in printed)) is not None


def update(path: Path) -> int:
    """Write into a page what its examples print; returns how many were out of date."""
    with tempfile.TemporaryDirectory() as folder:
        page = Page(path, Path(folder), Path(sys.executable).parent)
        mismatches = page.run()
        for name in page.differing_files():
            print(f"{name} is not what is in the folder of the page")
    lines = page.text.splitlines()
    for mismatch in reversed(mismatches):
        print(mismatch, "\n")
        crashed = any(line.startswith("Traceback") for line in mismatch.printed)
        if mismatch.has_place and not crashed:
            lines[mismatch.start : mismatch.end] = mismatch.printed
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(mismatches)


if __name__ == "__main__":
    os.environ["DLC_CACHE_DIR"] = ""  # programs are compiled, as they are when tests run the page
    sys.exit(sum(update(Path(name).resolve()) for name in sys.argv[1:]) > 0)
