"""A module that the caller has made, as a source of a program."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from .api import InvalidProgram, errors_since
from .dialects.builtin import ModuleOp
from .ir import Operation
from .ir.context import Context
from .ir.verifier import verify as verify_into
from .parser.print import print_ir
from .parser.printer import PrintOptions
from .sources import ModuleSource, Piece, SourceError


class OwnModule(ModuleSource):
    """A module that the caller has made."""

    def __init__(self, op: Operation) -> None:
        if not isinstance(op, ModuleOp):
            raise SourceError(f"expected a 'builtin.module' to compile, but got '{op.name}'")
        self._op = op

    def fingerprint(self) -> Iterator[Piece]:
        yield print_ir(self._op, PrintOptions(debuginfo=True, digest=lambda raw: hashlib.sha256(raw).hexdigest()))

    def module(self, context: Context) -> Operation:
        before = len(context.diagnostics.diagnostics)
        if not verify_into(self._op, context.diagnostics):
            raise InvalidProgram(context, errors_since(context, before))
        return self._op.clone()
