"""The protocol: requests of an editor become questions about a `Document`, and answers become what LSP calls them.

Requests are answered in the thread that reads them, from segments that are brought up to date; diagnostics are found in
another thread, when typing pauses.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import TextDocument

from ...ir.context import Context
from ...ir.errors import DlcError
from ...passes.manager.pipeline_text import parse_passes
from ..formatting import CannotFormat
from . import actions, completion, hints, hover, layout, links, names, outline
from .colors import TOKEN_TYPES, difference
from .connection import MessageInput, Protocol, log_without_tracebacks_of_refusals
from .document import Document, Finding
from .files import WorkspaceFiles
from .names import InvalidName, Span
from .opened import OpenDocument

PAUSE = 0.2
"""The seconds without an edit after which a document is checked."""
STACK_SIZE = 256 << 20
"""The stack of the thread that checks, sufficient for the deepest nesting that the parser accepts."""
RUN_PASSES = "dlc.runPasses"
_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "remark": types.DiagnosticSeverity.Information,
}
MOST_SYMBOLS = 1000
"""The largest number of symbols of the workspace that are found at once."""
_COMPLETION_KINDS = {
    "op": types.CompletionItemKind.Function,
    "dialect": types.CompletionItemKind.Module,
    "value": types.CompletionItemKind.Variable,
    "symbol": types.CompletionItemKind.Reference,
    "block": types.CompletionItemKind.Event,
    "attribute": types.CompletionItemKind.Property,
    "type": types.CompletionItemKind.Struct,
    "word": types.CompletionItemKind.EnumMember,
}


class MlirServer(LanguageServer):
    """The language server of dlc."""

    def __init__(self, version: str, make_context: Callable[[Any], Context], passes: Sequence[str]) -> None:
        super().__init__("dlc-lsp", version, protocol_cls=Protocol)  # pyright: ignore[reportUnknownMemberType]
        self.make_context = make_context
        """Makes the context from the options that the editor sends; `DlcError` if it cannot load what they name."""
        self.passes = passes
        self.opened: dict[str, OpenDocument] = {}
        self._files: WorkspaceFiles | None = None
        self._context: Context | None = None
        threading.stack_size(STACK_SIZE)
        self._checker = ThreadPoolExecutor(1, "check")
        self._checker.submit(int)  # starts the thread
        threading.stack_size(0)
        _add_features(self)

    def configure(self, options: Any) -> None:
        """Load what the editor's settings name."""
        settings = cast("dict[str, Any]", options) if isinstance(options, dict) else {}
        try:
            self._context = self.make_context(settings)
        except DlcError as error:
            self._context = self.make_context({})
            self.show_error(error)
        passes = settings.get("passes")
        if isinstance(passes, list):
            self.passes: Sequence[str] = [
                each for each in cast("list[object]", passes) if isinstance(each, str) and self._is_pipeline(each)
            ]

    def _is_pipeline(self, text: str) -> bool:
        """Return whether a text names passes that there are; show the error if it does not."""
        try:
            parse_passes(text)
        except DlcError as error:
            self.show_error(error)
            return False
        return True

    def show_error(self, error: Exception) -> None:
        """Show an error to the user, who may not see the editor's log."""
        self.window_show_message(types.ShowMessageParams(types.MessageType.Error, f"dlc-lsp: {error}"))

    @property
    def context(self) -> Context:
        """The dialects of all documents."""
        if self._context is None:
            self._context = self.make_context({})
        return self._context

    def serve(self, stdin: BinaryIO) -> None:
        """Answer an editor until it ends the server; raise `DlcError` if what it sends cannot be read."""
        log_without_tracebacks_of_refusals()
        self.start_io(cast("BinaryIO", MessageInput(stdin)))

    def current(self, uri: str) -> OpenDocument:
        """Return a document with its present text; one that is not open is read from its file."""
        text_document = self.workspace.get_text_document(uri)
        version = text_document.version or 0
        opened = self.opened.get(uri)
        if opened is None:
            document = Document(_text_of(text_document), self.context)
            opened = self.opened[uri] = OpenDocument(uri, document, self.workspace.position_codec)
        elif opened.version != version:
            opened.document.update(_text_of(text_document))
        opened.version = version
        return opened

    # -- Other files -------------------------------------------------------------------------------------------------

    @property
    def files(self) -> WorkspaceFiles:
        """The files in the workspace's folders."""
        uris = [each.uri for each in self.workspace.folders.values()] or [self.workspace.root_uri or ""]
        paths = [to_fs_path(uri) for uri in uris]
        folders = [Path(path) for path in paths if path]
        if self._files is None or self._files.folders != folders:
            self._files = WorkspaceFiles(folders, self._closed)
        return self._files

    def _closed(self, path: Path, text: str) -> OpenDocument:
        document = Document(text, self.context)
        return OpenDocument(from_fs_path(str(path)) or "", document, self.workspace.position_codec)

    def unopened(self, matches: Callable[[str], bool]) -> list[Path]:
        """Return the files that mention a symbol for which this holds, and which are not open."""
        opened = {os.path.realpath(path) for uri in self.opened if (path := to_fs_path(uri))}
        return [path for path in self.files.mentioning(matches) if os.path.realpath(path) not in opened]

    def symbols(self, asked: str) -> Iterator[types.WorkspaceSymbol]:
        """Yield the symbols of all files whose names contain a text, in small letters."""

        def matches(name: str) -> bool:
            return asked in name.casefold()

        for uri in list(self.opened):
            yield from (each for each in self.current(uri).workspace_symbols() if matches(each.name))
        for path in self.unopened(matches):
            yield from (each for each in self.files.symbols(path) if matches(each.name))

    def naming(self, opened: OpenDocument) -> Callable[[str], list[OpenDocument]]:
        """Return what finds the other files of the workspace in which a symbol's name occurs."""

        def naming(name: str) -> list[OpenDocument]:
            others = [self.current(uri) for uri in list(self.opened) if uri != opened.uri]
            closed = [self.files.document(path) for path in self.unopened(name.__eq__)]
            return [each for each in (*others, *closed) if each is not None and name in each.document.text]

        return naming

    # -- Diagnostics -------------------------------------------------------------------------------------------------

    def check_soon(self, uri: str, pause: float = PAUSE) -> None:
        """Check a document when nothing has been typed for a while."""
        opened = self.current(uri)
        if opened.check is not None:
            opened.check.cancel()
        opened.check = asyncio.ensure_future(self._check(opened, pause))

    async def _check(self, opened: OpenDocument, pause: float) -> None:
        await asyncio.sleep(pause)
        version, document = opened.version, opened.document
        findings = await asyncio.get_running_loop().run_in_executor(self._checker, document.check)
        if findings is not None and opened.version == version and self.opened.get(opened.uri) is opened:
            opened.findings = findings
            self.publish(opened)

    def publish(self, opened: OpenDocument) -> None:
        """Send what is wrong in a document."""
        diagnostics = [self.diagnostic(opened, finding) for finding in opened.findings]
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(opened.uri, diagnostics, version=opened.version)
        )

    def diagnostic(self, opened: OpenDocument, finding: Finding) -> types.Diagnostic:
        return types.Diagnostic(
            opened.range((finding.start, finding.end)),
            finding.message,
            severity=_SEVERITIES.get(finding.severity),
            code=finding.rule,
            source="dlc",
            related_information=[
                types.DiagnosticRelatedInformation(opened.location((note.start, note.end)), note.message)
                for note in finding.notes
            ],
        )

    def close(self, uri: str) -> None:
        opened = self.opened.pop(uri, None)
        if opened is not None:
            if opened.check is not None:
                opened.check.cancel()
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


