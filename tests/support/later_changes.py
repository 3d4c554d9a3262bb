"""Changes of files that can be told from earlier ones by their times."""

from __future__ import annotations

from pathlib import Path


def write_later(path: Path, text: str) -> None:
    """Write a file when the system's clock for files has moved on since it was changed: its steps are milliseconds."""
    changed = path.stat().st_ctime_ns
    while path.stat().st_ctime_ns == changed:
        path.write_text(text, encoding="utf-8")
