"""dlc-lsp as an editor meets it: a process, spoken to by the client of pygls over pipes."""

from __future__ import annotations

import asyncio
import json
import subprocess
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


def edit_with_server(
    session: Callable[[Editor], Awaitable[None]], *arguments: str, workspace: Path | None = None, **settings: Any
) -> None:
    """Run an editor's session with a server of its own, in the folder of a workspace if there is one."""
    folders = None if workspace is None else [types.WorkspaceFolder(workspace.as_uri(), "workspace")]

    async def run() -> None:
        editor = Editor()
        tool = Path(sys.executable).with_name("dlc-lsp")
        await editor.start_io(str(tool), *arguments, cwd=str(ROOT / "examples/my_dialect"))
        capabilities = types.ClientCapabilities()
        await editor.initialize_async(
            types.InitializeParams(capabilities, initialization_options=settings, workspace_folders=folders)
        )
        editor.initialized(types.InitializedParams())
        await session(editor)
        await editor.shutdown_async(None)
        editor.exit(None)
        await editor.stop()

    asyncio.run(asyncio.wait_for(run(), TIMEOUT))


def served(*messages: dict[str, Any] | bytes) -> tuple[int, list[Any], str]:
    """Send messages to a server; return its exit status, its answers by their number, and its log."""
    start: dict[str, Any] = {"id": 0, "method": "initialize", "params": {"capabilities": {}}}
    sent = b"".join(map(framed, (start, *messages, {"id": 99, "method": "shutdown"}, {"method": "exit"})))
    tool = [sys.executable, "-m", "dlc.tools.dlc_lsp"]
    done = subprocess.run(tool, input=sent, capture_output=True, check=False, timeout=TIMEOUT)
    answers = [json.loads(part[part.index(b"{") :]) for part in done.stdout.split(b"Content-Length: ")[1:]]
    return done.returncode, answers, done.stderr.decode()


def framed(message: dict[str, Any] | bytes) -> bytes:
    if isinstance(message, bytes):
        return message
    text = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(text), text)


def test_messages_that_are_too_long_end_the_server() -> None:
    for length in (b"99999999999999", b"9" * 5000):
        status, _, log = served(b"Content-Length: " + length + b"\r\n\r\n{}")
        assert status == 1
        text = length.decode()[:40]
        assert log == f"dlc-lsp: error: a message must have at most 1073741824 bytes, but its header says {text}\n"


def test_what_is_refused_leaves_no_traceback() -> None:
    item = {"uri": URI, "languageId": "mlir", "version": 1, "text": TEXT}
    name = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 14}, "newName": ") evil"}
    other = {"uri": "file:///nowhere.mlir", "version": 2}
    status, answers, log = served(
        {"id": 1, "method": "textDocument/documentSymbol", "params": {"textDocument": other}},
        {"method": "textDocument/didChange", "params": {"textDocument": other, "contentChanges": [{"text": "x"}]}},
        {"method": "textDocument/didOpen", "params": {"textDocument": item}},
        {"id": 2, "method": "textDocument/rename", "params": name},
        b"Content-Length: 3\r\n\r\n{{{",
        {"id": 3, "method": "textDocument/hover"},
        {"id": 4, "method": "textDocument/documentSymbol", "params": {"textDocument": {"uri": URI}}},
    )
    assert status == 0
    errors = {each["id"]: each["error"]["message"] for each in answers if "error" in each}
    unopened = "'file:///nowhere.mlir' is not open, and cannot be read: No such file or directory"
    assert errors == {1: unopened, 2: "') evil' is not a name that can follow '%'"}
    shown = [each["params"]["message"] for each in answers if each.get("method") == "window/showMessage"]
    assert shown[0].endswith("'file:///nowhere.mlir' is changed, but is not open")
    assert [each["result"][0]["name"] for each in answers if each.get("id") == 4] == ["f"]
    assert "Traceback" not in log
    assert all(line.startswith("dlc-lsp: ") for line in log.splitlines())


def opened(editor: Editor, text: str, uri: str = URI) -> None:
    editor.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "mlir", 1, text)))


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


