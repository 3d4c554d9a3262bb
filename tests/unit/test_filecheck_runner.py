"""The FileCheck runner itself, on commands that need no compiler."""

from pathlib import Path
from typing import TextIO

import pytest

from support.file_check import file_check
from support.filecheck_runner import InProcess, RunLineFailed, Runner, ShellNeeded
from support.run_lines import BadTest, holds, read_script, substitute
from support.split_file import split_file


def echo(argv: list[str], _stdin: str, stdout: TextIO, _stderr: TextIO) -> int:
    stdout.write(" ".join(argv) + "\n")
    return 0


def show(argv: list[str], stdin: str, stdout: TextIO, _stderr: TextIO) -> int:
    stdout.write("".join(Path(name).read_text() for name in argv) or stdin)
    return 0


def complain(argv: list[str], _stdin: str, stdout: TextIO, stderr: TextIO) -> int:
    stdout.write("out\n")
    stderr.write(f"error: {' '.join(argv)}\n")
    return 1


def crash(_argv: list[str], _stdin: str, _stdout: TextIO, _stderr: TextIO) -> int:
    raise KeyError("lost")


COMMANDS: dict[str, InProcess] = {
    "echo": echo,
    "show": show,
    "complain": complain,
    "crash": crash,
    "filecheck": file_check,
    "FileCheck": file_check,
    "split-file": split_file,
}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "RunText":
    monkeypatch.setattr("support.run_lines.SCRATCH", tmp_path / "scratch")
    return RunText(tmp_path)


