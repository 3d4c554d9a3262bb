"""The tool with real commands: how they are run, what counts, what is left behind, and what is said of mistakes."""

from __future__ import annotations

import io
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from dlc.ir.context import Context
from dlc.ir.definition import Op
from dlc.tools import dlc_reduce
from dlc.tools.reduce.clean_ups import TookTooLong, patience
from dlc.tools.reduce.command import CommandError, CommandProbe, Criterion, Outcome, split_command
from dlc.tools.reduce.files import FileReducer
from support.run_lines import ROOT

PROGRAM = """
func.func @unused() { return }
func.func @main(%a: i32, %b: i32) -> i32 {
  %x = arith.addi %a, %b : i32
  %y = arith.muli %x, %b : i32
  %z = arith.subi %y, %a : i32
  return %z : i32
}
"""
OPT = f"{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'tools' / 'dlc-opt.py'))}"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder for temporary files too, so that remaining ones are noticed."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.mlir").write_text(PROGRAM)
    return tmp_path


def python(code: str) -> str:
    """A command that runs a little program on the file, whose text it has as `text`; it needs no packages."""
    program = f"import sys; text = open(sys.argv[1]).read(); {code}"
    return f"{shlex.quote(sys.executable)} -I -S -c {shlex.quote(program)}"


def run(*argv: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = dlc_reduce.run(argv, out, err)
    return status, out.getvalue(), err.getvalue()


def is_running(pid: int) -> bool:
    """Return whether there is such a process that has not ended, reaped or not."""
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"


def ends(pid: int) -> bool:
    """Return whether a process that was sent a signal ends: on a busy machine it has not ended at once."""
    for _ in range(1000):
        if not is_running(pid):
            return True
        time.sleep(0.05)
    return False


def until_it_hangs(monkeypatch: pytest.MonkeyPatch, sign: Path) -> None:
    """Let the time be over for a command as soon as it says that it hangs, however long it takes to start."""
    wait = subprocess.Popen.wait

    def wait_for_sign(process: subprocess.Popen[bytes], timeout: float | None = None) -> int:
        while timeout is not None and process.poll() is None:
            if sign.exists():
                sign.unlink()
                raise subprocess.TimeoutExpired(process.args, timeout)
            time.sleep(0.005)
        return wait(process)

    monkeypatch.setattr(subprocess.Popen, "wait", wait_for_sign)


FAILS_ON_MUL = python("sys.exit(3 if 'muli' in text else 0)")


def test_the_output_is_small_the_input_is_as_it_was_and_nothing_is_left(folder: Path) -> None:
    status, out, err = run(FAILS_ON_MUL, "in.mlir")
    assert (status, err) == (0, "")
    assert out == (
        "module {\n  func.func @a() {\n    %c0_i32 = arith.constant 0 : i32\n"
        "    %y = arith.muli %c0_i32, %c0_i32 : i32\n    return\n  }\n}\n"
    )
    assert (folder / "in.mlir").read_text() == PROGRAM
    assert sorted(path.name for path in folder.rglob("*")) == ["in.mlir", "tmp"]


def test_an_output_file_is_written_whole(folder: Path) -> None:
    assert run(FAILS_ON_MUL, "in.mlir", "-o", "out.mlir", "-j", "3") == (0, "", "")
    assert (folder / "out.mlir").read_text() == run(FAILS_ON_MUL, "in.mlir")[1]
    assert sorted(path.name for path in folder.iterdir()) == ["in.mlir", "out.mlir", "tmp"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "flags"),
    [
        ("sys.exit(3 if 'muli' in text else 7)", ["--expect-exit=3"]),
        ("sys.exit(0 if 'muli' in text else 7)", ["--interesting-when-zero"]),
        ("sys.exit('wrong: mul' if 'muli' in text else 'other')", ["--expect-output=^wrong"]),
        ("import os; 'muli' in text and os.abort()", ["--expect-exit=134"]),
    ],
)
def test_what_is_interesting_can_be_said(folder: Path, code: str, flags: list[str]) -> None:
    status, out, err = run(python(code), "in.mlir", *flags)
    assert (status, err) == (0, "")
    assert "muli" in out
    assert "subi" not in out


