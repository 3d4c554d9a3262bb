"""dlc explore: show in a browser what each pass does with a program.

    dlc explore model.onnx
    dlc explore model.mlir --output page.html
    dlc explore model.mlir --profile --size n=128

The page is served to this machine alone, under an address with a secret token, until Ctrl-C. The server has that one
page: it reads no files, runs nothing, and does not answer requests that reached it under another name.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import webbrowser
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TextIO

from ..api import InvalidProgram, default_context, run_pipeline
from ..compilation import Announcer, pipeline_for
from ..compile_options import checked_threads
from ..passes.manager.settings import RunSettings
from ..sources import module_of
from .command_parser import CommandParser
from .options import UsageError
from .program_files import (
    add_argument_options,
    add_module_options,
    context_of,
    is_compiled,
    path_of,
    run_command,
)
from .progress import Progress
from .text_files import write_text
from .views.assembly import assembly_of, times_of_kernels, with_times
from .views.explorer import POLICY, explorer_page
from .views.recording import Recorder

LOCAL = "127.0.0.1"
MOST_SECONDS = 10
"""A request that is not complete after this time is dropped."""


def run(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Run the command and return its exit status."""
    return run_command(_parser(), _explore, argv, stdout, stderr)


def _explore(options: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> None:
    with Progress(f"exploring {options.file}", stderr) as progress:
        page, recorded, failure = _page(options, progress)
    if options.output is not None:
        write_text(options.output, page)
        passes, changes = len(recorded["passes"]), len(recorded["states"]) - 1
        stdout.write(
            f"{options.output}: {len(page.encode())} bytes; {changes} of {passes} passes changed the program\n"
        )
        if failure is not None:
            raise failure
        return
    if failure is not None:
        stderr.write(f"dlc: error: {failure}\n")
    server = PageServer(page, options.port)
    stdout.write(f"{server.address}\n")
    stdout.flush()
    if options.open:
        webbrowser.open(server.address)
    try:
        server.serve_forever()
    finally:
        server.server_close()


def _page(options: argparse.Namespace, progress: Progress) -> tuple[str, dict[str, Any], InvalidProgram | None]:
    """Return the page of the passes that `dlc.compile` would run, up to one that fails, what was recorded, and why."""
    path = path_of(options.file)
    if is_compiled(path):
        raise UsageError(f"'{options.file}' is compiled, so there are no passes to explore")
    named = context_of(options)
    context = named or default_context()
    module = module_of(path, context)
    recorder = Recorder()
    settings = RunSettings(verify_each=False, instrumentations=[recorder, Announcer(progress)])
    passes = pipeline_for(checked_threads(options.threads), options.level, passes=options.passes)
    assembly: list[dict[str, Any]] = []
    failure: InvalidProgram | None = None
    try:
        run_pipeline(module, passes, context=context, settings=settings)
        progress("machine code")
        assembly = assembly_of(module, context.diagnostics, options.level)
        if options.profile:
            assembly = with_times(assembly, times_of_kernels(path, options, named, progress))
    except InvalidProgram as error:
        failure = error
    recorded = recorder.recorded() | {"assembly": assembly}
    return explorer_page(recorded, options.file), recorded, failure


class PageServer(ThreadingHTTPServer):
    """Serves one page to this machine, to those who know its address."""

    daemon_threads = True

    def __init__(self, page: str, port: int = 0) -> None:
        self.page = page.encode(errors="replace")
        self.token = secrets.token_urlsafe(24)
        try:
            super().__init__((LOCAL, port), _Handler)
        except (OSError, OverflowError) as error:
            raise UsageError(f"cannot listen on port {port} of {LOCAL}: {error}") from None

    @property
    def address(self) -> str:
        return f"http://{LOCAL}:{self.server_port}/{self.token}/"

    def allows(self, host: str | None, path: str) -> bool:
        """Return whether a request names this server and its token."""
        names = (f"{LOCAL}:{self.server_port}", f"localhost:{self.server_port}")
        return host in names and secrets.compare_digest(path.encode(), f"/{self.token}/".encode())

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a browser that has gone; report anything else as usual."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    """Answers GET for the page, and nothing else."""

    timeout = MOST_SECONDS
    server_version = "dlc"
    sys_version = ""

    def do_GET(self) -> None:
        server = self.server
        if not isinstance(server, PageServer) or not server.allows(self.headers.get("Host"), self.path):
            self.send_response(404)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self.send_response(200)
        for name, value in (
            ("Content-Type", "text/html; charset=utf-8"),
            ("Content-Length", str(len(server.page))),
            ("Content-Security-Policy", POLICY),
            ("Cache-Control", "no-store"),
            ("Referrer-Policy", "no-referrer"),
            ("X-Content-Type-Options", "nosniff"),
        ):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(server.page)

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing: addresses contain the token."""


def _parser() -> CommandParser:
    parser = CommandParser("dlc explore", "Show in a browser what each pass does with FILE.")
    add = parser.add_argument
    add("file", metavar="FILE", help="MLIR text of any level, or a model; told by its content")
    add_module_options(parser)
    add("--threads", type=int, metavar="N", help="the number of threads to compile for; by default one per processor")
    add("--level", type=int, default=2, metavar="N", help="the optimization level, from 0 to 3")
    add("--passes", metavar="PIPELINE", help="passes to run as well, or instead, as with 'dlc compile'")
    add("--output", "-o", metavar="FILE", help="write the page to a file instead of serving it")
    add("--profile", action="store_true", help="run the program, and show the time of each kernel beside its code")
    add_argument_options(parser)
    add("--port", type=int, default=0, metavar="N", help="the port; by default any that is free")
    add("--open", action="store_true", help="open the page in a browser")
    return parser
