"""dlc new-dialect: a package with a dialect of one op, its tests, and everything that it takes to publish it.

dlc new-dialect poly
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from ..dialects import BUNDLED
from .command_parser import CommandParser
from .new_files import camel, check_name, new_folder
from .program_files import run_command


def run(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Run the command and return its exit status."""
    return run_command(_parser(), _new_dialect, argv, stdout, stderr)


def _new_dialect(options: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> None:
    del stderr
    name: str = options.name
    check_name(name, "dialect", "[a-z][a-z0-9_]{0,60}", "poly", name in BUNDLED, "_")
    target = Path(options.folder) / f"{name}-dialect"
    files = new_folder("sample-dialect", target, {"sample": name, "Sample": camel(name)})
    stdout.writelines(f"{file}\n" for file in files)
    stdout.write(f"next: cd {target}; pip install lit filecheck; lit -v tests\n")


def _parser() -> CommandParser:
    parser = CommandParser("dlc new-dialect", "Write a package with a dialect: op, fold, pattern, lowering and tests.")
    parser.add_argument("name", metavar="NAME", help="the prefix of the dialect's ops, such as 'poly'")
    parser.add_argument("--folder", default=".", metavar="DIR", help="where the folder NAME-dialect is made")
    return parser