DEFINES = "func.func @helper(%x: i32) -> i32 {\n  return %x : i32\n}\n"
DECLARES = """\
func.func private @helper(i32) -> i32
func.func @main(%x: i32) -> i32 {
  %y = func.call @helper(%x) : (i32) -> i32
  return %y : i32
}
"""


def test_symbols_lead_to_files_that_are_not_open(tmp_path: Path) -> None:
    (tmp_path / "sub folder").mkdir()
    (tmp_path / ".hidden").mkdir()
    (tmp_path / "a folder.mlir").mkdir()
    library, other, mine = (tmp_path / name for name in ("sub folder/library.mlir", "other.mlir", "mine.mlir"))
    library.write_text("// first\n" + DEFINES)
    other.write_text(DECLARES.replace("@main", "@other"))
    mine.write_text(DECLARES)
    (tmp_path / ".hidden" / "hidden.mlir").write_text(DEFINES)
    (tmp_path / "own.mlir").write_text(DEFINES.replace("func.func", "func.func private"))
    (tmp_path / "junk.mlir").write_bytes(b"\xff\x00 @helper {")
    document = types.TextDocumentIdentifier(mine.as_uri())
    call = types.Position(2, 20)

    async def definitions(editor: Editor, at: types.Position = call) -> list[tuple[str, int]]:
        answer = await editor.text_document_definition_async(types.DefinitionParams(document, at))
        places = answer if isinstance(answer, list) else [answer]
        return [(each.uri, each.range.start.line) for each in places if isinstance(each, types.Location)]

    async def renamed(editor: Editor) -> dict[str, int]:
        edit = await editor.text_document_rename_async(types.RenameParams(document, call, "assistant"))
        return {uri: len(edits) for uri, edits in (edit.changes or {}).items()} if edit is not None else {}

    async def symbols(editor: Editor, asked: str) -> set[tuple[str, str]]:
        symbols = await editor.workspace_symbol_async(types.WorkspaceSymbolParams(asked))
        return {(each.name, each.location.uri) for each in symbols or ()}

    async def session(editor: Editor) -> None:
        opened(editor, DECLARES, mine.as_uri())
        assert await definitions(editor) == [(library.as_uri(), 1)]
        assert await definitions(editor, types.Position(1, 12)) == [(mine.as_uri(), 1)]
        uses = await editor.text_document_references_async(
            types.ReferenceParams(types.ReferenceContext(True), document, call)
        )
        assert sorted((each.uri, each.range.start.line) for each in uses or ()) == sorted(
            [(library.as_uri(), 1), *((file.as_uri(), line) for file in (mine, other) for line in (0, 2))]
        )
        assert await renamed(editor) == {mine.as_uri(): 2, library.as_uri(): 1, other.as_uri(): 2}
        assert {name for name, _ in await symbols(editor, "HELP")} == {"helper"}
        assert await symbols(editor, "ain") == {("main", mine.as_uri())}
        other.write_text("func.func @plain() {\n  return\n}\n")
        assert await symbols(editor, "ain") == {("main", mine.as_uri()), ("plain", other.as_uri())}
        assert await renamed(editor) == {mine.as_uri(): 2, library.as_uri(): 1}
        opened(editor, DEFINES, library.as_uri())  # not saved yet
        assert await definitions(editor) == [(library.as_uri(), 0)]
        other.write_text(DEFINES)
        assert len(await definitions(editor)) == 2
        assert await renamed(editor) == {mine.as_uri(): 2}  # nobody can know which one is meant
        other.unlink()
        other.with_name("assistant.mlir").write_text(DEFINES.replace("helper", "assistant"))
        assert await renamed(editor) == {mine.as_uri(): 2, library.as_uri(): 1}
        library_text = DEFINES + DEFINES.replace("helper", "assistant")
        editor.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(version=2, uri=library.as_uri()),
                [types.TextDocumentContentChangeWholeDocument(library_text)],
            )
        )
        with pytest.raises(
            JsonRpcException, match=r"library\.mlir: '@assistant' is already the name of another symbol"
        ):
            await renamed(editor)

    edit_with_server(session, workspace=tmp_path)


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
