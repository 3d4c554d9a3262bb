"""Configuration of lit: `lit -v tests` runs the tests with `dlc-opt`, `filecheck` and `python` on the path."""

import os
import tempfile
from pathlib import Path
from typing import Any

import lit.formats  # pyright: ignore[reportMissingTypeStubs]  (lit has no types)

config: Any = globals()["config"]  # lit puts it there

tests = Path(__file__).resolve().parent
config.name = "sample"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".py"]
config.excludes = ["lit.cfg.py"]
config.test_source_root = str(tests)
config.test_exec_root = str(Path(tempfile.gettempdir()) / "sample_dialect")
config.environment["PYTHONPATH"] = os.pathsep.join([str(tests.parent), os.environ.get("PYTHONPATH", "")])
config.substitutions.append(
    ("dlc-opt", "dlc-opt --load-dialect=sample_dialect.ops --load-pass=sample_dialect.lowering")
)
