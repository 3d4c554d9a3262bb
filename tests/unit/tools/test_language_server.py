"""dlc-lsp as an editor meets it: a process, spoken to by the client of pygls over pipes."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls", reason="pygls is not installed")

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient

from dlc.tools import dlc_lsp
from support.run_lines import ROOT

TEXT = """\
func.func @f(%a: i32, %b: i32) -> i32 {
  // 😀
  %c = bits.rotate<left> %a, 3 : i32 loc("😀":1:1)  // kept
  %d = arith.adi %c, %a : i32
  return %d : i32
}
"""
URI = "file:///untitled.mlir"
DOCUMENT = types.TextDocumentIdentifier(URI)
TIMEOUT = 20


class Editor(LanguageClient):
    """A client that keeps what the server sends."""

    def __init__(self) -> None:
        super().__init__("editor", "1")
        self.published: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()
        self.edits: asyncio.Queue[types.ApplyWorkspaceEditParams] = asyncio.Queue()
        self.messages: asyncio.Queue[types.ShowMessageParams] = asyncio.Queue()

        @self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # pyright: ignore[reportUntypedFunctionDecorator]
        def publish(params: types.PublishDiagnosticsParams) -> None:
            self.published.put_nowait(params)

        @self.feature(types.WINDOW_SHOW_MESSAGE)  # pyright: ignore[reportUntypedFunctionDecorator]
        def show(params: types.ShowMessageParams) -> None:
            self.messages.put_nowait(params)

        @self.feature(types.WORKSPACE_APPLY_EDIT)  # pyright: ignore[reportUntypedFunctionDecorator]
        def apply(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
            self.edits.put_nowait(params)
            return types.ApplyWorkspaceEditResult(applied=True)


def edit_with_server(session: Callable[[Editor], Awaitable[None]], *arguments: str, **settings: Any) -> None:
    """Run an editor's session with a server of its own."""

    async def run() -> None:
        editor = Editor()
        tool = Path(sys.executable).with_name("dlc-lsp")
        await editor.start_io(str(tool), *arguments, cwd=str(ROOT / "examples/my_dialect"))
        capabilities = types.ClientCapabilities()
        await editor.initialize_async(types.InitializeParams(capabilities, initialization_options=settings))
        editor.initialized(types.InitializedParams())
        await session(editor)
        await editor.shutdown_async(None)
        editor.exit(None)
        await editor.stop()

    asyncio.run(asyncio.wait_for(run(), TIMEOUT))


def opened(editor: Editor, text: str) -> None:
    editor.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(URI, "mlir", 1, text)))


def changed(editor: Editor, text: str, version: int) -> None:
    editor.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(version=version, uri=URI),
            [types.TextDocumentContentChangeWholeDocument(text)],
        )
    )