@pytest.mark.slow
def test_a_hang_can_be_reduced(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import time, pathlib; 'muli' in text and (pathlib.Path('hangs').touch(), time.sleep(600))"
    until_it_hangs(monkeypatch, folder / "hangs")
    status, out, _ = run(python(code), "in.mlir", "--expect-timeout", "--reductions=symbols", "--max-tests=3")
    assert status == 0
    assert "@unused" not in out


def test_a_command_that_takes_too_long_is_not_interesting_and_ends(folder: Path) -> None:
    pid = folder / "pid"
    code = "import os, subprocess; child = subprocess.Popen(['sleep', '600'])"
    code += f"; open('pid.new', 'w').write(str(child.pid)); os.rename('pid.new', {str(pid)!r}); child.wait()"
    status, _, err = run(python(code), "in.mlir", "--timeout=1")
    assert status == 1
    assert "did not end in time" in err
    assert not pid.exists() or ends(int(pid.read_text()))


@pytest.mark.slow
def test_a_seeded_bug_in_a_pass_is_reduced_by_the_tool_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pass of a user's, loaded as users load theirs, crashes on a product of a sum."""
    (folder / "broken_pass.py").write_text(
        "from dlc.passes.manager.declaration import Pass\n"
        "class Broken(Pass):\n"
        "    'Crash'\n"
        "    name = 'broken'\n"
        "    def run(self, op, run):\n"
        "        for each in op.walk():\n"
        "            made = each.operands[0].defining_op if each.name == 'arith.muli' else None\n"
        "            if made is not None and made.name == 'arith.addi':\n"
        "                raise KeyError('lost')\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(folder))
    status, out, err = run(f"{OPT} --load-pass=broken_pass --broken", "in.mlir", "--expect-output=KeyError")
    assert (status, err) == (0, "")
    ops = [line.split("=")[-1].split()[0] for line in out.splitlines()[2:-3]]
    assert ops in (["arith.addi", "arith.muli"], ["arith.constant", "arith.addi", "arith.muli"]), out


def test_text_that_does_not_parse_is_reduced_as_text(folder: Path) -> None:
    (folder / "in.mlir").write_text("func.func @f() {\n  some thing\n  @@wrong\n}\n" * 30)
    status, out, err = run(python("sys.exit('wrong' in text)"), "in.mlir")
    assert (status, out) == (0, "@@wrong")
    assert err.startswith("dlc-reduce: note: 'in.mlir' cannot be parsed as a module (in.mlir:2:3: error:")


def test_what_only_its_text_shows_is_reduced_as_text(folder: Path) -> None:
    (folder / "in.mlir").write_text(f"// a comment\n{PROGRAM}")
    status, out, err = run(python("sys.exit('comment' in text)"), "in.mlir")
    assert (status, out) == (0, "comment")
    assert "is not interesting after it is parsed and printed" in err


def test_locations_stay_as_long_as_they_matter(folder: Path) -> None:
    text = 'func.func @f() {\n  "x.y"() : () -> () loc("here")\n  "x.z"() : () -> () loc("there")\n  return\n}\n'
    (folder / "in.mlir").write_text(text)
    status, out, err = run(python("sys.exit('here' in text)"), "in.mlir", "--allow-unregistered-dialect")
    assert (status, err) == (0, "")
    assert '"x.' in out or "func" in out or "module" in out
    assert out.count("here") == 1


def test_progress_is_shown_when_asked_for(folder: Path) -> None:
    _, _, err = run(FAILS_ON_MUL, "in.mlir", "-v")
    assert "dlc-reduce: symbols: " in err
    assert err.splitlines()[-1].startswith("dlc-reduce: reduced from 8 lines to 7 lines in ")


def test_a_limit_is_mentioned(folder: Path) -> None:
    status, out, err = run(FAILS_ON_MUL, "in.mlir", "--max-tests=1")
    assert status == 0
    assert "muli" in out
    assert err == "dlc-reduce: note: stopped after 1 tests; the result may not be minimal\n"


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([python("print('fine')"), "in.mlir"], "nothing to reduce: on 'in.mlir' the command should fail"),
        ([FAILS_ON_MUL, "in.mlir", "--expect-exit=4"], "should exit with 4, but it exited with 3; there was no output"),
        ([FAILS_ON_MUL, "missing.mlir"], "cannot open input file 'missing.mlir': No such file or directory"),
        (["no-such-command", "in.mlir"], "cannot run 'no-such-command': No such file or directory"),
        (["'", "in.mlir"], "cannot read the command ''': no closing quotation"),
        (["", "in.mlir"], "the command is empty"),
        (["x", "in.mlir", "--expect-output=("], "'--expect-output' is not a regular expression"),
        (["x", "in.mlir", "--reductions=op"], "there is no reduction 'op', did you mean 'ops'?"),
        (["x", "in.mlir", "--expect-exit=1", "--interesting-when-zero"], "are mutually exclusive"),
        (["x", "in.mlir", "-j", "0"], "argument -j/--jobs: must be at least 1, but got '0'; see 'dlc-reduce --help'"),
        (["x", "in.mlir", "--timeout=-1"], "argument --timeout: must be greater than 0"),
        (["x", "in.mlir", "--load-dialect=no.such"], "cannot load dialect module 'no.such'"),
        (["x"], "the following arguments are required: FILE; see 'dlc-reduce --help'"),
        (["x", "in.mlir", "--expect-ouput=y"], "arguments: --expect-ouput=y, did you mean '--expect-output'?"),
        (
            [python("sys.exit(3)"), "in.mlir"],
            "the command also exited with 3 on an empty file, so 'in.mlir' is not the",
        ),
        ([FAILS_ON_MUL, "in.mlir", "-o", "no/such/folder"], "cannot open output file 'no/such/folder'"),
    ],
)
def test_mistakes_give_one_clear_error(folder: Path, argv: list[str], message: str) -> None:
    status, out, err = run(*argv)
    assert (status, out) == (1, "")
    assert err.startswith("dlc-reduce: error: ")
    assert message in err


