"""Runs a FileCheck test in this process: `dlc-opt … | filecheck …` is two function calls, so hundreds take seconds.

A RUN line is parsed by lit's own shell parser. When each of its commands is in the table of commands, or is one of
MLIR's tools (those run as processes, in the pipeline), it is executed here; any other line goes to a real shell, where
the same names are found on PATH (tests/filecheck/bin). A command that raises has crashed: `not` does not forgive that.
Not here: reading the test file (run_lines.py), and pytest (tests/filecheck/conftest.py).
"""

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import traceback
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from lit.ShCommands import Command, GlobItem, Pipeline, Seq
from lit.ShUtil import ShParser

from support.run_lines import MLIR_TOOLS, RunLine, Script, scratch_file, search_path, substitute

InProcess = Callable[[list[str], str, TextIO, TextIO], int]
"""A command: its arguments, what it reads, where it writes, and its exit status."""

CRASHED = -6  # what subprocess reports for a process that aborted
TIMEOUT_S = 300
LONGEST_EXCERPT = 400
SHELL_ONLY = re.compile(r"[$`]|(?:^|[|;&]\s*)\w+=")


class ShellNeeded(Exception):
    """This RUN line uses something that only a real shell does."""


class RunLineFailed(Exception):
    """A RUN line ended with a status other than 0; the message is the report."""


@dataclass
class Stage:
    """One command of a pipeline after it ran: what it read and what it said."""

    command: str
    status: int
    stdin: str
    stderr: str


@dataclass
class Runner:
    """Executes scripts with a table of commands that need no process of their own."""

    commands: Mapping[str, InProcess]
    stages: list[Stage] = field(default_factory=list[Stage], init=False)

    def run(self, script: Script) -> None:
        """Run all RUN lines in turn; raise RunLineFailed at the first that fails."""
        scratch = scratch_file(script.path)
        with working_directory(scratch.parent):
            for run in script.runs:
                self.run_line(script, RunLine(run.line, substitute(run.text, script.path, scratch)))

    def run_line(self, script: Script, run: RunLine) -> None:
        self.stages = []
        try:
            status = self.sequence(self.parse(run.text))
        except ShellNeeded:
            status = self.shell(run.text)
        if status != 0:
            raise RunLineFailed(self.report(script, run, status))

    def parse(self, text: str) -> Any:
        """The syntax tree of a command line; ShellNeeded if it is more than pipelines of known commands."""
        if SHELL_ONLY.search(re.sub(r"'[^']*'", "''", text)):
            raise ShellNeeded
        try:
            tree = ShParser(text, pipefail=True).parse()
        except (ValueError, AssertionError) as error:
            raise ShellNeeded from error
        for command in commands_of(tree):
            arguments = [*command.args, *(target for _, target in command.redirects)]
            if any(isinstance(word, GlobItem) for word in arguments):
                raise ShellNeeded
            program, _ = strip_not(command.args)
            if not program or (program[0] not in self.commands and program[0] not in MLIR_TOOLS):
                raise ShellNeeded
        return tree

    def sequence(self, tree: Any) -> int:
        if not isinstance(tree, Seq):
            return self.pipeline(tree)
        if tree.op == "&":
            raise ShellNeeded
        status = self.sequence(tree.lhs)
        if (tree.op == "&&" and status != 0) or (tree.op == "||" and status == 0):
            return status
        return self.sequence(tree.rhs)

    def pipeline(self, tree: Pipeline) -> int:
        """Run the commands one after the other, each on what the one before wrote; the last failure counts."""
        text, status = "", 0
        for command in tree.commands:
            text, stage = self.command(command, text)
            self.stages.append(stage)
            status = stage.status or status
        return status

    def command(self, command: Command, stdin: str) -> tuple[str, Stage]:
        out, err = io.StringIO(), io.StringIO()
        streams = {1: out, 2: err}
        files: list[tuple[str, str, io.StringIO]] = []
        for operator, target in command.redirects:
            match operator:
                case ("<",):
                    stdin = read_text(target)
                case (">&", 2) if target == "1":
                    streams[2] = streams[1]
                case (">&",) | (">&", 1) if target == "2":
                    streams[1] = streams[2]
                case (">" | ">>" as mode, *number) if number in ([], [1], [2]):
                    stream = streams[number[0] if number else 1] = io.StringIO()
                    files.append((target, mode, stream))
                case ("&>",) | (">&",):
                    streams[1] = streams[2] = io.StringIO()
                    files.append((target, ">", streams[1]))
                case _:
                    raise ShellNeeded
        status = self.execute([str(arg) for arg in command.args], stdin, streams[1], streams[2])
        for target, mode, stream in files:
            with open(target, "a" if mode == ">>" else "w", encoding="utf-8", errors="surrogateescape") as file:
                file.write(stream.getvalue())
        return out.getvalue(), Stage(shlex.join(command.args), status, stdin, err.getvalue())

    def execute(self, argv: list[str], stdin: str, stdout: TextIO, stderr: TextIO) -> int:
        """Run one command, `not` included, and return its exit status, negative for a crash."""
        program, negation = strip_not(argv)
        inside = self.commands.get(program[0])
        if inside is None:
            status = run_process(program, stdin, stdout, stderr)
        else:
            status = call(inside, program[1:], stdin, stdout, stderr)
        if negation is None:
            return status
        return int(status >= 0) if negation == "crash" else int(status <= 0)

    def shell(self, text: str) -> int:
        """Give a whole line to bash."""
        shell = shutil.which("bash") or "sh"
        flags = ["-o", "pipefail"] if shell.endswith("bash") else []
        out, err = io.StringIO(), io.StringIO()
        status = run_process([shell, *flags, "-c", text], "", out, err)
        self.stages = [Stage(text, status, "", err.getvalue() + out.getvalue())]
        return status

    def report(self, script: Script, run: RunLine, status: int) -> str:
        """All that a person needs to see why: the command, what each stage said, what the failing one read."""
        parts = [f"{script.path}:{run.line}: this RUN line failed with status {status}", f"$ {run.text}"]
        for stage in self.stages:
            if stage.status != 0 or stage.stderr:
                parts.append(f"--- status {stage.status} of: {stage.command}\n{stage.stderr.rstrip()}")
            if stage.status != 0 and stage.stdin:
                parts.append(f"--- its input:\n{numbered(stage.stdin)}")
        return "\n".join(parts)


