"""Gathers the pages of the site for mkdocs: docs/, the reference, and the files that pages link to.

    python tests/support/site_pages.py build/site-pages

Code blocks lose the words that only tests read, links that leave docs/ lead to copies below `source/`.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from dlc.api import make_context
from dlc.tools.reference.pages import reference_pages
from support.run_lines import ROOT

FENCE = re.compile(r"(?m)^( *```)(\w+) +([\w.-]+)[^\n]*$")
DOCS = ROOT / "docs"
LINK = re.compile(r"\[([^\]]*)\]\((\.\./[^)#\s]+)(#[^)]*)?\)")


def site_text(text: str, page: Path) -> str:
    """Return a page of docs/ as the site has it; a link to a folder without a README is none."""
    text = FENCE.sub(lambda match: f'{match[1]}{match[2]} title="{match[3]}"', text)
    text = re.sub(r"(?m)^( *```)output$", r"\1text", text)

    def link(match: re.Match[str]) -> str:
        path = outside(match[2], page)
        if path is None:
            return match[0]
        file, up = target(path), "../" * (len(page.relative_to(DOCS).parts) - 1)
        return f"[{match[1]}]({up}source/{file})" if file is not None else match[1]

    return LINK.sub(link, text)


def outside(link: str, page: Path) -> str | None:
    """Return the path below the root that a page of docs/ links to, or `None` if it is in docs/."""
    path = (page.parent / link).resolve()
    return None if path.is_relative_to(DOCS) else path.relative_to(ROOT).as_posix()


def target(path: str) -> str | None:
    """Return the file that a link leads to: for a folder its README, if there is one."""
    file = f"{path.rstrip('/')}/README.md" if (ROOT / path).is_dir() else path
    return file if (ROOT / file).is_file() else None


def pages() -> Mapping[str, str]:
    """Return all files of the site by their names."""
    gathered: dict[str, str] = {}
    for page in sorted(DOCS.rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        gathered[page.relative_to(DOCS).as_posix()] = site_text(text, page)
        for _, link, _ in LINK.findall(text):
            path = outside(link, page)
            file = target(path) if path is not None else None
            if file is not None:
                gathered[f"source/{file}"] = (ROOT / file).read_text(encoding="utf-8")
    reference = {f"reference/{name}": text for name, text in reference_pages(make_context()).items()}
    return gathered | reference


def write_pages(folder: Path) -> None:
    """Write all files of the site into a folder, which is made anew."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(DOCS / "pictures", folder / "pictures")
    for name, text in pages().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_pages(Path(sys.argv[1]))
