"""Prints the tests that belong to what git says has changed, for `make check`, and below what pyright checks.

A changed test belongs, and so do the tests of a changed module: those of its name, and those that import it. There may
be many of the latter: the nearest come first, and `MOST` files are enough for a check; `make test` is for all of them.
Where nothing has changed that has tests, it is the laws and the FileCheck tests of the tools. Types are checked in the
whole library, in these tests, and in what has changed beside them.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.run_lines import ROOT

TESTS = ROOT / "tests"
MOST = 20
OTHERWISE = ("tests/laws", "tests/filecheck/tools")
IN_ANY_CASE = ("tests/laws/test_import_arrows.py", "tests/laws/test_messages.py")


def changed_files() -> list[Path]:
    """Return the files that differ from the point where this branch left `main`, and new files."""
    base = _git("merge-base", "HEAD", "main")
    names = [*_git("diff", "--name-only", *base), *_git("ls-files", "--others", "--exclude-standard")]
    return [path for name in names if (path := ROOT / name).exists()]


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.split("\n")[:-1] if done.returncode == 0 else []


def imported_names(path: Path) -> set[str]:
    """The modules that a test imports, and the names that it imports from them."""
    modules: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules.update({node.module, *(f"{node.module}.{alias.name}" for alias in node.names)})
    return modules


def tests_of(changed: list[Path]) -> Iterator[Path]:
    """The tests of some files, the nearest first; some more than once."""
    yield from (path for path in changed if _is_test(path))
    modules = [path for path in changed if path.suffix == ".py" and not _is_test(path)]
    for path in modules:
        stem = path.parent.name if path.stem == "__init__" else path.stem
        yield from sorted(TESTS.rglob(f"test_{stem}.py"))
        yield from sorted(TESTS.rglob(f"{stem.replace('_', '-')}*.mlir"))
        if path.relative_to(ROOT).parts[0] == "dialects":
            yield from sorted((TESTS / "filecheck" / "dialects" / path.relative_to(ROOT).parts[1]).rglob("*.mlir"))
    names = {_module_name(path) for path in modules}
    for test in sorted(TESTS.rglob("test_*.py")):
        if names & imported_names(test):
            yield test


def _is_test(path: Path) -> bool:
    if not path.is_relative_to(TESTS) or "Inputs" in path.parts or "inputs" in path.parts:
        return False
    is_filecheck = path.suffix == ".mlir" and path.is_relative_to(TESTS / "filecheck")
    return is_filecheck or (path.suffix == ".py" and path.name.startswith("test_") and path.parent.name != "support")


def _module_name(path: Path) -> str:
    if path.is_relative_to(TESTS):
        return ".".join(path.relative_to(TESTS).with_suffix("").parts)
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(["dlc", *(parts[:-1] if parts[-1] == "__init__" else parts)])


def typed(changed: list[Path], chosen: list[str]) -> list[str]:
    """Return the paths whose types are checked: most of the time of a full check goes into tests."""
    library = re.findall(r'^    "(build/typing/[^"]*)",$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    beside = [path.relative_to(ROOT) for path in changed if path.suffix == ".py"]
    others = [path.as_posix() for path in beside if path.parts[0] in ("benchmarks", "examples", "tests")]
    return [*library, *others, *(path for path in chosen if path.endswith(".py"))]


def main() -> None:
    changed = changed_files()
    touched = list(dict.fromkeys(path.relative_to(ROOT).as_posix() for path in tests_of(changed)))
    chosen = touched[:MOST]
    if len(touched) > MOST:
        print(f"{len(touched) - MOST} more files of tests belong to what has changed: see `make test`", file=sys.stderr)
    print(*dict.fromkeys([*(chosen or OTHERWISE), *IN_ANY_CASE]))
    print(*dict.fromkeys(typed(changed, chosen)))


if __name__ == "__main__":
    main()
