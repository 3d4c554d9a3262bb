"""The argument parser of dlc's commands: it reports errors like the other tools, and says what may have been meant."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NoReturn, TextIO

from ..ir.diagnostics import did_you_mean
from .options import UsageError


class CommandParser(argparse.ArgumentParser):
    """Argument parser that raises `UsageError`."""

    def __init__(self, prog: str, description: str) -> None:
        super().__init__(prog=prog, description=description, add_help=False, allow_abbrev=False)
        self.add_argument("--help", "-h", action="store_true", help="print this help text")

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see '{self.prog} --help'")

    def parse(self, arguments: Sequence[str], stdout: TextIO) -> argparse.Namespace | None:
        """Return the options, or `None` after printing the help text if that is asked for."""
        if "--help" in arguments or "-h" in arguments:
            stdout.write(self.format_help())
            return None
        options, unknown = self.parse_known_args(list(arguments))
        if unknown:
            hint = did_you_mean(unknown[0].partition("=")[0], self._option_string_actions)
            self.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
        return options
