"""The site has every page once, and what tests read of code blocks is not shown to readers."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from dlc.dialects import BUNDLED
from support.run_lines import ROOT
from support.site_pages import site_text, write_pages

NAV = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
REFERENCE = ("index", "passes", "tools", "environment", *(f"dialects/{name}" for name in BUNDLED))


def test_navigation_has_every_page_once() -> None:
    listed = re.findall(r"[\w/-]+\.md", NAV)
    docs = ROOT / "docs"
    pages = [path.relative_to(docs).as_posix() for path in docs.rglob("*.md")]
    pages += [f"reference/{name}.md" for name in REFERENCE]
    assert sorted(listed) == sorted(pages)


def test_pages_are_for_readers() -> None:
    page = (
        "```python fixed.py insert\nx\n```\n```output\n1\n```\n[a](../passes/catalog.py#L3) "
        "[b](../examples/my_dialect) [c](../passes) [d](start.md)"
    )
    assert site_text(page, ROOT / "docs" / "page.md") == (
        '```python title="fixed.py"\nx\n```\n```text\n1\n```\n[a](source/passes/catalog.py) '
        "[b](source/examples/my_dialect/README.md) c [d](start.md)"
    )
    nested = "[a](../start.md#x) [b](../../passes/catalog.py)"
    expected = "[a](../start.md#x) [b](../source/passes/catalog.py)"
    assert site_text(nested, ROOT / "docs" / "tutorial" / "page.md") == expected


@pytest.mark.slow
@pytest.mark.skipif(find_spec("mkdocs") is None or find_spec("material") is None, reason="needs the extra `docs`")
def test_the_site_is_built_without_a_broken_link(tmp_path: Path) -> None:
    write_pages(tmp_path / "pages")
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").replace("build/site-pages", str(tmp_path / "pages"))
    (tmp_path / "mkdocs.yml").write_text(text.replace("build/site", str(tmp_path / "site")), encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", str(tmp_path / "mkdocs.yml")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "site" / "reference" / "dialects" / "graph.html").exists()