class RunText:
    """Writes a test file and runs it; in-process only unless a test says otherwise."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "case.mlir"
        self.scratch = folder / "scratch"

    def __call__(self, text: str, shell: bool = False) -> None:
        self.path.write_text(text)
        runner = Runner(COMMANDS)
        if not shell:
            runner.shell = self.no_shell
        runner.run(read_script(self.path))

    @staticmethod
    def no_shell(text: str) -> int:
        raise ShellNeeded(text)

    def failure(self, text: str, shell: bool = False) -> str:
        with pytest.raises(RunLineFailed) as failed:
            self(text, shell)
        return str(failed.value)


def test_pipeline_that_matches(run: RunText) -> None:
    run("// RUN: show %s | filecheck %s\n// CHECK: the line\nthe line\n")


def test_both_spellings_of_filecheck(run: RunText) -> None:
    run("// RUN: show %s | FileCheck %s\n// RUN: show %s | filecheck %s\n// CHECK: {{^}}a line\na line\n")


def test_mismatch_shows_command_message_and_input(run: RunText) -> None:
    report = run.failure("// RUN: echo one two | filecheck %s\n// CHECK: three\n")
    assert "case.mlir:1: this RUN line failed with status 1" in report
    assert f"$ echo one two | filecheck {run.path}" in report
    assert 'Couldn\'t match "three"' in report
    assert "    1 | one two" in report


def test_check_not_is_held(run: RunText) -> None:
    report = run.failure("// RUN: echo one two | filecheck %s\n// CHECK: one\n// CHECK-NOT: two\n")
    assert "excluded string found" in report


def test_captures_carry_from_line_to_line(run: RunText) -> None:
    run(
        "// RUN: show %s | filecheck %s\n// CHECK-LABEL: start\n// CHECK: a = [[X:%.*]]\n// CHECK-NEXT: use [[X]]\n"
        "start\na = %7\nuse %7\n"
    )


def test_prefix_option(run: RunText) -> None:
    run(
        "// RUN: echo one | filecheck %s --check-prefix=ONE\n// RUN: echo two | filecheck %s -check-prefix TWO\n"
        "// ONE: one\n// TWO: two\n"
    )


def test_file_without_checks_fails(run: RunText) -> None:
    assert "No check strings found" in run.failure("// RUN: echo one | filecheck %s\n")


def test_empty_input_fails(run: RunText) -> None:
    assert "is empty" in run.failure("// RUN: echo | filecheck %s\n// CHECK-NOT: a\n")


def test_check_next_behind_the_end_is_an_error_not_a_crash(run: RunText) -> None:
    report = run.failure("// RUN: echo one | filecheck %s\n// CHECK: one\n// CHECK-NEXT: two\n")
    assert "Traceback" not in report


def test_continuation_lines(run: RunText) -> None:
    run("// RUN: echo one \\\n// RUN:   two \\\n// RUN:   | filecheck %s\n// CHECK: one two\n")


def test_unfinished_continuation_is_an_error(run: RunText) -> None:
    with pytest.raises(BadTest, match="no RUN line continues it"):
        run("// RUN: echo one \\\n// CHECK: one\n")


def test_file_without_run_line_is_an_error(run: RunText) -> None:
    with pytest.raises(BadTest, match="no RUN line"):
        run("// CHECK: one\n")


def test_end_stops_the_search_for_directives(run: RunText) -> None:
    run("// RUN: echo one\n// END.\n// RUN: complain\n")


def test_a_failing_command_fails_the_line_though_the_last_succeeds(run: RunText) -> None:
    report = run.failure("// RUN: complain of this | filecheck %s\n// CHECK: out\n")
    assert "status 1 of: complain of this\nerror: of this" in report


def test_not_turns_failure_into_success(run: RunText) -> None:
    run("// RUN: not complain of this 2>&1 | filecheck %s\n// CHECK: error: of this\n")


def test_not_turns_success_into_failure(run: RunText) -> None:
    assert "status 1" in run.failure("// RUN: not echo one\n")


def test_not_does_not_forgive_a_crash(run: RunText) -> None:
    assert "KeyError: 'lost'" in run.failure("// RUN: not crash\n")


def test_not_crash_wants_a_crash(run: RunText) -> None:
    run("// RUN: not --crash crash\n")
    run.failure("// RUN: not --crash complain\n")


def test_stderr_is_not_piped_by_itself(run: RunText) -> None:
    run("// RUN: not complain loudly | filecheck %s\n// CHECK: out\n// CHECK-NOT: error\n")


def test_redirections(run: RunText) -> None:
    run(
        "// RUN: echo one > %t\n// RUN: echo two >> %t\n// RUN: show < %t | filecheck %s\n"
        "// CHECK: one\n// CHECK-NEXT: two\n"
    )


def test_stderr_to_a_file(run: RunText) -> None:
    run(
        "// RUN: not complain of this 2> %t.err > %t.out\n"
        "// RUN: show %t.err | filecheck %s --check-prefix=ERR\n// RUN: filecheck %s --input-file=%t.out\n"
        "// ERR: error: of this\n// CHECK: out\n"
    )


def test_quotes_keep_words_together(run: RunText) -> None:
    run(
        "// RUN: echo --pass-pipeline=\"builtin.module(func.func(cse, x{a=1 b=2}))\" 'a|b' | filecheck %s\n"
        "// CHECK: --pass-pipeline=builtin.module(func.func(cse, x{a=1 b=2})) a|b\n"
    )


def test_sequences(run: RunText) -> None:
    run("// RUN: echo one > %t && not complain && show %t | filecheck %s\n// CHECK: one\n")
    run("// RUN: complain || echo one | filecheck %s\n// CHECK: one\n")
    run.failure("// RUN: complain && echo one\n")


def test_split_file(run: RunText) -> None:
    run(
        "// RUN: split-file %s %t\n// RUN: show %t/a.txt | filecheck %s\n// CHECK-NOT: beta\n// CHECK: alpha\n"
        "//--- a.txt\nalpha\n//--- sub/b.txt\nbeta\n"
    )
    assert (next(run.scratch.rglob("sub")) / "b.txt").read_text() == "beta\n"


def test_split_file_stays_in_its_folder(run: RunText) -> None:
    assert "outside the folder" in run.failure("// RUN: split-file %s %t\n//--- ../../x\nalpha\n")


def test_other_programs_go_to_a_shell(run: RunText) -> None:
    run("// RUN: printf 'one\\ntwo\\n' | sort -r | filecheck %s\n// CHECK: two\n// CHECK-NEXT: one\n", shell=True)
    with pytest.raises(ShellNeeded):
        run("// RUN: printf one\n")


def test_shell_syntax_goes_to_a_shell(run: RunText) -> None:
    run("// RUN: X=one; echo $X | filecheck %s\n// CHECK: one\n", shell=True)
    run("// RUN: not false && split-file %s %t\n//--- a\n", shell=True)


def test_a_failing_shell_line_shows_what_it_said(run: RunText) -> None:
    assert "status 3 of: printf said; exit 3\nsaid" in run.failure("// RUN: printf said; exit 3\n", shell=True)


def test_marks() -> None:
    text = substitute("%s %S %t.x %T %p 100%% %c0", Path("/d/a.mlir"), Path("/o/a.mlir.tmp"))
    assert text == "/d/a.mlir /d /o/a.mlir.tmp.x /o /d 100% %c0"


def test_conditions(run: RunText) -> None:
    run.path.write_text("// REQUIRES: a && !b, c\n// UNSUPPORTED: d\n// XFAIL: e\n// RUN: echo\n")
    script = read_script(run.path)
    assert script.reason_to_skip({"a", "c"}) is None
    assert script.reason_to_skip({"a", "b"}) == "requires a && !b, c"
    assert script.reason_to_skip({"a", "c", "d"}) == "unsupported with d"
    assert script.is_expected_to_fail({"e"})
    assert not script.is_expected_to_fail(set())
    assert holds("*", set())


def test_malformed_condition_is_an_error() -> None:
    with pytest.raises(BadTest, match="condition 'a &&'"):
        holds("a &&", {"a"})
