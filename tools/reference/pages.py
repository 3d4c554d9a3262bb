"""Pages of the reference as Markdown: `dlc-opt --doc-dialect`, and all of them by `make reference`.

python -m dlc.tools.reference.pages FOLDER
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TextIO

from dlc.api import make_context
from dlc.ir.context import Context
from dlc.ir.dialect import Dialect
from dlc.ir.docstrings import summary_of
from dlc.passes.manager.registry import REGISTRY

from .. import dlc_command, dlc_reduce
from ..options import FLAGS, UsageError
from ..text_files import write_text
from .definitions import about_dialect, attribute_document, attributes_of, dialect_document, op_document, types_of
from .documents import Table, escaped, markdown_of, table_line
from .lowerings import lowerings_of
from .passes import pass_document
from .questions import dialect_of, every_dialect

ENVIRONMENT: Mapping[str, str] = {
    "DLC_CACHE_DIR": "The folder of what was compiled, by default `~/.cache/dlc`; if it is empty, nothing is cached.",
    "DLC_CACHE_SIZE": "The maximum size of the cache, such as `500M`, by default `2G`.",
    "XDG_CACHE_HOME": "The folder that contains the folder of the cache, by default `~/.cache`.",
    "ROCM_PATH": "The folder of ROCm, whose linker makes kernels for AMD's GPUs, by default `/opt/rocm`.",
    "CC": "The C compiler that links shared libraries, where one is needed.",
}
"""The environment variables that dlc reads."""


# -- Dialects ----------------------------------------------------------------------------------------------------------


def dialect_page(dialect: Dialect) -> str:
    """Return the page of a dialect: an overview, and everything about its ops, types and attributes."""
    documents = [
        dialect_document(dialect),
        *(op_document(cls, dialect, lowerings_of(cls)) for cls in dialect.ops.values()),
        *(attribute_document(cls) for cls in (*types_of(dialect).values(), *attributes_of(dialect).values())),
    ]
    return "\n".join(document.as_markdown(1 if index == 0 else 2) for index, document in enumerate(documents))


def write_dialect_pages(context: Context, names: Sequence[str], folder: str) -> str:
    """Write the pages of some dialects to files in a folder, or return them if it is `-`."""
    pages = {name: dialect_page(dialect_of(name, context)) for name in names}
    if folder == "-":
        return "\n".join(pages.values())
    if Path(folder).is_file():
        raise UsageError(f"--doc-dialect writes a page for each dialect, so '-o {folder}' must be a folder")
    return _write(folder, {f"{name}.md": text for name, text in pages.items()})


def _write(folder: str, pages: Mapping[str, str]) -> str:
    for name, text in pages.items():
        path = Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(str(path), text)
    return "".join(f"{Path(folder) / name}\n" for name in pages)


# -- The whole reference -----------------------------------------------------------------------------------------------


def passes_page(context: Context) -> str:
    """Return the page of all passes."""
    names = REGISTRY.names()
    overview = Table(("Pass", "Meaning"), [(name, REGISTRY.description(name)) for name in names])
    kinds = [kind for name in names if (kind := REGISTRY.find(name)) is not None]
    documents = [pass_document(kind, context).as_markdown(2) for kind in kinds]
    return "\n".join(["# Passes\n", markdown_of(overview) + "\n", *documents])


def tools_page() -> str:
    """Return the page of the command line tools: flags of dlc-opt, and the help texts of the others."""
    flags = [(f"--{flag.name}", flag.kind, flag.help) for flag in FLAGS]
    parts = ["# Command line tools", "## `dlc-opt`", markdown_of(Table(("Flag", "Kind", "Meaning"), flags))]
    parts += [_help_of(f"dlc {name}", dlc_command.run, [name]) for name in dlc_command.COMMANDS]
    return "\n\n".join([*parts, _help_of("dlc-reduce", dlc_reduce.run, [])]) + "\n"


def _help_of(command: str, run: Callable[[Sequence[str], TextIO, TextIO], int], argv: Sequence[str]) -> str:
    """Return the section of a command with its help text."""
    text = io.StringIO()
    run([*argv, "--help"], text, text)
    return f"## `{command}`\n\n```text\n{text.getvalue()}```"


def environment_page() -> str:
    """Return the page of environment variables."""
    return f"# Environment variables\n\n{markdown_of(Table(('Variable', 'Meaning'), list(ENVIRONMENT.items())))}\n"


def _index(dialects: Iterable[Dialect]) -> str:
    lines = [
        "# Reference",
        "",
        "Made from the definitions by `make reference`. `dlc-opt --help-op=NAME` shows the same in a terminal.",
        "",
        "- [Passes](passes.md)",
        "- [Command line tools](tools.md)",
        "- [Environment variables](environment.md)",
        "",
        table_line(("Dialect", "Ops", "Types", "Attributes", "Meaning")),
        table_line(["---"] * 5),
    ]
    for dialect in dialects:
        counts = (len(dialect.ops), len(types_of(dialect)), len(attributes_of(dialect)))
        summary = escaped(summary_of(about_dialect(dialect)))
        lines.append(table_line([f"[`{dialect.name}`](dialects/{dialect.name}.md)", *map(str, counts), summary]))
    return "\n".join(lines) + "\n"


def reference_pages(context: Context) -> dict[str, str]:
    """Return all pages by the names of their files."""
    dialects = every_dialect(context)
    return {
        "index.md": _index(dialects),
        "passes.md": passes_page(context),
        "tools.md": tools_page(),
        "environment.md": environment_page(),
        **{f"dialects/{dialect.name}.md": dialect_page(dialect) for dialect in dialects},
    }


if __name__ == "__main__":
    sys.stdout.write(_write(sys.argv[1], reference_pages(make_context())))
