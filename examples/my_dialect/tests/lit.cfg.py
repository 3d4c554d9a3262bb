"""Configuration of lit: these tests run with `dlc-opt` and `filecheck` on the path; no install needed."""

import os
import tempfile
from pathlib import Path
from typing import Any

import lit.formats  # pyright: ignore[reportMissingTypeStubs]  (lit has no types)

config: Any = globals()["config"]  # lit puts it there

tests = Path(__file__).resolve().parent
config.name = "bits_dialect"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir"]
config.test_source_root = str(tests)
config.test_exec_root = str(Path(tempfile.gettempdir()) / "bits_dialect")
config.environment["PYTHONPATH"] = os.pathsep.join([str(tests.parent), os.environ.get("PYTHONPATH", "")])
config.substitutions.append(
    ("dlc-opt", "dlc-opt --load-dialect=bits_dialect.ops --load-pass=bits_dialect.expand_rotates")
)
