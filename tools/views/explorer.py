"""The explorer: one page, without anything beside it, that shows a recorded run of passes in a browser.

The data stand in the page as JSON, in which `<` is escaped, and the page's script makes text nodes of them: names in a
program can contain anything, and become neither markup nor script. The page loads nothing and sends nothing.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Any

from ...parser.highlighting import BUILTIN_TYPE, PATTERN
from ..text_files import write_text
from .recording import Recorder

TEMPLATE = Path(__file__).with_name("explorer.html")
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'"
"""The content security policy of the page, which may run its own script and load nothing."""


@contextmanager
def explored(path: str, title: str) -> Generator[Recorder]:
    """Write the page of the run that the recorder hears of in the `with` body, whether it succeeds or not."""
    recorder = Recorder()
    try:
        yield recorder
    finally:
        if recorder.states:  # otherwise, nothing has run
            write_text(path, explorer_page(recorder.recorded(), title))


def explorer_page(recorded: dict[str, Any], title: str) -> str:
    """Return the page of a recorded run."""
    data: dict[str, Any] = {
        "assembly": [],
        **recorded,
        "title": title,
        "tokenPattern": PATTERN.replace("(?P<", "(?<"),
        "typePattern": f"^{BUILTIN_TYPE}$",
    }
    return (
        TEMPLATE.read_text(encoding="utf-8")
        .replace("{{policy}}", escape(POLICY))
        .replace("{{title}}", escape(title))
        .replace("{{data}}", as_script(data))
    )


def as_script(data: Any) -> str:
    """Return data as JSON that can stand in a script element. Half of a surrogate pair becomes a question mark."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