def test_an_editor_is_served() -> None:
    async def session(editor: Editor) -> None:
        assert "no_such_dialect" in (await editor.messages.get()).message
        assert "'cze' does not refer to a registered pass" in (await editor.messages.get()).message
        opened(editor, TEXT)
        diagnostics = (await editor.published.get()).diagnostics
        assert [(each.message, each.range.start.line) for each in diagnostics] == [
            ("custom op 'arith.adi' is unknown, did you mean 'arith.addi'?", 3)
        ]
        place = types.Range(types.Position(3, 8), types.Position(3, 8))
        offered = await editor.text_document_code_action_async(
            types.CodeActionParams(DOCUMENT, place, types.CodeActionContext(diagnostics))
        )
        (fix,) = [each for each in offered or [] if isinstance(each, types.CodeAction)]
        assert fix.title == "Change to 'arith.addi'"
        assert fix.edit is not None
        changed(editor, TEXT.replace("arith.adi", "arith.addi"), 2)
        assert not (await editor.published.get()).diagnostics

        at = types.Position(2, 8)
        shown = await editor.text_document_hover_async(types.HoverParams(DOCUMENT, at))
        assert shown is not None
        assert "bits.rotate" in str(shown.contents)
        defined = await editor.text_document_definition_async(types.DefinitionParams(DOCUMENT, types.Position(3, 19)))
        assert isinstance(defined, types.Location)
        assert defined.range.start == types.Position(2, 2)
        uses = await editor.text_document_references_async(
            types.ReferenceParams(types.ReferenceContext(False), DOCUMENT, types.Position(2, 3))
        )
        assert [each.range.start.line for each in uses or ()] == [3]
        renamed = await editor.text_document_rename_async(types.RenameParams(DOCUMENT, types.Position(2, 3), "%turned"))
        assert renamed is not None
        assert len((renamed.changes or {})[URI]) == 2
        with pytest.raises(JsonRpcException, match="already the name of another value"):
            await editor.text_document_rename_async(types.RenameParams(DOCUMENT, types.Position(2, 3), "%a"))
        completed = await editor.text_document_completion_async(types.CompletionParams(DOCUMENT, types.Position(3, 13)))
        assert isinstance(completed, types.CompletionList)
        item = next(each for each in completed.items if each.label == "arith.addi")
        resolved = await editor.completion_item_resolve_async(item)
        assert "overflowFlags" in str(resolved.documentation)
        symbols = await editor.text_document_document_symbol_async(types.DocumentSymbolParams(DOCUMENT))
        assert [each.name for each in symbols or ()] == ["f"]
        folded = await editor.text_document_folding_range_async(types.FoldingRangeParams(DOCUMENT))
        assert [(each.start_line, each.end_line) for each in folded or ()] == [(0, 4)]
        hinted = await editor.text_document_inlay_hint_async(
            types.InlayHintParams(DOCUMENT, types.Range(types.Position(0, 0), types.Position(9, 0)))
        )
        assert not hinted
        tokens = await editor.text_document_semantic_tokens_full_async(types.SemanticTokensParams(DOCUMENT))
        assert tokens is not None
        assert len(tokens.data) % 5 == 0
        assert tokens.result_id is not None
        changed(editor, TEXT.replace("arith.adi", "arith.addi").replace("// kept", "// long"), 3)
        delta = await editor.text_document_semantic_tokens_full_delta_async(
            types.SemanticTokensDeltaParams(DOCUMENT, tokens.result_id)
        )
        assert isinstance(delta, types.SemanticTokensDelta)
        assert not delta.edits
        changed(editor, TEXT.replace("arith.adi", "arith.addi").replace("// kept", "// 😀 kept"), 4)
        delta = await editor.text_document_semantic_tokens_full_delta_async(
            types.SemanticTokensDeltaParams(DOCUMENT, delta.result_id or "")
        )
        assert isinstance(delta, types.SemanticTokensDelta)
        assert [(each.delete_count, list(each.data or ())) for each in delta.edits] == [(1, [len("// kept") + 3])]
        changed(editor, TEXT.replace("arith.adi", "arith.addi"), 5)
        again = await editor.text_document_semantic_tokens_full_delta_async(
            types.SemanticTokensDeltaParams(DOCUMENT, "no such colors")
        )
        assert isinstance(again, types.SemanticTokens)
        assert list(again.data) == list(tokens.data)
        formatted = await editor.text_document_formatting_async(
            types.DocumentFormattingParams(DOCUMENT, types.FormattingOptions(2, True))
        )
        assert not formatted

        offered = await editor.text_document_code_action_async(
            types.CodeActionParams(DOCUMENT, place, types.CodeActionContext([]))
        )
        assert [each.title for each in offered or ()] == ["Run 'cse' on this func.func"]
        await editor.workspace_execute_command_async(types.ExecuteCommandParams("dlc.runPasses", [URI, 3, 8, "cse"]))
        edit = (await editor.edits.get()).edit
        assert "bits.rotate<left>" in (edit.changes or {})[URI][0].new_text

        spoken = 'func.func @f(%a: i32) { "😀.b"() : () -> () return %b : i32 }'
        changed(editor, spoken, 6)
        (undeclared,) = (await editor.published.get()).diagnostics
        assert undeclared.range.start.character == len(spoken[: spoken.index("%b")].encode("utf-16-le")) // 2

    flags = ("--load-dialect=bits_dialect.ops", "--passes=cse", "--allow-unregistered-dialect")
    edit_with_server(session, *flags, loadDialect=["no_such_dialect"], passes=["cse", "cze"])


WRONG = {
    "--load-dialect=no_such_dialect": "cannot load dialect module 'no_such_dialect'",
    "--load-dialct=bits_dialect": "unrecognized arguments: --load-dialct=bits_dialect, did you mean '--load-dialect'?",
    "--passes=cse,cze": "'cze' does not refer to a registered pass or pass pipeline, did you mean 'cse'?",
}
"""Arguments that are mistakes, and what is said of them."""


@pytest.mark.parametrize("argument", WRONG)
def test_a_mistake_on_the_command_line_is_one_error(
    argument: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["dlc-lsp", argument])
    assert dlc_lsp.main() == 1
    said = capsys.readouterr().err
    assert said.startswith("dlc-lsp: error: ")
    assert WRONG[argument] in said
