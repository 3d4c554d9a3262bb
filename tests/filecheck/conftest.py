"""Collects every .mlir file under this folder as a test; lit.cfg.py describes the same files to lit.

Examples with RUN lines are run by test_examples.py, next to this file.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.commands import COMMANDS
from support.filecheck_runner import RunLineFailed, Runner
from support.run_lines import BadTest, available_features, read_script

FEATURES = available_features()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix != ".mlir" or "Inputs" in file_path.parts:
        return None
    return FileCheckFile.from_parent(parent, path=file_path)


class FileCheckFile(pytest.File):
    """A file with RUN lines: one test, because its lines build on one another."""

    def collect(self) -> Iterator[pytest.Item]:
        yield FileCheckTest.from_parent(self, name=self.path.stem)


class FileCheckTest(pytest.Item):
    """Runs the RUN lines of its file, under the file's conditions."""

    def runtest(self) -> None:
        script = read_script(self.path)
        if reason := script.reason_to_skip(FEATURES):
            pytest.skip(reason)
        fails = script.is_expected_to_fail(FEATURES)
        try:
            Runner(COMMANDS).run(script)
        except RunLineFailed as failure:
            if fails:
                pytest.xfail(str(failure))
            raise
        if fails:
            pytest.fail("passes, but is marked XFAIL", pytrace=False)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        if isinstance(excinfo.value, (RunLineFailed, BadTest)):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo, style))

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, f"filecheck: {self.path.name}"
