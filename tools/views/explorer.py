"""The explorer: one page, without anything beside it, that shows a recorded run of passes in a browser.

The data stand in the page as compressed JSON, in base64, and the page's script makes text nodes of them: names in a
program can contain anything, and become neither markup nor script. The page loads nothing and sends nothing.
"""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode, b64encode
from collections.abc import Generator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Any

from ...parser.highlighting import BUILTIN_TYPE, PATTERN
from ..text_files import write_text
from .recording import Recorder

FOLDER = Path(__file__).parent
TEMPLATE, STYLE = FOLDER / "explorer.html", FOLDER / "explorer.css"
SCRIPTS = ("explorer.js", "explorer_ir.js", "explorer_network.js", "explorer_lists.js", "explorer_summary.js")
"""The parts of the page's script, in order."""
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
    parts = {
        "policy": escape(POLICY),
        "title": escape(title),
        "style": STYLE.read_text(encoding="utf-8"),
        "script": "".join((FOLDER / name).read_text(encoding="utf-8") for name in SCRIPTS),
        "data": packed(data),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], TEMPLATE.read_text(encoding="utf-8"))


def packed(data: Any) -> str:
    """Return data as compressed JSON in base64. The texts of a run repeat one another: they shrink to a ninth."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return b64encode(gzip.compress(text.encode(), mtime=0)).decode()


def unpacked(page: str) -> Any:
    """Return the data of a page."""
    _, _, rest = page.partition('id="data">')
    return json.loads(gzip.decompress(b64decode(rest.partition("<")[0])))
