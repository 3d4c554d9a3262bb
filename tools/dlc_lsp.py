"""dlc-lsp: the language server for MLIR text, on standard input and output.

    dlc-lsp --load-dialect=my_package.my_dialect

Only modules that the command line or the editor's settings name are imported, beside installed packages' dialects.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, cast

from ..dialects import register_all, register_installed
from ..ir.call_stack import with_room_for_calls
from ..ir.context import Context
from ..ir.errors import DlcError
from ..passes.manager.pipeline_text import parse_passes
from .command_parser import CommandParser
from .module_search import beside, load_passes
from .version import version_line

OFFERED_PASSES = ("canonicalize", "cse", "sccp")
"""The passes that an editor offers to run on an op, where its user names no others."""


def main() -> int:
    """Run the server as a console script, until the editor ends it."""
    try:
        options = _parser().parse(sys.argv[1:], sys.stdout)
        if options is not None:
            _serve(options)
    except DlcError as error:
        sys.stderr.write(f"dlc-lsp: error: {error}\n")
        return 1
    return 0


@with_room_for_calls
def _serve(options: argparse.Namespace) -> None:
    """Run the server; raise `DlcError` if the command line names what does not exist."""
    try:
        module = importlib.import_module("dlc.tools.language_server.server")  # pygls is an extra
    except ImportError as error:
        raise DlcError(f"{error}; install it with: pip install 'dlc[lsp]'") from None
    make_context(options, {})
    for passes in options.passes:
        parse_passes(passes)
    module.MlirServer(version_line().strip(), partial(make_context, options), options.passes).serve(sys.stdin.buffer)


def make_context(options: argparse.Namespace, sent: dict[str, Any]) -> Context:
    """Return a context with the dialects and passes that the command line and the editor's settings name."""
    allow = options.allow_unregistered_dialect or sent.get("allowUnregisteredDialect") is True
    context = Context(allow_unregistered=allow)
    register_all(context)
    register_installed(context)
    with beside([]):
        for name in (*options.load_dialect, *_names(sent, "loadDialect")):
            context.load_module(name)
        for name in (*options.load_pass, *_names(sent, "loadPass")):
            load_passes(name)
    return context


def _names(sent: dict[str, Any], key: str) -> Iterable[str]:
    names = sent.get(key, [])
    if not isinstance(names, list):
        raise DlcError(f"the setting '{key}' must be a list of modules, but got {names!r}")
    return [str(name) for name in cast("list[object]", names)]


def _parser() -> CommandParser:
    parser = CommandParser("dlc-lsp", "The language server for MLIR text, on stdin and stdout.")
    listed: Any = {"type": _split, "action": "extend", "default": []}
    parser.add_argument("--load-dialect", metavar="PACKAGE.MODULE", help="load a dialect", **listed)
    parser.add_argument("--load-pass", metavar="PACKAGE.MODULE", help="load passes", **listed)
    parser.add_argument("--allow-unregistered-dialect", action="store_true", help="accept ops of unknown dialects")
    parser.add_argument("--passes", metavar="PASS,…", default=OFFERED_PASSES, type=_split, help="offer to run these")
    parser.add_argument("--version", action="version", version=version_line())
    return parser


def _split(text: str) -> Sequence[str]:
    return text.split(",")


if __name__ == "__main__":
    sys.exit(main())
