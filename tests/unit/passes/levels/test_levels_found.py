"""Programs that random runs found to go wrong on their way down to loops, reduced: they must not do so again."""

from __future__ import annotations

import pytest

from support.level_checks import CLEAN_UPS, ROAD, Inputs, Trial, check_levels
from support.programs import module_of

FOUND = {
    "a sum of products without a sum is not elementwise": """
  func.func @main(%x: tensor<?xf32, #graph.dims<n>>) -> tensor<?xi1, #graph.dims<n>> {
    %0 = graph.softmax %x, [0] : tensor<?xf32, #graph.dims<n>>
    %1 = graph.contract %0, %x, batch = [0] x [0], contracting = [] x []
      : tensor<?xf32, #graph.dims<n>>, tensor<?xf32, #graph.dims<n>> -> tensor<?xf32, #graph.dims<n>>
    %2 = graph.is_finite %1 : tensor<?xf32, #graph.dims<n>>
    return %2 : tensor<?xi1, #graph.dims<n>>
  }""",
    "a tensor without elements is read": """
  func.func @main(%x: tensor<?xf32, #graph.dims<n>>) -> tensor<0xf32> {
    %0 = graph.slice %x, [0] to [0] step [1] : tensor<?xf32, #graph.dims<n>> -> tensor<0xf32>
    %1 = graph.local_response_norm %0, 0 size 1 alpha 1.0 beta 1.0 bias 1.0 : tensor<0xf32>
    return %1 : tensor<0xf32>
  }""",
    "slices without elements are stacked": """
  func.func @main(%x: tensor<?xf32, #graph.dims<n>>, %y: tensor<2x0xf32>)
      -> (tensor<?x0xi64, #graph.dims<n>>, tensor<f32>) {
    %none = graph.constant dense<> : tensor<0xi64>
    %0 = graph.scan over (%a = %x : tensor<?xf32, #graph.dims<n>>) -> tensor<?x0xi64, #graph.dims<n>> {
      graph.yield %none : tensor<0xi64>
    }
    %start = graph.constant dense<1.0> : tensor<f32>
    %1 = graph.scan (%sum = %start : tensor<f32>) over (%a = %y : tensor<2x0xf32>) {
      %next = graph.add %sum, %sum : tensor<f32>
      graph.yield %next : tensor<f32>
    }
    return %0, %1 : tensor<?x0xi64, #graph.dims<n>>, tensor<f32>
  }""",
    "slices from outside are stacked, none of them": """
  func.func @main(%x: tensor<0x1xbf16>, %y: tensor<1x?xf32, #graph.dims<n>>, %z: tensor<?xf32, #graph.dims<m>>)
      -> (tensor<0x1x?xf32, #graph.dims<n>>, tensor<?x1x?xf32, #graph.dims<m, n>>) {
    %0 = graph.scan over (%a = %x : tensor<0x1xbf16>) -> tensor<0x1x?xf32, #graph.dims<n>> {
      graph.yield %y : tensor<1x?xf32, #graph.dims<n>>
    }
    %1 = graph.scan over (%a = %z : tensor<?xf32, #graph.dims<m>>) -> tensor<?x1x?xf32, #graph.dims<m, n>> {
      graph.yield %y : tensor<1x?xf32, #graph.dims<n>>
    }
    return %0, %1 : tensor<0x1x?xf32, #graph.dims<n>>, tensor<?x1x?xf32, #graph.dims<m, n>>
  }""",
    "a slice whose size the loop does not know is sorted": """
  func.func @main(%x: tensor<?xf32, #graph.dims<n>>, %y: tensor<?x?xf32, #graph.dims<n, n>>)
      -> tensor<?x?xf64, #graph.dims<n, n>> {
    %0 = graph.contract %x, %y, batch = [0] x [0], contracting = [] x []
      : tensor<?xf32, #graph.dims<n>>, tensor<?x?xf32, #graph.dims<n, n>> -> tensor<?x?xf64, #graph.dims<n, n>>
    %1 = graph.scan over (%a = %0 : tensor<?x?xf64, #graph.dims<n, n>>) -> tensor<?x?xf64, #graph.dims<n, n>> {
      %2 = graph.sort %a along 0 : tensor<?xf64, #graph.dims<n>> -> tensor<?xf64, #graph.dims<n>>
      graph.yield %2 : tensor<?xf64, #graph.dims<n>>
    }
    return %1 : tensor<?x?xf64, #graph.dims<n, n>>
  }""",
    "an argument that is not used is poison": """
  func.func private @f(%x: tensor<1xi64>) {
    return
  }
  func.func @main() {
    %0 = graph.constant dense<0> : tensor<1xi64>
    graph.call @f(%0) : (tensor<1xi64>) -> ()
    return
  }""",
    "a carried value that is not looked at": """
  func.func @main(%x: tensor<1xf32>) -> tensor<i32> {
    %0 = graph.constant dense<0> : tensor<i32>
    %1 = graph.constant dense<1> : tensor<i32>
    %2 = graph.scan (%a = %0 : tensor<i32>) over (%b = %x : tensor<1xf32>) {
      graph.yield %1 : tensor<i32>
    }
    return %2 : tensor<i32>
  }""",
    "a tensor without elements is padded": """
  func.func @main(%x: tensor<1x0x1xf32>, %y: tensor<0x1xf64>, %z: tensor<0x1x1xf32>, %k: tensor<1x1x1xf32>)
      -> (tensor<1x0x1xf32>, tensor<0x1xf64>, tensor<1x3x0xf32>) {
    %0 = graph.local_response_norm %x, 0 size 2 alpha 1.0 beta 1.0 bias 1.0 : tensor<1x0x1xf32>
    %1 = graph.pool <max> %y, [0, 1] window [1, 1] strides [2, 2] pad_high [0, 1] : tensor<0x1xf64> -> tensor<0x1xf64>
    %2 = graph.convolution %z, %k, <NCH x OHI -> CHN> pad_low [1] pad_high [1]
      : tensor<0x1x1xf32>, tensor<1x1x1xf32> -> tensor<1x3x0xf32>
    return %0, %1, %2 : tensor<1x0x1xf32>, tensor<0x1xf64>, tensor<1x3x0xf32>
  }""",
    "as much is taken away as is added": """
  func.func @main(%x: tensor<?xf32, #graph.dims<n>>) -> tensor<?xf32, #graph.dims<n>> {
    %0 = graph.pad <wrap> %x, low [-1] high [1] interior [0]
      : tensor<?xf32, #graph.dims<n>> -> tensor<?xf32, #graph.dims<n>>
    return %0 : tensor<?xf32, #graph.dims<n>>
  }""",
    "only one dimension is padded inside": """
  func.func @main(%x: tensor<1x0xf32>, %y: tensor<f32>) -> tensor<3x2xf32> {
    %0 = graph.pad <constant> %x, value %y, low [2, 0] high [0, 2] interior [2, 0]
      : tensor<1x0xf32>, tensor<f32> -> tensor<3x2xf32>
    return %0 : tensor<3x2xf32>
  }""",
    "queries without features": """
  func.func @main(%q: tensor<1x1x?xf64, #graph.dims<m>>, %k: tensor<1x?x?xf64, #graph.dims<n, m>>,
                  %v: tensor<1x?x2xf64, #graph.dims<n>>) -> tensor<1x1x2xf64> {
    %0 = graph.attention %q, %k, %v : tensor<1x1x?xf64, #graph.dims<m>>, tensor<1x?x?xf64, #graph.dims<n, m>>,
      tensor<1x?x2xf64, #graph.dims<n>> -> tensor<1x1x2xf64>
    return %0 : tensor<1x1x2xf64>
  }""",
    "elements are picked where there are none": """
  func.func @main(%x: tensor<1x0xf32>, %y: tensor<1x2xf32>) -> tensor<0xf32> {
    %0 = graph.slice %y, [0, 2] to [1, ?] step [1, 1] : tensor<1x2xf32> -> tensor<1x0xf32>
    %1 = graph.reverse %0, [1] : tensor<1x0xf32> -> tensor<1x0xf32>
    %2 = graph.contract %x, %1, batch = [1] x [1], contracting = [0] x [0]
      : tensor<1x0xf32>, tensor<1x0xf32> -> tensor<0xf32>
    return %2 : tensor<0xf32>
  }""",
    "a dimension of size 1 is taken from the front to the end": """
  func.func @main(%x: tensor<1x5x3xf64>) -> tensor<15x1xf64> {
    %0 = graph.reshape %x : tensor<1x5x3xf64> -> tensor<15x1xf64>
    return %0 : tensor<15x1xf64>
  }""",
    "a size that a region computes is computed with there": """
  func.func @main(%x: tensor<?xui8, #graph.dims<n>>) {
    %k = graph.constant dense<0.0> : tensor<3x2x1xf32>
    graph.scan over (%a = %x : tensor<?xui8, #graph.dims<n>>) {
      %c = graph.constant dense<[3, 3, 2]> : tensor<3xi64>
      %1 = graph.iota 0 sizes(%c : tensor<3xi64>) : tensor<3x?x2xf32>
      %2 = graph.transposed_convolution %1, %k, <CHN x OIH -> NCH> strides [3]
        : tensor<3x?x2xf32>, tensor<3x2x1xf32> -> tensor<2x2x?xf32>
    }
    return
  }""",
    "a loop in a loop is as long as that one says": """
  func.func @main(%x: tensor<?xi64, #graph.dims<n>>, %y: tensor<?xf32, #graph.dims<m>>, %z: tensor<i64>)
      -> (tensor<?xi64, #graph.dims<n>>, tensor<?xi64, #graph.dims<n>>) {
    %0:2 = graph.scan over (%a = %x : tensor<?xi64, #graph.dims<n>>)
        -> (tensor<?xi64, #graph.dims<n>>, tensor<?xi64, #graph.dims<n>>) {
      %places = graph.nonzero %y : tensor<?xf32, #graph.dims<m>> -> tensor<?x1xi64>
      %up = graph.scan (%sum = %z : tensor<i64>) over (%place = %places : tensor<?x1xi64>) {
        %p = graph.reshape %place : tensor<1xi64> -> tensor<i64>
        %twice = graph.add %sum, %sum : tensor<i64>
        %next = graph.add %twice, %p : tensor<i64>
        graph.yield %next : tensor<i64>
      }
      %down = graph.scan (%sum = %z : tensor<i64>) over (%place = %places : tensor<?x1xi64>) reverse {
        %p = graph.reshape %place : tensor<1xi64> -> tensor<i64>
        %twice = graph.add %sum, %sum : tensor<i64>
        %next = graph.add %twice, %p : tensor<i64>
        graph.yield %next : tensor<i64>
      }
      graph.yield %up, %down : tensor<i64>, tensor<i64>
    }
    return %0#0, %0#1 : tensor<?xi64, #graph.dims<n>>, tensor<?xi64, #graph.dims<n>>
  }""",
    "an argument that nothing uses names a size": """
  func.func private @f(%x: tensor<1x1x?xf32, #graph.dims<m>>) {
    return
  }
  func.func @main(%x: tensor<?xf16, #graph.dims<m>>) {
    %0 = graph.constant dense<0> : tensor<i64>
    %1 = graph.random_normal %0, stream = 0 : tensor<1x1x?xf32, #graph.dims<m>>
    graph.call @f(%1) : (tensor<1x1x?xf32, #graph.dims<m>>) -> ()
    return
  }""",
    "a kernel has casts between its ops": """
  func.func @main() -> tensor<?x?xf16> {
    %cst = graph.constant dense<[[1.0, 2.0]]> : tensor<1x2xf16>
    %at = graph.constant dense<0> : tensor<1xi32>
    %0 = graph.with_shape %cst : tensor<1x2xf16> -> tensor<?x?xf16>
    %1 = graph.scatter <mul> %0[%at], %0, window_dims = [0, 1], collapsed = [], batch = [] x [], index_map = [1],
      index_vector_dim = 0 : tensor<?x?xf16>, tensor<1xi32>, tensor<?x?xf16> -> tensor<?x?xf16>
    %2 = graph.instance_norm %1, 0 over [1] epsilon 1.0 : tensor<?x?xf16>
    return %2 : tensor<?x?xf16>
  }""",
    "what a kernel reads is longer than what it writes": """
  func.func @main(%x: tensor<1x?xf32, #graph.dims<n>>, %y: tensor<?x?x1xf32, #graph.dims<n, n>>)
      -> (tensor<1x?xf32, #graph.dims<n>>, tensor<?x?x1xf32, #graph.dims<n, n>>) {
    %cst = graph.constant dense<1.0> : tensor<1xf32>
    %0 = graph.local_response_norm %x, 1 size 2 alpha 1.0 beta 1.0 bias 1.0 : tensor<1x?xf32, #graph.dims<n>>
    %1 = graph.batch_norm %0, %cst, %cst, %cst, %cst, 0 epsilon 1.0
      : tensor<1x?xf32, #graph.dims<n>>, tensor<1xf32>
    %2 = graph.local_response_norm %y, 1 size 3 alpha 1.0 beta 1.0 bias 1.0 : tensor<?x?x1xf32, #graph.dims<n, n>>
    %3 = graph.log_softmax %2, [2, 1] : tensor<?x?x1xf32, #graph.dims<n, n>>
    return %1, %3 : tensor<1x?xf32, #graph.dims<n>>, tensor<?x?x1xf32, #graph.dims<n, n>>
  }""",
    "values are longer than queries": """
  func.func @main(%x: tensor<?x?xf32, #graph.dims<n, m>>, %q: tensor<?x1x1xf32, #graph.dims<n>>,
                  %k: tensor<?x?x1xf32, #graph.dims<n, n>>) -> tensor<?x1x?xf32, #graph.dims<n, m>> {
    %cst = graph.constant dense<1.0> : tensor<f32>
    %0 = graph.broadcast %cst, [] : tensor<f32> -> tensor<?x?x?xf32, #graph.dims<n, n, m>>
    %1 = graph.attention %q, %k, %0 : tensor<?x1x1xf32, #graph.dims<n>>, tensor<?x?x1xf32, #graph.dims<n, n>>,
      tensor<?x?x?xf32, #graph.dims<n, n, m>> -> tensor<?x1x?xf32, #graph.dims<n, m>>
    return %1 : tensor<?x1x?xf32, #graph.dims<n, m>>
  }""",
    "slices without elements have sizes that only the loop knows": """
  func.func @main(%x: tensor<1x1xf16>) -> tensor<1x1x?x0xui8> {
    %k = graph.constant dense<0> : tensor<1x1x1xui8>
    %none = graph.constant dense<> : tensor<1x0x1xui8>
    %0 = graph.with_shape %none : tensor<1x0x1xui8> -> tensor<?x0x1xui8>
    %1 = graph.scan over (%a = %x : tensor<1x1xf16>) -> tensor<1x1x?x0xui8> {
      %2 = graph.transposed_convolution %0, %k, <HNC x OHI -> CHN>
        : tensor<?x0x1xui8>, tensor<1x1x1xui8> -> tensor<1x?x0xui8>
      graph.yield %2 : tensor<1x?x0xui8>
    }
    return %1 : tensor<1x1x?x0xui8>
  }""",
    "the first element is not reached, where there is none": """
  func.func @main(%x: tensor<?x?x1x?xi32, #graph.dims<m, n, n>>) -> tensor<1x?x?x?xi32, #graph.dims<n + 2, m, n>> {
    %k = graph.constant dense<1> : tensor<1x3x1x1xi32>
    %0 = graph.transposed_convolution %x, %k, <HWCN x IWHO -> CWHN> pad_low [1, 0] output_padding [1, 0]
      : tensor<?x?x1x?xi32, #graph.dims<m, n, n>>, tensor<1x3x1x1xi32>
      -> tensor<1x?x?x?xi32, #graph.dims<n + 2, m, n>>
    return %0 : tensor<1x?x?x?xi32, #graph.dims<n + 2, m, n>>
  }""",
}
SIZES = ({"n": 2, "m": 3}, {"n": 0, "m": 1}, {"n": 1, "m": 0})
PLAIN = [name for name in ROAD if name not in CLEAN_UPS]
CLEANED = [each for name in PLAIN for each in ("canonicalize", "remove-dead-values", name)]


@pytest.mark.parametrize("passes", [PLAIN, CLEANED], ids=["plain", "cleaned"])
@pytest.mark.parametrize("text", FOUND.values(), ids=FOUND.keys())
def test_what_went_wrong_once(text: str, passes: list[str]) -> None:
    failures = [check_levels(Trial(module_of(text), [Inputs(sizes, [])]), passes) for sizes in SIZES]
    assert failures == [None] * len(SIZES)
