"""The examples that say in RUN lines what they show are FileCheck tests too."""

from pathlib import Path

import pytest

from support.commands import COMMANDS
from support.doc_pages import forgotten_modules
from support.filecheck_runner import Runner
from support.run_lines import DIRECTIVE, ROOT, available_features, read_script

EXAMPLES = ROOT / "examples"
PACKAGED = EXAMPLES / "my_dialect"
"""Needs a dialect that is not ours: tests/unit/test_my_dialect.py runs its tests."""
SCRIPTS = [
    path
    for path in sorted(EXAMPLES.rglob("*.mlir"))
    if DIRECTIVE.search(path.read_text(encoding="utf-8")) and PACKAGED not in path.parents
]
CHAPTERS = EXAMPLES / "tutorial"
"""The folder in which its chapters are packages."""


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(EXAMPLES)))
def test_example(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = read_script(path)
    if reason := script.reason_to_skip(available_features()):
        pytest.skip(reason)
    if CHAPTERS in path.parents:
        monkeypatch.syspath_prepend(CHAPTERS)
    with forgotten_modules(EXAMPLES):
        Runner(COMMANDS).run(script)