def commands_of(tree: Any) -> Iterator[Command]:
    """Every command of a syntax tree of lit's shell parser."""
    if isinstance(tree, Seq):
        yield from commands_of(tree.lhs)
        yield from commands_of(tree.rhs)
    else:
        yield from tree.commands


def strip_not(argv: list[str]) -> tuple[list[str], str | None]:
    """The command behind `not` or `not --crash`, and what is expected of it: None, "failure" or "crash"."""
    match argv:
        case ["not", "--crash", *rest]:
            return rest, "crash"
        case ["not", *rest]:
            return rest, "failure"
        case _:
            return argv, None


def call(command: InProcess, argv: list[str], stdin: str, stdout: TextIO, stderr: TextIO) -> int:
    """Call a command as if it were a process: what escapes from it is its crash."""
    try:
        return command(argv, stdin, stdout, stderr)
    except SystemExit as leave:
        return leave.code if isinstance(leave.code, int) else int(leave.code is not None)
    except Exception:  # noqa: BLE001 - whatever a tool lets escape, the report shows
        stderr.write(traceback.format_exc())
        return CRASHED


def run_process(argv: list[str], stdin: str, stdout: TextIO, stderr: TextIO) -> int:
    """Run a program, found on the suite's PATH, on the given text."""
    merged = stdout is stderr
    done = subprocess.run(
        argv,
        input=stdin.encode("utf-8", "surrogateescape"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if merged else subprocess.PIPE,
        env={**os.environ, "PATH": search_path()},
        timeout=TIMEOUT_S,
        check=False,
    )
    stdout.write(done.stdout.decode("utf-8", "surrogateescape"))
    if not merged:
        stderr.write(done.stderr.decode("utf-8", "surrogateescape"))
    return done.returncode


@contextlib.contextmanager
def working_directory(folder: Path) -> Generator[None]:
    """Run the block in a folder, as lit runs a test in the folder of its outputs."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def read_text(path: str) -> str:
    with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
        return file.read()


def numbered(text: str) -> str:
    """Text with line numbers, the middle of a very long one left out."""
    lines = [f"{number:5} | {line}" for number, line in enumerate(text.splitlines(), 1)]
    if len(lines) > LONGEST_EXCERPT:
        half = LONGEST_EXCERPT // 2
        lines = [*lines[:half], f"      … {len(lines) - 2 * half} lines …", *lines[-half:]]
    return "\n".join(lines)