def test_help_and_the_list_of_reductions() -> None:
    status, out, _ = run("--help")
    assert status == 0
    assert "--expect-output" in out
    status, out, _ = run("--list-reductions")
    assert status == 0
    assert out.splitlines()[0].split()[0] == "symbols"


def test_every_flag_is_documented() -> None:
    text = (ROOT / "docs" / "dlc-reduce.md").read_text(encoding="utf-8")
    flags = set(re.findall(r"(?<=[\s,])--[\w-]+", run("--help")[1])) - {"--help"}
    assert len(flags) > 10
    assert {flag for flag in flags if f"`{flag}" not in text} == set()


# -- Commands --------------------------------------------------------------------------------------------------------


def test_the_file_has_its_place_in_the_command() -> None:
    assert split_command("a {} 'b c'") == ["a", "{}", "b c"]
    assert split_command("a --in=%s") == ["a", "--in=%s"]
    assert split_command("a b") == ["a", "b", "{}"]


def test_a_probe_gives_the_file_the_name_of_the_input(folder: Path) -> None:
    with CommandProbe([sys.executable, "-c", "import sys; print(sys.argv[1])", "<{}>"], "x/in.mlir", 20) as probe:
        outcome = probe.run("text")
    assert outcome.status == 0
    path = outcome.output.strip()
    assert path.startswith("<")
    assert path.endswith("/in.mlir>")
    assert not Path(path.strip("<>")).exists()
    with pytest.raises(CommandError):
        probe.run("after the end")


@pytest.mark.parametrize(
    ("criterion", "outcome", "accepted"),
    [
        (Criterion(), Outcome(1), True),
        (Criterion(), Outcome(0), False),
        (Criterion(), Outcome(None), False),
        (Criterion(0), Outcome(0), True),
        (Criterion(0), Outcome(None), False),
        (Criterion(timeout=True), Outcome(None), True),
        (Criterion(timeout=True), Outcome(1), False),
    ],
)
def test_criteria(criterion: Criterion, outcome: Outcome, accepted: bool) -> None:
    assert criterion.accepts(outcome) is accepted


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_gives_the_best_so_far_and_cleans_up(tmp_path: Path, sent: signal.Signals) -> None:
    (tmp_path / "in.mlir").write_text(PROGRAM)
    (tmp_path / "tmp").mkdir()
    # What has both functions fails at once; what has only the one that matters hangs, and says that it does.
    code = (
        "import time, pathlib; 'muli' in text or sys.exit(0); 'unused' in text and sys.exit(1);"
        "pathlib.Path('hangs').touch(); time.sleep(100)"
    )
    # What starts tests in the background may have them ignore an interruption, and they hand that on.
    start = "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])"
    reduce = [sys.executable, str(ROOT / "tools" / "dlc-reduce.py"), python(code), "in.mlir", "-o", "out.mlir"]
    tool = [sys.executable, "-c", start, *reduce]
    environment = {**os.environ, "TMPDIR": str(tmp_path / "tmp")}
    process = subprocess.Popen(tool, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and not (tmp_path / "hangs").exists():
        time.sleep(0.05)
    process.send_signal(sent)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 130, err
    assert "interrupted; the result is the best so far" in err
    assert "func.func" in (tmp_path / "out.mlir").read_text()
    assert list((tmp_path / "tmp").iterdir()) == []


# -- What crashes or hangs in this process -----------------------------------------------------------------------------


def loop_forever() -> None:
    while True:
        pass


class BrokenContext(Context):
    """A context with a parser that raises where it meets a certain op, or never comes back."""

    def __init__(self, hangs: bool) -> None:
        super().__init__(allow_unregistered=True)
        self.hangs = hangs

    def op_class(self, name: str) -> type[Op] | None:
        if name == "bad.op":
            if self.hangs and signal.setitimer(signal.ITIMER_REAL, 0.01)[0]:  # the time that is left
                loop_forever()
            raise KeyError(name)
        return super().op_class(name)


@pytest.mark.parametrize("hangs", [False, True])
def test_a_parser_that_breaks_here_too_leaves_its_text_to_reduce(hangs: bool) -> None:
    notes: list[str] = []
    text = '"good.op"() : () -> ()\n"bad.op"() : () -> ()\n"good.op"() : () -> ()\n'
    reducer = FileReducer(
        "in.mlir", text, BrokenContext(hangs), lambda candidate: '"bad.op"(' in candidate, note=notes.append
    )
    assert reducer.run() == '"bad.op"('
    assert notes == ["'in.mlir' cannot be parsed as a module; reducing it as text"]


def test_patience_ends() -> None:
    with patience(0.05), pytest.raises(TookTooLong):
        loop_forever()
