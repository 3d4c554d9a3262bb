"""dlc new-dialect: a package with a dialect of one op, its tests, and everything that it takes to publish it.

dlc new-dialect poly
dlc new-dialect poly --with=type,attribute,region
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from ..dialects import BUNDLED
from ..ir.diagnostics import did_you_mean
from .command_parser import CommandParser
from .new_files import camel, check_name, new_folder
from .options import UsageError
from .program_files import run_command

PARTS = {
    "type": ("fixed.py", "lower_fixed.py", "fixed.mlir"),
    "attribute": ("clamp.py", "lower_clamp.py", "clamp.mlir"),
    "region": ("repeat.py", "lower_repeat.py", "repeat.mlir"),
}
"""Parts of the template that are written on request, with their files."""


def run(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Run the command and return its exit status."""
    return run_command(_parser(), _new_dialect, argv, stdout, stderr)


def _new_dialect(options: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> None:
    del stderr
    name: str = options.name
    check_name(name, "dialect", "[a-z][a-z0-9_]{0,60}", "poly", name in BUNDLED, "_")
    target = Path(options.folder) / f"{name}-dialect"
    parts = _parts(options.parts)
    left_out = [file for part, of_part in PARTS.items() if part not in parts for file in of_part]
    files = new_folder("sample-dialect", target, {"sample": name, "Sample": camel(name)}, parts, left_out)
    stdout.writelines(f"{file}\n" for file in files)
    stdout.write(f"next: cd {target}; pip install lit filecheck; lit -v tests\n")


def _parts(given: str | None) -> list[str]:
    """Return the parts that are named, separated by commas."""
    parts = [] if given is None else given.split(",")
    for part in parts:
        if part not in PARTS:
            raise UsageError(
                f"'--with' expects some of {', '.join(PARTS)}, but got '{part}'{did_you_mean(part, PARTS)}"
            )
    return parts


def _parser() -> CommandParser:
    parser = CommandParser("dlc new-dialect", "Write a package with a dialect: op, fold, pattern, lowering and tests.")
    parser.add_argument(
        "--with",
        dest="parts",
        metavar="PARTS",
        help="what it has besides, separated by commas: type, attribute, region (a loop with its terminator)",
    )
    parser.add_argument("name", metavar="NAME", help="the prefix of the dialect's ops, such as 'poly'")
    parser.add_argument("--folder", default=".", metavar="DIR", help="where the folder NAME-dialect is made")
    return parser
