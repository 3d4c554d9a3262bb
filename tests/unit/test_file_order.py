"""Files that take longest come first, then those with many tests."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from support.file_order import LONGEST, TESTS, LongestFirst


def test_files_that_come_first_are_there() -> None:
    assert [name for name in LONGEST if not (TESTS / name).is_file()] == []


def test_tests_of_a_file_stay_in_order() -> None:
    long, few, many = TESTS / LONGEST[1], Path("a.py"), Path("b.py")
    given = [(few, 1), (many, 1), (long, 1), (many, 2), (few, 2), (many, 3)]
    items: list[Any] = [SimpleNamespace(path=path, name=name) for path, name in given]
    LongestFirst().pytest_collection_modifyitems(items)
    assert [(item.path, item.name) for item in items] == [
        *((path, name) for path in (long, many, few) for name in (1, 2, 3) if (path, name) in given)
    ]
