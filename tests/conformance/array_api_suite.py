"""Runs the public tests of the array API standard on `dlc.array`, and writes the share that passes into docs.

    python tests/conformance/array_api_suite.py FOLDER [-k NAME] [--max-examples N] [--write]

FOLDER is a checkout of data-apis/array-api-tests with its submodule; it needs pytest, hypothesis and ndindex. What is
left out by design (`LEFT_OUT`) is counted apart.
"""

from __future__ import annotations

import argparse
import builtins
import importlib.util
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "arrays.md"
BEGIN, END = "<!-- conformance -->", "<!-- end of conformance -->"
MODULE, VERSION = "dlc.array", "2024.12"
LEFT_OUT = ("linalg", "fft", "setitem", "complex", "imag", "conj", "real[", "asarray_arrays")
"""Parts of names of tests about extensions, changing arrays in place, and complex numbers."""


class Results:
    """Counts the outcomes of tests by the file that they are in."""

    def __init__(self) -> None:
        self.outcomes: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Note the outcome of a test: of its call, or of its setup if that did not pass."""
        if report.when == "call" or report.outcome != "passed":
            self.outcomes[report.nodeid] = report.outcome

    def table(self) -> str:
        """Return the table for docs."""
        counts: dict[str, Counter[str]] = {}
        for test, outcome in self.outcomes.items():
            is_left_out = any(part in test for part in LEFT_OUT) and outcome != "passed"
            file = test.partition("::")[0].rpartition("/")[2].removeprefix("test_").removesuffix(".py")
            counts.setdefault(file, Counter())["left out" if is_left_out else outcome] += 1
        rows = ["| tests of | passed | failed | left out, skipped | share |", "| --- | ---: | ---: | ---: | ---: |"]
        total: Counter[str] = Counter()
        for file, count in sorted(counts.items()):
            rows.append(_row(file.replace("_", " "), count))
            total += count
        return "\n".join([*rows, _row("**all**", total)])


def _row(name: str, count: Counter[str]) -> str:
    passed, failed = count["passed"], count["failed"]
    share = f"{100 * passed / (passed + failed):.1f} %" if passed + failed else "–"
    return f"| {name} | {passed} | {failed} | {count['left out'] + count['skipped']} | {share} |"


def _max_or_none(values: list[tuple[Any, ...]], *, key: Any) -> tuple[Any, ...]:
    return builtins.max(values, key=key, default=(None,))


def import_suite(folder: Path) -> None:
    """Import the module of the suite that cannot be imported where a namespace has no complex dtypes."""
    sys.path.insert(0, str(folder))
    spec = importlib.util.find_spec("array_api_tests.dtype_helpers")
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    module.max = _max_or_none
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)


def main() -> int:
    """Run the suite; 0 if it could be run."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="checkout of data-apis/array-api-tests")
    parser.add_argument("--max-examples", type=int, default=10)
    parser.add_argument("--write", action="store_true", help="write the table into docs/arrays.md")
    arguments, others = parser.parse_known_args()
    if not (arguments.folder / "array_api_tests").is_dir():
        parser.error(f"'{arguments.folder}' is not a checkout of data-apis/array-api-tests")
    os.environ |= {
        "ARRAY_API_TESTS_MODULE": MODULE,
        "ARRAY_API_TESTS_VERSION": VERSION,
        "ARRAY_API_TESTS_SKIP_DTYPES": "complex64,complex128",
    }
    os.chdir(arguments.folder)
    import_suite(arguments.folder.resolve())
    results = Results()
    options = ["-q", "--tb=short", "-p", "no:cacheprovider", "--disable-extension", "linalg", "fft", "--derandomize"]
    options += [f"--max-examples={arguments.max_examples}", "--disable-deadline", *others]
    pytest.main([*options, "array_api_tests"] if not any("test_" in each for each in others) else options, [results])
    table = results.table()
    print(table)
    if arguments.write:
        text = PAGE.read_text(encoding="utf-8")
        head, rest = text.split(BEGIN)
        PAGE.write_text(f"{head}{BEGIN}\n\n{table}\n\n{END}{rest.split(END)[1]}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
