"""Makes the pictures of docs/explorer.md in a headless browser.

python tests/support/explorer_pictures.py
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from dlc.tools import dlc_command
from support.doc_pages import changed_directory
from support.run_lines import ROOT

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PICTURES = ROOT / "docs" / "pictures"
TABS = {"explorer-ir.png": "ir:1", "explorer-assembly.png": "assembly"}
"""The pictures by their names, and what the explorer shows in them."""
SIZE = (1200, 560)


def make_page(path: Path) -> None:
    """Write the explorer's page of an example, with machine code and times."""
    argv = ["explore", "examples/layer.mlir", "--threads=1", "--profile", f"--output={path}"]
    stderr = io.StringIO()
    with changed_directory(ROOT):
        assert dlc_command.run(argv, io.StringIO(), stderr) == 0, stderr.getvalue()


def browser(profile: Path, *flags: str) -> list[str]:
    """Return the command line of a headless browser that keeps its files in a folder."""
    assert CHROMIUM is not None
    return [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}", *flags]


def make_picture(page: Path, tab: str, path: Path, profile: Path) -> None:
    """Write a picture of a page."""
    flags = [f"--screenshot={path}", f"--window-size={SIZE[0]},{SIZE[1]}", "--hide-scrollbars"]
    command = [*browser(profile, *flags), f"{page.as_uri()}#{tab}"]
    subprocess.run(command, capture_output=True, timeout=60, check=True)


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        make_page(Path(folder) / "page.html")
        for name, tab in TABS.items():
            make_picture(Path(folder) / "page.html", tab, PICTURES / name, Path(folder) / "profile")
