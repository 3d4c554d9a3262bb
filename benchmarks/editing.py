"""The time of each answer of the language server after one edit in a file of 10,000 lines.

    python benchmarks/editing.py [--lines=10000] [--repeats=7] [--calls]

The file is once many functions and once one function. Each repeat changes one line in the middle; a row is the time
from the changed text to the answer in JSON, the minimum of the repeats. With `--calls`, a row also has the number of
function calls, which do not depend on what else the machine does. "first" is the answer for a file just opened.
Checking runs in a thread of its own when typing pauses, so its row is no answer that anyone waits for.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import json
import pstats
import time
from collections.abc import Callable
from functools import partial
from typing import Any, cast

from lsprotocol import types
from pygls.workspace import Workspace

from dlc.dialects import register_all
from dlc.ir.context import Context
from dlc.tools.language_server.server import MlirServer

TARGET = 100.0
"""The longest answer after an edit, in ms."""
URI = "file:///large.mlir"
DOCUMENT = types.TextDocumentIdentifier(URI)
TENSOR = "tensor<4x8xf32>"
OPERANDS = f"{TENSOR}, tensor<8x4xf32>"
PRODUCT = "batch = [] x [], contracting = [1] x [0]"
BODY = (
    f"    %a{{0}} = arith.addf %x, %x : {TENSOR}",
    f"    %b{{0}} = graph.relu %a{{0}} : {TENSOR}",
    f"    %c{{0}} = graph.transpose %b{{0}}, [1, 0] : {TENSOR} -> tensor<8x4xf32>  // {{0}}",
    f"    %d{{0}} = graph.contract %b{{0}}, %c{{0}}, {PRODUCT} : {OPERANDS} -> tensor<4x4xf32>",
)


def program(lines: int, functions: int) -> str:
    """Return a text of about `lines` lines in `functions` functions."""
    blocks = max(lines // len(BODY) // functions, 1)
    text = ["module {"]
    for number in range(functions):
        text.append(f"  func.func @f{number}(%x: {TENSOR}) -> {TENSOR} {{")
        text += [line.format(block) for block in range(blocks) for line in BODY]
        text += [f"    return %x : {TENSOR}", "  }"]
    return "\n".join([*text, "}", ""])


class Session:
    """A server with one document, asked without a process between."""

    def __init__(self, text: str) -> None:
        context = Context()
        register_all(context)
        self.server = MlirServer("editing", lambda _: context, ("cse",))
        workspace = Workspace(None, types.TextDocumentSyncKind.Incremental)
        self.server.protocol._workspace = workspace  # pyright: ignore[reportPrivateUsage]
        self.text = text
        self.version = 1
        item = types.TextDocumentItem(URI, "mlir", 1, text)
        self.server.workspace.put_text_document(item)
        self.edited = text.index("  // ", len(text) // 2) + len("  // ")

    def edit(self) -> None:
        """Type a character into a comment in the middle, so that the text stays correct."""
        self.version += 1
        position = self.server.current(URI).position(self.edited)
        change = types.TextDocumentContentChangePartial(types.Range(position, position), "z")
        identifier = types.VersionedTextDocumentIdentifier(self.version, URI)
        self.server.workspace.update_text_document(identifier, change)

    def check(self) -> None:
        self.server.current(URI).document.check()

    def ask(self, method: str, params: Any) -> Any:
        """Return what the server answers, after it was written as JSON."""
        if isinstance(params, types.SemanticTokensDeltaParams):
            params.previous_result_id = self.server.current(URI).colored_as or ""
        features = cast("dict[str, Any]", self.server.protocol.fm.features)  # pyright: ignore[reportUnknownMemberType]
        answer = features[method](params)
        json.dumps(answer, default=self.server.protocol._serialize_message)  # pyright: ignore[reportPrivateUsage]
        return answer


def questions(session: Session) -> dict[str, Callable[[], Any]]:
    """Return what an editor asks after an edit."""
    line = session.text.count("\n", 0, session.edited)
    at = types.Position(line, 8)
    screen = types.Range(types.Position(line - 30, 0), types.Position(line + 30, 0))
    layout = types.FormattingOptions(2, True)
    asked = {
        "hover": (types.TEXT_DOCUMENT_HOVER, types.HoverParams(DOCUMENT, at)),
        "completion": (types.TEXT_DOCUMENT_COMPLETION, types.CompletionParams(DOCUMENT, at)),
        "symbols": (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, types.DocumentSymbolParams(DOCUMENT)),
        "folding": (types.TEXT_DOCUMENT_FOLDING_RANGE, types.FoldingRangeParams(DOCUMENT)),
        "hints, a screen": (types.TEXT_DOCUMENT_INLAY_HINT, types.InlayHintParams(DOCUMENT, screen)),
        "colors, a screen": (
            types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE,
            types.SemanticTokensRangeParams(DOCUMENT, screen),
        ),
        "colors, all": (types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, types.SemanticTokensParams(DOCUMENT)),
        "colors, what changed": (
            types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA,
            types.SemanticTokensDeltaParams(DOCUMENT, ""),
        ),
        "formatting": (types.TEXT_DOCUMENT_FORMATTING, types.DocumentFormattingParams(DOCUMENT, layout)),
    }
    rows: dict[str, Callable[[], Any]] = {
        name: partial(session.ask, method, params) for name, (method, params) in asked.items()
    }
    rows["checking (in the background)"] = session.check
    return rows


def measured(session: Session, question: Callable[[], Any], repeats: int) -> float:
    """Return the shortest time from an edit to the answer, in ms."""
    best = float("inf")
    for _ in range(repeats):
        session.edit()
        gc.collect()
        begin = time.perf_counter()
        question()
        best = min(best, time.perf_counter() - begin)
    return 1e3 * best


def calls(session: Session, question: Callable[[], Any]) -> int:
    session.edit()
    profile = cProfile.Profile()
    profile.runcall(question)
    return pstats.Stats(profile).total_calls  # type: ignore[attr-defined]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=10_000)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--calls", action="store_true")
    options = parser.parse_args()
    for functions in (200, 1):
        text = program(options.lines, functions)
        print(f"{text.count(chr(10)):,} lines, {functions} function{'s' * (functions > 1)}: ms after an edit")
        for name in questions(Session(text)):
            session = Session(text)
            question = questions(session)[name]
            gc.collect()
            begin = time.perf_counter()
            question()
            first = 1e3 * (time.perf_counter() - begin)
            session.check()
            time_of_edit = measured(session, question, options.repeats)
            count = f"{calls(session, question):>12,} calls" if options.calls else ""
            print(f"  {name:<28} {time_of_edit:8.1f}   first {first:8.1f}{count}")


if __name__ == "__main__":
    main()
