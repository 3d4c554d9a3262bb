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
LAYER, RESIDUAL = "examples/layer.mlir", "examples/residual_network.mlir"
TABS = {
    "explorer-ir.png": (LAYER, "ir:1"),
    "explorer-assembly.png": (LAYER, "assembly"),
    "explorer-network.png": (RESIDUAL, "graph"),
}
"""The pictures by their names: an example, and what the explorer shows of it."""
SIZE = (1200, 560)


def make_page(example: str, path: Path) -> None:
    """Write the explorer's page of an example, with machine code and times if it is a layer."""
    argv = ["explore", example, "--threads=1", f"--output={path}", *(["--profile"] if example == LAYER else [])]
    stderr = io.StringIO()
    with changed_directory(ROOT):
        assert dlc_command.run(argv, io.StringIO(), stderr) == 0, stderr.getvalue()


def browser(profile: Path, *flags: str) -> list[str]:
    """Return the command line of a headless browser that keeps its files in a folder."""
    assert CHROMIUM is not None
    flags = ("--virtual-time-budget=5000", *flags)  # the page unpacks what it shows when it has been loaded
    return [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}", *flags]


def make_picture(page: Path, tab: str, path: Path, profile: Path) -> None:
    """Write a picture of a page."""
    flags = [f"--screenshot={path}", f"--window-size={SIZE[0]},{SIZE[1]}", "--hide-scrollbars"]
    command = [*browser(profile, *flags), f"{page.as_uri()}#{tab}"]
    subprocess.run(command, capture_output=True, timeout=60, check=True)


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        pages = {example: Path(folder) / f"{Path(example).stem}.html" for example in (LAYER, RESIDUAL)}
        for example, page in pages.items():
            make_page(example, page)
        for name, (example, tab) in TABS.items():
            make_picture(pages[example], tab, PICTURES / name, Path(folder) / "profile")
