"""The documentation says what is true: its examples print what it says they print, and its links lead somewhere."""

import re
from pathlib import Path

import pytest

from dlc.tools.options import FLAGS
from support.doc_pages import Page, blocks_of, matches
from support.run_lines import ROOT

EXAMPLES = sorted((ROOT / "examples").rglob("*.md"))
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")), *EXAMPLES]
SHELLS = ("sh", "bash", "shell", "zsh", "shell-session")
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_examples_print_what_the_page_says(path: Path, tmp_path: Path, user_programs: Path) -> None:
    page = Page(path, tmp_path, user_programs)
    for extra in page.extras:
        pytest.importorskip(extra, reason=f"the extra '{extra}' is not installed")
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


def blocks_that_nobody_runs(text: str) -> list[str]:
    """Return the blocks of commands that are not run, because they have another language or no command first."""
    return [
        f"line {block.start}: ```{block.language} must be ```console, with '$ ' before commands"
        for block in blocks_of(text)
        if block.language in SHELLS or (block.language == "console" and not block.text.startswith("$ "))
    ]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_all_commands_are_run(path: Path) -> None:
    assert blocks_that_nobody_runs(path.read_text(encoding="utf-8")) == []


def test_a_block_without_a_command_is_noticed() -> None:
    blocks = ("console\n$ dlc-opt a.mlir", "console\npip install .", "sh\n$ pip install .", "console", "c\nint i;")
    lines = [
        each.partition(":")[0] for each in blocks_that_nobody_runs("".join(f"```{each}\n```\n" for each in blocks))
    ]
    assert lines == ["line 4", "line 7", "line 10"]


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
