"""The connection to an editor: messages that pygls cannot handle are refused, and the log shows what was refused.

Tracebacks in the log are for mistakes of this server. What an editor asks for wrongly is answered by an error, and is
one line of the log.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Generator
from typing import Any, BinaryIO, cast
from urllib.parse import unquote

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.protocol import LanguageServerProtocol
from pygls.protocol.language_server import lsp_method

from ...ir.errors import DlcError

LONGEST_MESSAGE = 1 << 30
"""The largest number of bytes of a message."""
_LENGTH = re.compile(rb"\s*content-length\s*:\s*(\d+)\s*", re.IGNORECASE)


class MessageInput:
    """The messages of an editor, as pygls reads them: a header line by line, and then as many bytes as it says."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readline(self) -> bytes:
        """Return a line of a header; raise an error if the message is longer than any that an editor sends."""
        line = self._stream.readline(LONGEST_MESSAGE)
        length = _LENGTH.fullmatch(line)
        if length is not None and (len(length[1]) > 18 or int(length[1]) > LONGEST_MESSAGE):
            given = length[1].decode()
            raise DlcError(f"a message must have at most {LONGEST_MESSAGE} bytes, but its header says {given:.40}")
        return line

    def read(self, count: int) -> bytes:
        """Return the content of a message."""
        return self._stream.read(count)


class Protocol(LanguageServerProtocol):
    """The protocol of pygls, which tells an editor that it changes a document that it has not opened."""

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> Generator[Any, Any, Any]:
        """Update a document."""
        uri = params.text_document.uri
        if unquote(uri) not in self.workspace.text_documents:
            raise JsonRpcInvalidParams(f"'{uri}' is changed, but is not open")
        steps: Generator[Any, Any, Any] = cast("Any", super()).lsp_text_document__did_change(params)
        yield from steps


def log_without_tracebacks_of_refusals() -> None:
    """Show the log of pygls on standard error."""
    handler = logging.StreamHandler()
    handler.setLevel(logging.WARNING)
    handler.addFilter(_shorten_refusals)
    handler.setFormatter(logging.Formatter("dlc-lsp: %(message)s"))
    logger = logging.getLogger("pygls")
    logger.addHandler(handler)
    logger.propagate = False


def _shorten_refusals(record: logging.LogRecord) -> bool:
    """Reduce a record about something that an editor sent, rather than about a mistake here, to one line."""
    error = record.exc_info[1] if record.exc_info else None
    is_refusal = isinstance(error, JsonRpcException)
    is_unreadable = record.name == "pygls.server" or record.getMessage().startswith("Unable to deserialize")
    if is_refusal or is_unreadable:
        first = record.getMessage().partition("\n")[0]
        record.msg, record.args = first if error is None else str(error).replace("\n", "\\n"), ()
        record.exc_info = record.exc_text = None
    return True
