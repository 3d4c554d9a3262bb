"""dlc: the compiler as a command.

    dlc run model.mlir --input x.npy --output y.npy

The exit status is 0, or 1 after an error that was reported, or 130 if the command was interrupted.

Each subcommand is a module of this folder with a function `run(argv, stdout, stderr)`, imported on demand.
`run` here is the whole tool as a function, for tests; `main` is what the console script calls.
"""

from __future__ import annotations

import gc
import importlib
import sys
from collections.abc import Callable, Sequence
from typing import TextIO, cast

from ..ir.call_stack import with_room_for_calls
from ..ir.diagnostics import did_you_mean
from ..ir.errors import DlcError
from .console import INTERRUPTED
from .interruptions import end_when_interrupted
from .options import UsageError
from .text_files import FailedOutput, StandardOutput, described_failure, show_warnings_as_messages
from .version import version_line

COMMANDS = {
    "run": ("dlc_run", "compile a program and run one of its functions"),
    "compile": ("dlc_compile", "compile a program to a file, or to a library for C"),
    "bench": ("dlc_bench", "measure the time of a program's calls and kernels"),
    "check": ("dlc_check", "compare a program with the interpreter, and find the pass that makes it wrong"),
    "explore": ("dlc_explore", "show in a browser what each pass does with a program"),
    "explain-schedule": ("dlc_explain_schedule", "show what the cost model compared for each kernel, and chose"),
    "inspect": ("dlc_inspect", "show the inputs, outputs and contents of a program"),
    "cache": ("dlc_cache", "show or remove programs that were compiled before"),
    "new-dialect": ("dlc_new_dialect", "write a package with a dialect and its tests"),
    "new-pass": ("dlc_new_pass", "write a pass and its test"),
}
"""The module and the purpose of each command."""


def main() -> int:
    """Run the tool as a console script."""
    show_warnings_as_messages("dlc")
    output = StandardOutput(sys.stdout)
    try:
        end_when_interrupted()
        status = run(sys.argv[1:], cast(TextIO, output), sys.stderr)
        output.flush()
    except BrokenPipeError:
        output.give_up()
        return 1
    except FailedOutput as error:
        sys.stderr.write(f"dlc: error: {error}\n")
        output.give_up()
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        gc.freeze()  # the process ends: it takes up to a second to look for garbage in what it has made
    return status


@with_room_for_calls
def run(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Run the tool and return its exit status."""
    try:
        if not argv or argv[0] in ("-h", "--help"):
            stdout.write(usage())
            return 0 if argv else 1
        if argv[0] == "--version":
            stdout.write(version_line())
            return 0
        return _command(argv[0])(argv[1:], stdout, stderr)
    except (BrokenPipeError, FailedOutput):  # whoever reads the output has seen enough, or nobody can
        raise
    except (DlcError, OSError) as error:
        stderr.write(f"dlc: error: {described_failure(error)}\n")
        return 1


def _command(name: str) -> Callable[[Sequence[str], TextIO, TextIO], int]:
    if name not in COMMANDS:
        raise UsageError(f"there is no command '{name}'{did_you_mean(name, COMMANDS)}; see --help")
    module = importlib.import_module(f".{COMMANDS[name][0]}", __package__)  # its imports take longer to load
    run_command: Callable[[Sequence[str], TextIO, TextIO], int] = module.run
    return run_command


def usage() -> str:
    """Return the text of --help."""
    lines = ["usage: dlc COMMAND [ARGUMENTS]", "", "commands:"]
    lines += [f"  {name:<16} {what}" for name, (_, what) in COMMANDS.items()]
    return "\n".join([*lines, "", "See dlc COMMAND --help for the arguments of a command."]) + "\n"


if __name__ == "__main__":
    sys.exit(main())