def _text_of(document: TextDocument) -> str:
    """Return the present text of a document, or raise an error if it is not open and cannot be read."""
    try:
        return document.source
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise JsonRpcInvalidParams(f"'{document.uri}' is not open, and cannot be read: {reason}") from None


def _add_features(server: MlirServer) -> None:
    _add_documents(server)
    _add_navigation(server)
    _add_writing(server)
    _add_outline(server)
    _add_colors(server)
    _add_actions(server)


def _add_documents(server: MlirServer) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.configure(params.initialization_options)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        server.check_soon(params.text_document.uri, 0)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        server.check_soon(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        server.close(params.text_document.uri)


def _add_navigation(server: MlirServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def show(params: types.HoverParams) -> types.Hover | None:
        opened = server.current(params.text_document.uri)
        shown = hover.hover(opened.document, opened.offset(params.position))
        if shown is None:
            return None
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, shown[1]), opened.range(shown[0]))

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> types.Location | list[types.Location] | None:
        opened = server.current(params.text_document.uri)
        offset = opened.offset(params.position)
        elsewhere = links.elsewhere(opened, offset, server.naming(opened))
        if elsewhere:
            return [file.location(span) for file, span in elsewhere]
        span = names.definition_at(opened.document, offset)
        return None if span is None else opened.location(span)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def references(params: types.ReferenceParams) -> list[types.Location]:
        opened = server.current(params.text_document.uri)
        places = links.names_of(opened, opened.offset(params.position), server.naming(opened))
        return [
            file.location(span)
            for file, name in places
            for span in name.places
            if params.context.include_declaration or span != name.definition
        ]

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        opened = server.current(params.text_document.uri)
        name = names.name_at(opened.document, opened.offset(params.position))
        return [types.DocumentHighlight(opened.range(span)) for span in (name.places if name is not None else ())]

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare_rename(params: types.PrepareRenameParams) -> types.Range | None:
        opened = server.current(params.text_document.uri)
        offset = opened.offset(params.position)
        token = opened.document.token_at(offset)
        known = names.definition_at(opened.document, offset) is not None
        return opened.range((token.start, token.end)) if token is not None and known else None

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        opened = server.current(params.text_document.uri)
        places = links.names_of(opened, opened.offset(params.position), server.naming(opened))
        if not places:
            return None
        try:
            return _edit(links.renamed(places, params.new_name))
        except InvalidName as error:
            raise JsonRpcInvalidParams(str(error)) from None


