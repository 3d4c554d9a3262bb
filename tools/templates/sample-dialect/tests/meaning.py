# RUN: python %s
"""The interpreter computes the same before and after the lowering."""

from importlib import import_module

import dlc

context = dlc.make_context()
context.load_module("sample_dialect.ops")
module = dlc.parse(
    "func.func @f(%x: i8) -> i16 { %y = sample.scale %x by 3 : i8 %z = arith.extui %y : i8 to i16 return %z : i16 }",
    context=context,
)
before = [dlc.Interpreter(module).run("f", value) for value in (0, 1, 100)]
dlc.run_pipeline(module, import_module("sample_dialect.lowering").LowerSample, context=context)
assert before == [dlc.Interpreter(module).run("f", value) for value in (0, 1, 100)]
