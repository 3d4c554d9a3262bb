# RUN: python %s
"""The interpreter computes the same before and after the lowering, for functions of the other tests."""

from importlib import import_module
from pathlib import Path

import dlc

CASES = [
    ("lower.mlir", "wraps", [(0,), (1,), (100,)]),
    ("fixed.mlir", "there_and_back", [(0,), (-5,)]),  # with: type
    ("clamp.mlir", "wider", [(-3,), (5,), (11,)]),  # with: attribute
    ("repeat.mlir", "power", [(0, 3), (1, 3), (4, 3)]),  # with: region
]
"""Files, functions in their first parts, and arguments of calls."""

context = dlc.make_context()
context.load_module("sample_dialect.ops")
for name, function, calls in CASES:
    text = Path(__file__).with_name(name).read_text(encoding="utf-8").partition("// -----")[0]
    module = dlc.parse(text, context=context)
    before = [dlc.Interpreter(module).run(function, *arguments) for arguments in calls]
    dlc.run_pipeline(module, import_module("sample_dialect.lowering").LowerSample, context=context)
    after = [dlc.Interpreter(module).run(function, *arguments) for arguments in calls]
    assert before == after, f"@{function} gives {after} after lower-sample, and gave {before}"
