"""Ctrl-C ends a console script, whatever it is doing, without a traceback."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

SLOW_IMPORT = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
from dlc.tools import console

class Slow:
    @staticmethod
    def find_spec(name, *_):
        if name in ("dlc.tools.dlc_command", "dlc.tools.dlc_opt"):
            print("importing", flush=True)
            time.sleep(60)

sys.meta_path.insert(0, Slow)
console.{name}()
"""
ENDLESS = """
llvm.func @printNewline()
func.func @main(%n: i64) -> i64 {
  %true = arith.constant true
  llvm.call @printNewline() : () -> ()
  %r = scf.while (%a = %n) : (i64) -> i64 {
    %c = arith.cmpi ne, %a, %n : i64
    %d = arith.ori %true, %c : i1
    %q = arith.muli %a, %a : i64
    scf.condition(%d) %q : i64
  } do {
  ^bb0(%a: i64):
    scf.yield %a : i64
  }
  return %r : i64
}
"""
RUN = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from dlc.tools.console import dlc
sys.exit(dlc())
"""


def interrupted(code: str, *arguments: str) -> tuple[int, str]:
    """Interrupt a program after its first line of output; return its exit status and its errors."""
    command = [sys.executable, "-c", code, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        try:
            _, errors = process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    return process.returncode, errors


@pytest.mark.parametrize("command", ["run", "bench"])
def test_running_programs_are_ended(tmp_path: Path, command: str) -> None:
    program = tmp_path / "endless.mlir"
    program.write_text(ENDLESS)
    assert interrupted(RUN, command, str(program), "--input", "n=3") == (130, "")


@pytest.mark.parametrize("name", ["dlc", "dlc_opt"])
def test_commands_that_are_being_imported_are_ended_quietly(name: str) -> None:
    assert interrupted(SLOW_IMPORT.format(name=name)) == (-signal.SIGINT, "")
