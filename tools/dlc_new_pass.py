"""dlc new-pass: a module with a pass of one pattern, and its FileCheck test.

dlc new-pass fold-adds
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from ..passes.catalog import PASSES
from .command_parser import CommandParser
from .new_files import camel, check_name, new_files
from .program_files import run_command


def run(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Run the command and return its exit status."""
    return run_command(_parser(), _new_pass, argv, stdout, stderr)


def _new_pass(options: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> None:
    del stderr
    name: str = options.name
    check_name(name, "pass", "[a-z][a-z0-9]*(-[a-z0-9]+)*", "fold-adds", name in PASSES, "-")
    module = name.replace("-", "_")
    names = {"sample-pass": name, "sample": module, "Sample": camel(name)}
    files = new_files("sample-pass", Path(options.folder), names)
    stdout.writelines(f"{file}\n" for file in files)
    stdout.write(f"next: dlc-opt {files[0]} --load-pass={module} --{name}\n")


def _parser() -> CommandParser:
    parser = CommandParser("dlc new-pass", "Write a module with a pass, and a FileCheck test of it.")
    parser.add_argument("name", metavar="NAME", help="the name of the pass, such as 'fold-adds'")
    parser.add_argument("--folder", default=".", metavar="DIR", help="the folder of the two files")
    return parser
