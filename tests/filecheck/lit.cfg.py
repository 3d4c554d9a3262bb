"""lit's view of these tests: `lit tests/filecheck`. pytest runs the same files (conftest.py), only faster."""

import sys
from pathlib import Path
from typing import Any

import lit.formats

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support import run_lines

config: Any = globals()["config"]  # lit puts it there

config.name = "dlc"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir"]
config.excludes = ["Inputs", "bin"]
config.test_source_root = str(run_lines.FILECHECK)
config.test_exec_root = str(run_lines.SCRATCH / "lit")
config.available_features |= run_lines.available_features()
config.environment["PATH"] = run_lines.search_path()
config.environment["PYTHONPATH"] = str(run_lines.FILECHECK.parent)  # for `--load-dialect=support.test_dialect`