def _edit(edits: Mapping[OpenDocument, Iterable[tuple[Span, str]]]) -> types.WorkspaceEdit:
    return types.WorkspaceEdit(
        changes={
            file.uri: [types.TextEdit(file.range(span), text) for span, text in changed]
            for file, changed in edits.items()
        }
    )


def _add_writing(server: MlirServer) -> None:
    options = types.CompletionOptions(trigger_characters=["%", "@", "^", "#", "!", "."], resolve_provider=True)

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, options)
    def complete(params: types.CompletionParams) -> types.CompletionList:
        opened = server.current(params.text_document.uri)
        offset = opened.offset(params.position)
        start, candidates = completion.complete(opened.document, offset)
        values = sum(each.kind == "value" for each in candidates)
        replaced = opened.range((start, offset))
        return types.CompletionList(
            is_incomplete=values >= completion.MOST_VALUES,
            items=[
                types.CompletionItem(
                    each.label,
                    sort_text=f"{place:06}" if each.kind == "value" else None,
                    kind=_COMPLETION_KINDS[each.kind],
                    detail=each.detail or None,
                    text_edit=types.TextEdit(replaced, each.label),
                    data=each.documented or None,
                )
                for place, each in enumerate(candidates)
            ],
        )

    @server.feature(types.COMPLETION_ITEM_RESOLVE)
    def resolve(item: types.CompletionItem) -> types.CompletionItem:
        cls = server.context.op_class(item.data) if isinstance(item.data, str) else None
        if cls is not None:
            item.documentation = types.MarkupContent(
                types.MarkupKind.Markdown, hover.op_documentation(server.context, cls)
            )
        return item

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def format_document(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        opened = server.current(params.text_document.uri)
        try:
            edits = layout.layout_edits(opened.document)
        except CannotFormat as error:
            server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, f"dlc-lsp: {error}"))
            return []
        return [types.TextEdit(opened.range(span), text) for span, text in edits]

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def inlay_hints(params: types.InlayHintParams) -> list[types.InlayHint]:
        opened = server.current(params.text_document.uri)
        start, end = opened.offset(params.range.start), opened.offset(params.range.end)
        return [
            types.InlayHint(opened.position(offset), text, kind=types.InlayHintKind.Type)
            for offset, text in hints.type_hints(opened.document, start, end)
        ]


