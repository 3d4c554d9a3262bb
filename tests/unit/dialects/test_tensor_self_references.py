"""In code that is never reached, tensor ops may use their own results, also in circles: canonicalization ends there."""

from __future__ import annotations

import pytest

from dlc.ir.verifier import verify
from dlc.passes.generic.canonicalize import canonicalize
from support.pass_testing import make_context, read

CIRCLES = [
    """%x = tensor.insert %f into %x[%i] : tensor<?xf32>
    %d = tensor.dim %x, %zero : tensor<?xf32>
    "test.use"(%d) : (index) -> ()""",
    """%x = tensor.insert %f into %y[%zero] : tensor<?xf32>
    %y = tensor.insert %f into %x[%zero] : tensor<?xf32>
    %d = tensor.dim %x, %zero : tensor<?xf32>
    %e = tensor.extract %x[%one] : tensor<?xf32>""",
    "%x = tensor.cast %x : tensor<?xf32> to tensor<?xf32>",
    """%x = tensor.cast %y : tensor<4xf32> to tensor<?xf32>
    %y = tensor.cast %x : tensor<?xf32> to tensor<4xf32>""",
    """%x = tensor.cast %y : tensor<?xf32> to tensor<*xf32>
    %y = tensor.cast %x : tensor<*xf32> to tensor<?xf32>""",
    """%x = tensor.bitcast %y : tensor<?xf32> to tensor<?xi32>
    %y = tensor.bitcast %x : tensor<?xi32> to tensor<?xf32>""",
    "%x = tensor.extract_slice %x[%i] [4] [1] : tensor<4xf32> to tensor<4xf32>",
    """%x = tensor.extract_slice %y[%i] [4] [1] : tensor<5xf32> to tensor<4xf32>
    %y = tensor.pad %x low[0] high[1] { ^bb0(%k: index): tensor.yield %f : f32 } : tensor<4xf32> to tensor<5xf32>""",
    """%x = tensor.extract_slice %y[%i] [4] [1] : tensor<4xf32> to tensor<4xf32>
    %y = tensor.extract_slice %x[0] [4] [1] : tensor<4xf32> to tensor<4xf32>""",
    "%x = tensor.insert_slice %x into %x[%i] [4] [1] : tensor<4xf32> into tensor<4xf32>",
    """%x = tensor.insert_slice %y into %x[1] [1] [1] : tensor<1xf32> into tensor<4xf32>
    %y = tensor.extract_slice %x[3] [1] [1] : tensor<4xf32> to tensor<1xf32>""",
    """%x = tensor.insert_slice %s into %y[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    %y = tensor.insert_slice %s into %x[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>""",
    "%x = tensor.insert %f into %x[%i] : tensor<4xf32>",
    """%x = tensor.insert %f into %y[%i] : tensor<4xf32>
    %y = tensor.insert %f into %x[%i] : tensor<4xf32>""",
    """%x = tensor.expand_shape %y [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
    %y = tensor.collapse_shape %x [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>""",
    "%x = tensor.expand_shape %x [[0]] output_shape [%i] : tensor<?xf32> into tensor<?xf32>",
    """%x = tensor.collapse_shape %y [[0]] : tensor<?xf32> into tensor<?xf32>
    %y = tensor.expand_shape %x [[0]] output_shape [%i] : tensor<?xf32> into tensor<?xf32>""",
    """%x = tensor.expand_shape %y [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
    %y = tensor.collapse_shape %z [[0, 1]] : tensor<4x1xf32> into tensor<4xf32>
    %z = tensor.cast %x : tensor<4x1xf32> to tensor<4x1xf32>""",
    "%x = tensor.reshape %x(%sh) : (tensor<*xf32>, tensor<2xi32>) -> tensor<*xf32>",
    """%x = tensor.reshape %y(%sh) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %y = tensor.reshape %x(%sh) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>""",
    "%x = tensor.concat dim(0) %x : (tensor<?xf32>) -> tensor<?xf32>",
    """%x = tensor.concat dim(0) %x, %s : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
    %d = tensor.dim %x, %zero : tensor<?xf32>
    "test.use"(%d) : (index) -> ()""",
    "%x = tensor.pad %x low[0] high[0] { ^bb0(%k: index): tensor.yield %f : f32 } : tensor<4xf32> to tensor<4xf32>",
    """%x = tensor.pad %x low[1] high[0] { ^bb0(%k: index): tensor.yield %f : f32 } : tensor<?xf32> to tensor<?xf32>
    %d = tensor.dim %x, %zero : tensor<?xf32>
    "test.use"(%d) : (index) -> ()""",
    """%x = tensor.collapse_shape %y [[0, 1]] : tensor<?x2xf32> into tensor<?xf32>
    %y = tensor.expand_shape %x [[0, 1]] output_shape [%d, 2] : tensor<?xf32> into tensor<?x2xf32>
    %d = tensor.dim %x, %zero : tensor<?xf32>""",
    """%x = tensor.collapse_shape %y [[0, 1]] : tensor<?x2xf32> into tensor<?xf32>
    %y = tensor.cast %z : tensor<*xf32> to tensor<?x2xf32>
    %z = tensor.cast %x : tensor<?xf32> to tensor<*xf32>
    %d = tensor.dim %x, %zero : tensor<?xf32>
    "test.use"(%d) : (index) -> ()""",
    """%x = tensor.empty(%d) : tensor<?xf32>
    %d = tensor.dim %x, %zero : tensor<?xf32>
    "test.use"(%d) : (index) -> ()""",
    """%x = tensor.pack %y inner_dims_pos = [0] inner_tiles = [2] into %p : tensor<8xf32> -> tensor<4x2xf32>
    %y = tensor.unpack %x inner_dims_pos = [0] inner_tiles = [2] into %q : tensor<4x2xf32> -> tensor<8xf32>""",
    """%x = tensor.splat %e : tensor<4xf32>
    %e = tensor.extract %x[%one] : tensor<4xf32>""",
    """%x = tensor.from_elements %e : tensor<1xf32>
    %e = tensor.extract %x[%zero] : tensor<1xf32>
    "test.use"(%e) : (f32) -> ()""",
]


@pytest.mark.parametrize("ops", CIRCLES)
def test_canonicalization_ends(ops: str) -> None:
    arguments = "%c: i1, %i: index, %f: f32, %s: tensor<1xf32>, %sh: tensor<2xi32>, %p: tensor<4x2xf32>"
    text = f"""
    func.func @f({arguments}, %q: tensor<8xf32>) {{
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      return
    ^loop:
      {ops}
      cf.cond_br %c, ^loop, ^loop
    }}
    """
    module, context = read(text, make_context())
    assert canonicalize(module, context).converged
    assert verify(module, context.diagnostics)
