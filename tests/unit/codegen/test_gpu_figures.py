"""The table of `docs/gpu-kernels.md` says what is counted in kernels, and what ptxas says of them."""

from __future__ import annotations

import shutil

import pytest

from support.gpu_figures import CASES, HEAD, Case, lines
from support.run_lines import ROOT

TABLE = (ROOT / "docs" / "gpu-kernels.md").read_text().partition(f"{HEAD}\n")[2].partition("\n\n")[0].splitlines()[1:]


@pytest.mark.sampled(2)
@pytest.mark.skipif(shutil.which("ptxas") is None, reason="ptxas is not installed")
@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_the_page_says_what_is_counted(case: Case) -> None:
    assert [line for line in TABLE if line.startswith(f"| {case.name} |")] == list(lines(case))


def test_the_page_has_no_other_lines() -> None:
    names = [line.split(" | ")[0].removeprefix("| ") for line in TABLE]
    assert list(dict.fromkeys(names)) == [case.name for case in CASES]
