"""dlc cache: the programs that were compiled before.

dlc cache --info
dlc cache --clear
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TextIO

from ..ir.cache_folder import FOLDER_VARIABLE
from ..runtime.compile_cache import user_cache
from .command_parser import CommandParser
from .options import UsageError
from .program_files import run_command, write_json


def run(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Run the command and return its exit status."""
    return run_command(_parser(), _cache, argv, stdout, stderr)


def _cache(options: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> None:
    del stderr
    cache = user_cache()
    if cache is None:
        raise UsageError(f"there is no cache: {FOLDER_VARIABLE} is empty, or there is no home folder")
    if options.clear and options.info:
        raise UsageError("'--info' and '--clear' cannot be used together")
    if options.clear:
        stdout.write(f"removed {cache.clear()} programs from {cache.folder}\n")
        return
    entries = cache.entries()
    fields = {
        "folder": str(cache.folder),
        "programs": len(entries),
        "bytes": sum(entry.size for entry in entries),
        "limit": cache.limit,
        "problem": cache.problem(),
    }
    if options.json:
        write_json(fields, stdout)
        return
    stdout.writelines(f"{name}: {value}\n" for name, value in fields.items() if value is not None)


def _parser() -> CommandParser:
    parser = CommandParser("dlc cache", "Show or remove programs that were compiled before.")
    parser.add_argument("--info", action="store_true", help="print the folder and its size (the default)")
    parser.add_argument("--clear", action="store_true", help="remove all programs")
    parser.add_argument("--json", action="store_true", help="print the information as JSON")
    return parser