def _add_outline(server: MlirServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        opened = server.current(params.text_document.uri)
        return opened.symbols()

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def foldings(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        opened = server.current(params.text_document.uri)
        position = opened.document.source.position
        return [
            types.FoldingRange(position(start)[0] - 1, position(end)[0] - (2 if kind == "region" else 1), kind=kind)
            for (start, end), kind in outline.foldings(opened.document)
        ]

    @server.feature(types.WORKSPACE_SYMBOL)
    def workspace_symbols(params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        return list(islice(server.symbols(params.query.casefold()), MOST_SYMBOLS))


def _add_colors(server: MlirServer) -> None:
    legend = types.SemanticTokensLegend(list(TOKEN_TYPES), [])

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    def all_tokens(params: types.SemanticTokensParams) -> types.SemanticTokens:
        opened = server.current(params.text_document.uri)
        _, data = opened.recolor()
        return types.SemanticTokens(data, opened.colored_as)

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA, legend)
    def changed_tokens(
        params: types.SemanticTokensDeltaParams,
    ) -> types.SemanticTokens | types.SemanticTokensDelta:
        opened = server.current(params.text_document.uri)
        known = opened.colored_as
        old, new = opened.recolor()
        if params.previous_result_id != known:
            return types.SemanticTokens(new, opened.colored_as)
        edits = [types.SemanticTokensEdit(*edit) for edit in difference(old, new)]
        return types.SemanticTokensDelta(edits, opened.colored_as)

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, legend)
    def some_tokens(params: types.SemanticTokensRangeParams) -> types.SemanticTokens:
        opened = server.current(params.text_document.uri)
        return types.SemanticTokens(
            opened.colors.encoded(opened.offset(params.range.start), opened.offset(params.range.end))
        )


def _add_actions(server: MlirServer) -> None:
    kinds = [types.CodeActionKind.QuickFix, types.CodeActionKind.RefactorRewrite]

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=kinds))
    def code_actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        opened = server.current(params.text_document.uri)
        start, end = opened.offset(params.range.start), opened.offset(params.range.end)
        return [*_corrections(server, opened, start, end), *_runs(server, opened, start)]

    @server.command(RUN_PASSES)
    def run_passes(uri: str, line: int, character: int, passes: str) -> None:
        opened = server.current(uri)
        try:
            edit = actions.run_passes(opened.document, opened.offset(types.Position(line, character)), passes)
        except DlcError as error:
            server.show_error(error)
            return
        server.workspace_apply_edit(types.ApplyWorkspaceEditParams(_edit({opened: [edit]}), label=f"run {passes}"))


def _corrections(server: MlirServer, opened: OpenDocument, start: int, end: int) -> Iterable[types.CodeAction]:
    for finding in opened.findings:
        edit = actions.correction(opened.document, finding) if finding.start <= end and finding.end >= start else None
        if edit is not None:
            yield types.CodeAction(
                f"Change to '{edit[1]}'",
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[server.diagnostic(opened, finding)],
                edit=_edit({opened: [edit]}),
                is_preferred=True,
            )


def _runs(server: MlirServer, opened: OpenDocument, start: int) -> Iterable[types.CodeAction]:
    runnable = actions.runnable_op(opened.document, start)
    if runnable is None:
        return
    at = opened.position(start)
    for passes in server.passes:
        title = f"Run '{passes}' on this {runnable[1].op.name}"
        command = types.Command(title, RUN_PASSES, arguments=[opened.uri, at.line, at.character, passes])
        yield types.CodeAction(title, kind=types.CodeActionKind.RefactorRewrite, command=command)
