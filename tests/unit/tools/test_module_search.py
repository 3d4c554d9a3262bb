"""`--load-dialect` and `--load-pass` find modules beside the input and in the current folder, and no others."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dlc.tools import dlc_command, dlc_opt
from dlc.tools.module_search import beside

PASS = """
from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun

class Nothing(Pass):
    "Do nothing"
    name = "searched-nothing"
    def run(self, op: Operation, run: PassRun) -> None: ...
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "in.mlir").write_text("module {\n}\n")
    (tmp_path / "searched_pass.py").write_text(PASS)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if name.startswith("searched"):
            del sys.modules[name]


def opt(*argv: str, stdin: str = "") -> tuple[int, str]:
    out, err = io.StringIO(), io.StringIO()
    status = dlc_opt.run(list(argv), stdin, out, err)
    return status, err.getvalue()


def test_passes_beside_the_input_are_found(folder: Path) -> None:
    assert opt("--load-pass=searched_pass", str(folder / "in.mlir"), "--searched-nothing") == (0, "")
    assert opt("--load-pass", "searched_pass", str(folder / "in.mlir"), "--searched-nothing") == (0, "")


def test_passes_in_the_current_folder_are_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert opt("--load-pass=searched_pass", "--searched-nothing") == (0, "")


def test_other_folders_are_not_searched(folder: Path) -> None:
    status, err = opt("--load-pass=searched_pass", "--searched-nothing")
    assert status == 1
    assert "cannot load passes from 'searched_pass': No module named 'searched_pass'" in err
    status, err = opt("--load-dialect=searched_dialect", str(folder / "in.mlir"))
    assert (status, "No module named 'searched_dialect'" in err) == (1, True)


def test_an_installed_module_is_not_hidden_and_the_path_is_as_it_was(folder: Path) -> None:
    (folder / "json.py").write_text("raise SystemExit")
    before = list(sys.path)
    with beside([str(folder / "in.mlir"), "-"]):
        assert sys.path[: len(before)] == before
        assert sys.path[len(before) :] == [str(folder), str(folder / "elsewhere")]
    assert sys.path == before


def test_the_pipeline_with_loaded_passes_can_be_printed(folder: Path) -> None:
    out, err = io.StringIO(), io.StringIO()
    options = ["--load-pass=searched_pass", "--passes=searched-nothing,default", "--print-pipeline"]
    assert dlc_command.run(["run", str(folder / "in.mlir"), *options], out, err) == 0, err.getvalue()
    assert out.getvalue().index("searched-nothing") < out.getvalue().index("scf-to-loop")
