"""Files that `dlc-opt -o` writes."""

from __future__ import annotations

import io
from pathlib import Path

from dlc.tools import dlc_opt


def test_a_run_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    output = tmp_path / "out.mlir"
    options = ["-o", str(output)]
    assert dlc_opt.run(options, "t.x", io.StringIO(), io.StringIO()) == 1
    assert not output.exists()
    output.write_text("of an earlier run")
    assert dlc_opt.run(options, "t.x", io.StringIO(), io.StringIO()) == 1
    assert output.read_text() == "of an earlier run"
