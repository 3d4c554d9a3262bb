"""The filecheck package's matcher as a command that runs in this process."""

import contextlib
import io
from typing import TextIO

from filecheck.finput import FInput
from filecheck.matcher import Matcher
from filecheck.options import parse_argv_options
from filecheck.parser import Parser


def file_check(argv: list[str], stdin: str, _stdout: TextIO, stderr: TextIO) -> int:
    """`filecheck ARGV`: match the text on stdin, or --input-file, against the CHECK lines of a file."""
    try:
        options = parse_argv_options(["filecheck", *argv])
        text = stdin if options.input_file == "-" else FInput.from_opts(options).content
        source = FInput(options.input_file, FInput.canonicalize_line_ends(text))
        # The matcher prints a note for its own developers to stdout, and its warnings to sys.stderr.
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(stderr):
            return Matcher(options, source, Parser.from_opts(options)).run()
    except (RuntimeError, OSError, NotImplementedError, AssertionError) as error:
        stderr.write(f"filecheck: {error or 'the input ends before this check'}\n")
        return 2
