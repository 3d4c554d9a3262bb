"""The tool under test in the conformance tests: dlc-opt in this process, or a command that replaces it.

DLC_CONFORMANCE_TOOL names such a command (mlir-opt-22, for one, shows that the tests themselves are sound).
"""

from __future__ import annotations

import io
import os
import shlex

from conformance.corpus import ALLOW, PRINT_DEBUGINFO, PRINT_GENERIC, Outcome, run_process

STAND_IN = shlex.split(os.environ.get("DLC_CONFORMANCE_TOOL", ""))

if STAND_IN:

    def run(argv: list[str], text: str) -> Outcome:
        """Run the stand-in."""
        return run_process([*STAND_IN, *argv], text)

else:
    from dlc.tools import dlc_opt

    def run(argv: list[str], text: str) -> Outcome:
        """Run dlc-opt in this process."""
        output, errors = io.StringIO(), io.StringIO()
        status = dlc_opt.run(argv, text, output, errors)
        return Outcome(status, output.getvalue(), errors.getvalue())


def run_tool(text: str, *flags: str) -> Outcome:
    """Run the tool on a text of many modules."""
    return run([ALLOW, "--split-input-file", *flags], text)


def print_generic(text: str) -> Outcome:
    """The tool's generic print of a text, locations included."""
    return run_tool(text, PRINT_GENERIC, PRINT_DEBUGINFO)
