"""`dlc new-dialect` and `dlc new-pass`: what they write works at once, and they overwrite nothing."""

from __future__ import annotations

import io
import runpy
import shlex
from collections.abc import Sequence
from pathlib import Path

import pytest

from dlc.tools import dlc_command, dlc_opt
from dlc.tools.new_files import camel
from support.file_check import file_check
from support.run_lines import read_script


def new(*argv: str) -> tuple[int, str]:
    stdout, stderr = io.StringIO(), io.StringIO()
    status = dlc_command.run(argv, stdout, stderr)
    return status, stdout.getvalue() + stderr.getvalue()


def run_lines(path: Path, load: Sequence[str]) -> None:
    """Run the RUN lines of a FileCheck test."""
    for run in read_script(path).runs:
        command, _, check = run.text.partition("|")
        arguments = [str(path) if word == "%s" else word for word in shlex.split(command)[1:]]
        out, err = io.StringIO(), io.StringIO()
        assert dlc_opt.run([*load, *arguments], "", out, err) == 0, err.getvalue()
        if check:
            options = [word for word in shlex.split(check)[1:] if word != "%s"]
            complaints = io.StringIO()
            status = file_check([str(path), *options], out.getvalue(), io.StringIO(), complaints)
            assert status == 0, complaints.getvalue()


@pytest.mark.parametrize(
    ("name", "parts", "tests_of_parts", "loop"),
    [
        ("two_words", (), 0, False),
        ("with_type", ("--with=type",), 1, False),
        ("with_all", ("--with=type,attribute,region",), 3, True),
    ],
)
def test_a_new_dialect_passes_its_tests(
    name: str, parts: tuple[str, ...], tests_of_parts: int, loop: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, said = new("new-dialect", name, *parts, f"--folder={tmp_path}")
    assert status == 0, said
    project = tmp_path / f"{name}-dialect"
    assert (project / ".github" / "workflows" / "test.yml").exists()
    texts = [path.read_text(encoding="utf-8") for path in project.rglob("*") if path.is_file()]
    assert not any("sample" in text or "Sample" in text for text in texts)
    assert not any("# with:" in text for text in texts)
    assert sum(f"class Lower{camel(name)}(Pass)" in text for text in texts) == 1
    ops = (project / f"{name}_dialect" / "ops.py").read_text(encoding="utf-8")
    assert len(ops.splitlines()) <= 64 + 11 * bool(parts), "a newcomer reads all of it"
    assert (project / f"{name}_dialect" / "repeat.py").exists() == loop
    monkeypatch.syspath_prepend(str(project))
    load = [f"--load-dialect={name}_dialect.ops", f"--load-pass={name}_dialect.lowering"]
    tests = sorted((project / "tests").glob("*.mlir"))
    assert len(tests) == 4 + tests_of_parts
    for test in tests:
        run_lines(test, load)
    runpy.run_path(str(project / "tests" / "meaning.py"))


def test_a_new_pass_passes_its_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert new("new-pass", "fold-adds") == (
        0,
        "fold_adds.mlir\nfold_adds.py\nnext: dlc-opt fold_adds.mlir --load-pass=fold_adds --fold-adds\n",
    )
    run_lines(tmp_path / "fold_adds.mlir", [])
    (tmp_path / "fold_adds.mlir").unlink()
    assert new("new-pass", "fold-adds") == (1, "dlc: error: 'fold_adds.py' exists already\n")
    assert not (tmp_path / "fold_adds.mlir").exists()


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["new-dialect", "arith"], "the dialect 'arith' is one of dlc's own: choose another name"),
        (["new-dialect", "../up"], "such as 'poly', but got '../up'"),
        (
            ["new-dialect", "3x"],
            "the name of a dialect is made of lower-case letters, digits and '_', and begins with a letter, such as",
        ),
        (["new-dialect", "class"], "'class' is a keyword of Python, so it cannot be the name of a dialect: choose"),
        (["new-pass", "cse"], "the pass 'cse' is one of dlc's own: choose another name"),
        (["new-pass", "fold_adds"], "letters, digits and '-', and begins with a letter, such as"),
        (["new-dialect", "taken"], "taken-dialect' exists already"),
        (
            ["new-dialect", "mine", "--with=type,regoin"],
            "'--with' expects some of type, attribute, region, but got 'regoin', did you mean 'region'?",
        ),
    ],
)
def test_bad_names_are_refused(argv: list[str], message: str, tmp_path: Path) -> None:
    (tmp_path / "taken-dialect").mkdir()
    status, said = new(*argv, f"--folder={tmp_path}")
    assert status == 1
    assert message in said
    assert [path.name for path in tmp_path.rglob("*")] == ["taken-dialect"]


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    status, said = new("new-dialect", "mine", f"--folder={tmp_path / 'file'}")
    assert status == 1
    assert said.startswith(f"dlc: error: cannot create folder '{tmp_path / 'file' / 'mine-dialect'}': ")
    status, said = new("new-pass", "mine", f"--folder={tmp_path / 'file'}")
    assert status == 1
    assert str(tmp_path / "file") in said
