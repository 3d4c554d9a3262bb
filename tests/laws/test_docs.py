"""The documentation says what is true: its examples print what it says they print, and its links lead somewhere."""

import re
import warnings
from pathlib import Path

import pytest

from dlc.tools.options import FLAGS
from support.doc_pages import Page, blocks_of, matches
from support.run_lines import ROOT

EXAMPLES = sorted((ROOT / "examples").rglob("*.md"))
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")), *EXAMPLES]
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_examples_print_what_the_page_says(path: Path, tmp_path: Path, user_programs: Path) -> None:
    page = Page(path, tmp_path, user_programs)
    for extra in page.extras:
        pytest.importorskip(extra, reason=f"the extra '{extra}' is not installed")
        warnings.filterwarnings("ignore", category=FutureWarning)  # by which frameworks warn of their own code
    mismatches = page.run()
    assert not mismatches, "\n\n".join(
        [f"{path.name} is out of date; python tests/support/doc_pages.py brings it up to date", *map(str, mismatches)]
    )
    assert page.differing_files() == []


def test_all_files_of_the_tutorial_are_in_its_pages() -> None:
    pages = [path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "tutorial").glob("*.md")]
    files = [path for path in (ROOT / "examples" / "tutorial").rglob("*") if path.suffix in (".py", ".pico")]
    names = {path.relative_to(ROOT / "examples" / "tutorial").as_posix() for path in files}
    assert names == {block.info[0] for page in pages for block in blocks_of(page) if block.info} & names


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_links_to_files_lead_somewhere(path: Path) -> None:
    targets = [link for link in LINK.findall(path.read_text(encoding="utf-8")) if "://" not in link]
    assert [link for link in targets if not (path.parent / link).exists()] == []


def test_every_flag_of_dlc_opt_is_documented() -> None:
    text = (ROOT / "docs" / "dlc-opt.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"`--?([\w-]+)", text))
    assert {flag.name for flag in FLAGS} - documented == set()


@pytest.mark.parametrize(
    ("expected", "printed", "fits"),
    [
        (["a", "b"], ["a", "b"], True),
        (["a", "…", "d"], ["a", "b", "c", "d"], True),
        (["a", "…"], ["a"], True),
        (["took … ms"], ["took 12 ms"], True),
        (["a"], ["a", "b"], False),
        (["a.c"], ["abc"], False),
        ([], [], True),
        ([], ["a"], False),
    ],
)
def test_an_ellipsis_stands_for_anything(expected: list[str], printed: list[str], fits: bool) -> None:
    assert matches(expected, printed) is fits
