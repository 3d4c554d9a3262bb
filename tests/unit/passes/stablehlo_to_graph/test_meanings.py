"""Ops of StableHLO give what its specification says, through graph ops and the interpreter."""

from __future__ import annotations

import pytest

from support.stablehlo_cases import interpreted, outcomes

CASES = {
    "argmax by a function of two pairs": """
      %x = stablehlo.constant dense<[[3.0, 7.0, 7.0], [2.0, 1.0, 0.0]]> : tensor<2x3xf32>
      %i = stablehlo.iota dim = 1 : tensor<2x3xi32>
      %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %r:2 = stablehlo.reduce(%x init: %low), (%i init: %zero) across dimensions = [1]
        : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
       reducer(%a: tensor<f32>, %b: tensor<f32>) (%ai: tensor<i32>, %bi: tensor<i32>) {
        %first = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %v = stablehlo.select %first, %a, %b : tensor<i1>, tensor<f32>
        %w = stablehlo.select %first, %ai, %bi : tensor<i1>, tensor<i32>
        stablehlo.return %v, %w : tensor<f32>, tensor<i32>
      }
      check.expect_eq_const %r#0, dense<[7.0, 2.0]> : tensor<2xf32>
      check.expect_eq_const %r#1, dense<[1, 0]> : tensor<2xi32>
    """,
    "neighbors of numbers in the direction of one": """
      %x = stablehlo.constant dense<[0.0, 1.0, -3.5, 2.0]> : tensor<4xf32>
      %y = stablehlo.constant dense<2.0> : tensor<f32>
      %r = chlo.broadcast_next_after %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
      %bits = stablehlo.bitcast_convert %r : (tensor<4xf32>) -> tensor<4xi32>
      check.expect_eq_const %bits, dense<[1, 0x3F800001, 0xC05FFFFF, 0x40000000]> : tensor<4xi32>
    """,
    "windows with a function that is not a pooling": """
      %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %r = "stablehlo.reduce_window"(%x, %one) <{window_dimensions = array<i64: 3>,
        padding = dense<[[1, 1]]> : tensor<1x2xi64>}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %p = stablehlo.multiply %a, %b : tensor<i32>
        stablehlo.return %p : tensor<i32>
      }) : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
      check.expect_eq_const %r, dense<[2, 6, 24, 12]> : tensor<4xi32>
    """,
    "sums up to each element as windows": """
      %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %r = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 4>,
        padding = dense<[[3, 0]]> : tensor<1x2xi64>}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %p = stablehlo.add %a, %b : tensor<i32>
        stablehlo.return %p : tensor<i32>
      }) : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
      check.expect_eq_const %r, dense<[1, 3, 6, 10]> : tensor<4xi32>
    """,
    "the gradient of a largest element under windows that overlap": """
      %x = stablehlo.constant dense<[1.0, 5.0, 2.0, 5.0]> : tensor<4xf32>
      %s = stablehlo.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %r = "stablehlo.select_and_scatter"(%x, %s, %zero) <{window_dimensions = array<i64: 2>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }, {
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %c : tensor<f32>
      }) : (tensor<4xf32>, tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
      check.expect_eq_const %r, dense<[0.0, 30.0, 0.0, 30.0]> : tensor<4xf32>
    """,
    "an order that no single comparison has": """
      %x = stablehlo.constant dense<[3, -5, 4, -1, 5]> : tensor<5xi32>
      %i = stablehlo.iota dim = 0 : tensor<5xi32>
      %r:2 = "stablehlo.sort"(%x, %i) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
        %p = stablehlo.abs %a : tensor<i32>
        %q = stablehlo.abs %b : tensor<i32>
        %l = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %l : tensor<i1>
      }) : (tensor<5xi32>, tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>)
      check.expect_eq_const %r#0, dense<[-1, 3, 4, -5, 5]> : tensor<5xi32>
      check.expect_eq_const %r#1, dense<[3, 0, 2, 1, 4]> : tensor<5xi32>
    """,
    "quotients by zero": """
      %x = stablehlo.constant dense<[7, -128, 7]> : tensor<3xi8>
      %y = stablehlo.constant dense<[0, -1, -2]> : tensor<3xi8>
      %q = stablehlo.divide %x, %y : tensor<3xi8>
      %r = stablehlo.remainder %x, %y : tensor<3xi8>
      check.expect_eq_const %q, dense<[-1, -128, -3]> : tensor<3xi8>
      check.expect_eq_const %r, dense<[7, 0, 1]> : tensor<3xi8>
    """,
    "quotients of complex numbers": """
      %x = stablehlo.constant dense<[(1.0, 2.0), (4.0, 0.0)]> : tensor<2xcomplex<f32>>
      %y = stablehlo.constant dense<[(3.0, -4.0), (0.0, 2.0)]> : tensor<2xcomplex<f32>>
      %q = stablehlo.divide %x, %y : tensor<2xcomplex<f32>>
      check.expect_almost_eq_const %q, dense<[(-0.2, 0.4), (0.0, -2.0)]> : tensor<2xcomplex<f32>>
    """,
    "the transform and back": """
      %x = stablehlo.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
      %f = stablehlo.fft %x, type = RFFT, length = [3] : (tensor<3xf32>) -> tensor<2xcomplex<f32>>
      %r = stablehlo.fft %f, type = IRFFT, length = [3] : (tensor<2xcomplex<f32>>) -> tensor<3xf32>
      check.expect_almost_eq_const %r, dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
      check.expect_almost_eq_const %f, dense<[(7.0, 0.0), (-2.0, 1.7320508)]> : tensor<2xcomplex<f32>>
    """,
    "factors of Cholesky": """
      %a = stablehlo.constant dense<[[4.0, 9.0, 9.0], [2.0, 10.0, 9.0], [6.0, 9.0, 26.0]]> : tensor<3x3xf32>
      %l = stablehlo.cholesky %a, lower = true : tensor<3x3xf32>
      check.expect_almost_eq_const %l, dense<[[2.0, 0.0, 0.0], [1.0, 3.0, 0.0], [3.0, 2.0, 3.6055512]]>
        : tensor<3x3xf32>
    """,
    "factors of Cholesky of complex numbers": """
      %a = stablehlo.constant dense<[[(4.0, 9.0), (9.0, 9.0)], [(2.0, 4.0), (30.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
      %l = stablehlo.cholesky %a, lower = true : tensor<2x2xcomplex<f32>>
      check.expect_almost_eq_const %l, dense<[[(2.0, 0.0), (0.0, 0.0)], [(1.0, 2.0), (5.0, 0.0)]]>
        : tensor<2x2xcomplex<f32>>
    """,
    "a case out of range": """
      %i = stablehlo.constant dense<-3> : tensor<i32>
      %x = stablehlo.constant dense<1.0> : tensor<f32>
      %r = "stablehlo.case"(%i) ({
        stablehlo.return %x : tensor<f32>
      }, {
        %y = stablehlo.add %x, %x : tensor<f32>
        stablehlo.return %y : tensor<f32>
      }) : (tensor<i32>) -> tensor<f32>
      check.expect_eq_const %r, dense<2.0> : tensor<f32>
    """,
    "a loop that carries two values": """
      %n = stablehlo.constant dense<5> : tensor<i32>
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %r:2 = stablehlo.while(%i = %zero, %s = %zero) : tensor<i32>, tensor<i32>
      cond {
        %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %t = stablehlo.add %s, %i : tensor<i32>
        %j = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %j, %t : tensor<i32>, tensor<i32>
      }
      check.expect_eq_const %r#1, dense<10> : tensor<i32>
    """,
    "groups of a batch": """
      %x = stablehlo.constant dense<[[[1.0, 2.0]], [[3.0, 4.0]]]> : tensor<2x1x2xf32>
      %w = stablehlo.constant dense<[[[1.0, 1.0]], [[2.0, 0.0]]]> : tensor<2x1x2xf32>
      %r = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {}
        {batch_group_count = 2 : i64, feature_group_count = 1 : i64}
        : (tensor<2x1x2xf32>, tensor<2x1x2xf32>) -> tensor<1x2x1xf32>
      check.expect_eq_const %r, dense<[[[3.0], [6.0]]]> : tensor<1x2x1xf32>
    """,
    "complex numbers in order, and their angle": """
      %x = stablehlo.constant dense<[(1.5, 2.5), (-0.0, 2.5), (2.0, 9.0)]> : tensor<3xcomplex<f32>>
      %y = stablehlo.constant dense<[(1.5, 7.5), (0.0, 1.5), (3.0, -9.0)]> : tensor<3xcomplex<f32>>
      %larger = stablehlo.maximum %x, %y : tensor<3xcomplex<f32>>
      %smaller = stablehlo.minimum %x, %y : tensor<3xcomplex<f32>>
      %angle = stablehlo.atan2 %x, %y : tensor<3xcomplex<f32>>
      %tangent = stablehlo.tan %angle : tensor<3xcomplex<f32>>
      %ratio = stablehlo.divide %x, %y : tensor<3xcomplex<f32>>
      check.expect_eq_const %larger, dense<[(1.5, 7.5), (-0.0, 2.5), (3.0, -9.0)]> : tensor<3xcomplex<f32>>
      check.expect_eq_const %smaller, dense<[(1.5, 2.5), (0.0, 1.5), (2.0, 9.0)]> : tensor<3xcomplex<f32>>
      check.expect_almost_eq %tangent, %ratio : tensor<3xcomplex<f32>>
    """,
    "truth values as bits": """
      %x = stablehlo.constant dense<[[true, false, true, false, false, false, false, true]]> : tensor<1x8xi1>
      %i = stablehlo.bitcast_convert %x : (tensor<1x8xi1>) -> tensor<1xi8>
      %b = stablehlo.bitcast_convert %i : (tensor<1xi8>) -> tensor<1x8xi1>
      check.expect_eq_const %i, dense<[-123]> : tensor<1xi8>
      check.expect_eq %b, %x : tensor<1x8xi1>
    """,
    "numbers without digits": """
      %x = stablehlo.constant dense<[0x7FC00001, 0xFFC00001, 0x3FB00000]> : tensor<3xf32>
      %y = stablehlo.reduce_precision %x, format = e5m0 : tensor<3xf32>
      check.expect_eq_const %y, dense<[0x7F800000, 0xFF800000, 1.0]> : tensor<3xf32>
    """,
    "scales along an axis, and integers between limits": """
      %x = stablehlo.constant dense<[[0.24, 10.0], [-0.26, -1.1]]> : tensor<2x2xf32>
      %q = stablehlo.uniform_quantize %x : (tensor<2x2xf32>)
        -> tensor<2x2x!quant.uniform<i8<-5:100>:f32:1, {0.5:3, 0.0625}>>
      %i = stablehlo.bitcast_convert %q : (tensor<2x2x!quant.uniform<i8<-5:100>:f32:1, {0.5:3, 0.0625}>>)
        -> tensor<2x2xi8>
      %y = stablehlo.uniform_dequantize %q : (tensor<2x2x!quant.uniform<i8<-5:100>:f32:1, {0.5:3, 0.0625}>>)
        -> tensor<2x2xf32>
      check.expect_eq_const %i, dense<[[3, 100], [2, -5]]> : tensor<2x2xi8>
      check.expect_eq_const %y, dense<[[0.0, 6.25], [-0.5, -0.3125]]> : tensor<2x2xf32>
    """,
    "a product of unsigned integers with a bias of 32 bits": """
      %x = stablehlo.constant dense<[[130, 126]]> : tensor<1x2xui8>
      %w = stablehlo.constant dense<[[2, 4], [6, -8]]> : tensor<2x2xi8>
      %b = stablehlo.constant dense<[[100000, -100000]]> : tensor<1x2xi32>
      %qx = stablehlo.bitcast_convert %x : (tensor<1x2xui8>) -> tensor<1x2x!quant.uniform<u8:f32, 0.5:128>>
      %qw = stablehlo.bitcast_convert %w : (tensor<2x2xi8>) -> tensor<2x2x!quant.uniform<i8:f32, 0.25>>
      %qb = stablehlo.bitcast_convert %b : (tensor<1x2xi32>) -> tensor<1x2x!quant.uniform<i32:f32, 0.125>>
      %p = stablehlo.dot_general %qx, %qw, contracting_dims = [1] x [0]
        : (tensor<1x2x!quant.uniform<u8:f32, 0.5:128>>, tensor<2x2x!quant.uniform<i8:f32, 0.25>>)
        -> tensor<1x2x!quant.uniform<i32:f32, 0.125>>
      %s = "stablehlo.add"(%p, %qb)
        : (tensor<1x2x!quant.uniform<i32:f32, 0.125>>, tensor<1x2x!quant.uniform<i32:f32, 0.125>>)
        -> tensor<1x2x!quant.uniform<i32:f32, 0.125>>
      %i = stablehlo.bitcast_convert %s : (tensor<1x2x!quant.uniform<i32:f32, 0.125>>) -> tensor<1x2xi32>
      check.expect_eq_const %i, dense<[[99992, -99976]]> : tensor<1x2xi32>
    """,
    "products of truth values are true where any of them is": """
      %a = stablehlo.constant dense<[[true, true, true], [true, false, false]]> : tensor<2x3xi1>
      %b = stablehlo.constant dense<[[true, false], [true, true], [false, true]]> : tensor<3x2xi1>
      %any = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
        : (tensor<2x3xi1>, tensor<3x2xi1>) -> tensor<2x2xi1>
      check.expect_eq_const %any, dense<[[true, true], [true, false]]> : tensor<2x2xi1>
      %count = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
        : (tensor<2x3xi1>, tensor<3x2xi1>) -> tensor<2x2xi32>
      check.expect_eq_const %count, dense<[[2, 2], [1, 0]]> : tensor<2x2xi32>
    """,
    "windows that a function changes, those out of range left alone, repeated ones again": """
      %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
      %i = stablehlo.constant dense<[[0], [2], [2], [3]]> : tensor<4x1xi32>
      %u = stablehlo.constant dense<10> : tensor<4x2xi32>
      %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<
        update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
        index_vector_dim = 1>}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %s = stablehlo.subtract %b, %a : tensor<i32>
        stablehlo.return %s : tensor<i32>
      }) : (tensor<3x2xi32>, tensor<4x1xi32>, tensor<4x2xi32>) -> tensor<3x2xi32>
      check.expect_eq_const %r, dense<[[9, 8], [3, 4], [5, 6]]> : tensor<3x2xi32>
    """,
    "windows of two tensors that one function changes, in batches": """
      %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
      %y = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
      %i = stablehlo.constant dense<[[0, 2], [1, 1]]> : tensor<2x2xi64>
      %u = stablehlo.constant dense<[[2, 3], [4, 5]]> : tensor<2x2xi32>
      %v = stablehlo.constant dense<0.5> : tensor<2x2xf32>
      %r:2 = "stablehlo.scatter"(%x, %y, %i, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<
        input_batching_dims = [0], scatter_indices_batching_dims = [0], inserted_window_dims = [1],
        scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<f32>):
        %p = stablehlo.multiply %a, %c : tensor<i32>
        %q = stablehlo.divide %b, %d : tensor<f32>
        stablehlo.return %p, %q : tensor<i32>, tensor<f32>
      }) : (tensor<2x3xi32>, tensor<2x3xf32>, tensor<2x2xi64>, tensor<2x2xi32>, tensor<2x2xf32>)
        -> (tensor<2x3xi32>, tensor<2x3xf32>)
      check.expect_eq_const %r#0, dense<[[2, 2, 9], [4, 100, 6]]> : tensor<2x3xi32>
      check.expect_eq_const %r#1, dense<[[2.0, 2.0, 6.0], [4.0, 20.0, 6.0]]> : tensor<2x3xf32>
    """,
    "complex numbers multiplied at positions that differ": """
      %x = stablehlo.constant dense<[(1.0, 2.0), (3.0, 0.0), (0.0, 1.0)]> : tensor<3xcomplex<f32>>
      %i = stablehlo.constant dense<[0, 2]> : tensor<2xi32>
      %u = stablehlo.constant dense<(0.0, 1.0)> : tensor<2xcomplex<f32>>
      %r = "stablehlo.scatter"(%x, %i, %u) <{unique_indices = true, scatter_dimension_numbers = #stablehlo.scatter<
        inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
      ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
        %p = stablehlo.multiply %a, %b : tensor<complex<f32>>
        stablehlo.return %p : tensor<complex<f32>>
      }) : (tensor<3xcomplex<f32>>, tensor<2xi32>, tensor<2xcomplex<f32>>) -> tensor<3xcomplex<f32>>
      check.expect_eq_const %r, dense<[(-2.0, 1.0), (3.0, 0.0), (-1.0, 0.0)]> : tensor<3xcomplex<f32>>
    """,
    "what processes exchange where there is one": """
      %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
      %sum = "stablehlo.all_reduce"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) : (tensor<2xf32>) -> tensor<2xf32>
      check.expect_eq_const %sum, dense<[1.0, 2.0]> : tensor<2xf32>
      %all = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<0x0xi64>}>
        : (tensor<2xf32>) -> tensor<2xf32>
      check.expect_eq_const %all, dense<[1.0, 2.0]> : tensor<2xf32>
      %own = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<0> : tensor<1x2xi64>}>
        : (tensor<2xf32>) -> tensor<2xf32>
      check.expect_eq_const %own, dense<[1.0, 2.0]> : tensor<2xf32>
      %none = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<> : tensor<0x2xi64>}>
        : (tensor<2xf32>) -> tensor<2xf32>
      check.expect_eq_const %none, dense<0.0> : tensor<2xf32>
      %number = stablehlo.replica_id : tensor<ui32>
      check.expect_eq_const %number, dense<0> : tensor<ui32>
    """,
    "running sums and their end, backwards along the last dimension": """
      %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
      %zero = stablehlo.constant dense<0> : tensor<2xi32>
      %all, %last = chlo.scan(%x) inits(%zero) dimension=1 attributes {is_reverse = true} {
      ^bb0(%a: tensor<2xi32>, %sum: tensor<2xi32>):
        %s = stablehlo.add %sum, %a : tensor<2xi32>
        stablehlo.return %s, %s : tensor<2xi32>, tensor<2xi32>
      } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
      check.expect_eq_const %all, dense<[[6, 5, 3], [15, 11, 6]]> : tensor<2x3xi32>
      check.expect_eq_const %last, dense<[6, 15]> : tensor<2xi32>
    """,
    "powers of two, by a loop without inputs": """
      %one = stablehlo.constant dense<1> : tensor<i32>
      %all, %last = chlo.scan() inits(%one) dimension=0 attributes {scan_dim_size = 4 : i64} {
      ^bb0(%a: tensor<i32>):
        %s = stablehlo.add %a, %a : tensor<i32>
        stablehlo.return %a, %s : tensor<i32>, tensor<i32>
      } : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
      check.expect_eq_const %all, dense<[1, 2, 4, 8]> : tensor<4xi32>
      check.expect_eq_const %last, dense<16> : tensor<i32>
    """,
    "sums of powers, derivatives of digamma, and a Bessel function": """
      %s = stablehlo.constant dense<[2.0, 3.5, 1.5, 30.0, 1.0, 2.0, 3.0, 2.5]> : tensor<8xf64>
      %q = stablehlo.constant dense<[1.0, 0.25, 10.0, 0.5, 2.0, -1.0, -1.0, -1.5]> : tensor<8xf64>
      %zeta = chlo.zeta %s, %q : tensor<8xf64>, tensor<8xf64> -> tensor<8xf64>
      check.expect_almost_eq_const %zeta, dense<[1.6449340668482264, 128.54695896428436, 0.64866163194157045,
        1073741824.0000052, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]>
        : tensor<8xf64>
      %n = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 0.5]> : tensor<5xf64>
      %x = stablehlo.constant dense<[1.5, 1.0, 0.5, 20.0, 1.0]> : tensor<5xf64>
      %derivatives = chlo.polygamma %n, %x : tensor<5xf64>, tensor<5xf64> -> tensor<5xf64>
      check.expect_almost_eq_const %derivatives, dense<[0.036489973978576521, 1.6449340668482264, -16.82879664423432,
        0.0002693742213396389, 0x7FF8000000000000]> : tensor<5xf64>
      %two = stablehlo.constant dense<2.0> : tensor<f64>
      %spread = chlo.broadcast_zeta %two, %x : (tensor<f64>, tensor<5xf64>) -> tensor<5xf64>
      %y = stablehlo.constant dense<[0.0, 1.0, -3.0, 20.0]> : tensor<4xf64>
      %bessel = chlo.bessel_i1e %y : tensor<4xf64> -> tensor<4xf64>
      check.expect_almost_eq_const %bessel, dense<[0.0, 0.20791041534970847, -0.19682671329730086,
        0.087506222183288657]> : tensor<4xf64>
    """,
    "inverse functions of complex numbers, on both sides of the cuts": """
      %z = stablehlo.constant dense<[(2.0, 0.5), (-0.25, -1.5)]> : tensor<2xcomplex<f64>>
      %acos = chlo.acos %z : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
      check.expect_almost_eq_const %acos, dense<[(0.2777542566, -1.361800901), (1.708991498, 1.202745552)]>
        : tensor<2xcomplex<f64>>, tolerance = 1.0e-8
      %acosh = chlo.acosh %z : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
      check.expect_almost_eq_const %acosh, dense<[(1.361800901, 0.2777542566), (1.202745552, -1.708991498)]>
        : tensor<2xcomplex<f64>>, tolerance = 1.0e-8
      %asin = chlo.asin %z : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
      check.expect_almost_eq_const %asin, dense<[(1.29304207, 1.361800901), (-0.1381951711, -1.202745552)]>
        : tensor<2xcomplex<f64>>, tolerance = 1.0e-8
      %asinh = chlo.asinh %z : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
      check.expect_almost_eq_const %asinh, dense<[(1.465715352, 0.2210186356), (-0.993730466, -1.354625611)]>
        : tensor<2xcomplex<f64>>, tolerance = 1.0e-8
      %atan = chlo.atan %z : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
      check.expect_almost_eq_const %atan, dense<[(1.126556441, 0.0964156202), (-1.388806849, -0.7514206511)]>
        : tensor<2xcomplex<f64>>, tolerance = 1.0e-8
      %atanh = chlo.atanh %z : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
      check.expect_almost_eq_const %atanh, dense<[(0.5003700001, 1.421546861), (-0.0760528436, -0.9916033842)]>
        : tensor<2xcomplex<f64>>, tolerance = 1.0e-8
      %cosh = chlo.cosh %z : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
      check.expect_almost_eq_const %cosh, dense<[(3.301637333, 1.738809504), (0.07295927645, 0.2519795196)]>
        : tensor<2xcomplex<f64>>, tolerance = 1.0e-8
      %sinh = chlo.sinh %z : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
      check.expect_almost_eq_const %sinh, dense<[(3.182869448, 1.803692696), (-0.0178690884, -1.028829396)]>
        : tensor<2xcomplex<f64>>, tolerance = 1.0e-8
    """,
    "products by groups of rows, of columns and of a batch": """
      %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
      %w = stablehlo.constant dense<[[[1.0], [0.0]], [[0.0], [10.0]]]> : tensor<2x2x1xf32>
      %sizes = stablehlo.constant dense<[1, 1]> : tensor<2xi64>
      %rows = "chlo.ragged_dot"(%x, %w, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<
        lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0],
        rhs_group_dimensions = [0]>}> : (tensor<3x2xf32>, tensor<2x2x1xf32>, tensor<2xi64>) -> tensor<3x1xf32>
      check.expect_eq_const %rows, dense<[[1.0], [40.0], [0.0]]> : tensor<3x1xf32>
      %y = stablehlo.constant dense<[[1.0], [10.0]]> : tensor<2x1xf32>
      %columns = "chlo.ragged_dot"(%x, %y, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<
        lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>}>
        : (tensor<3x2xf32>, tensor<2x1xf32>, tensor<2xi64>) -> tensor<2x3x1xf32>
      check.expect_eq_const %columns, dense<[[[1.0], [3.0], [5.0]], [[20.0], [40.0], [60.0]]]> : tensor<2x3x1xf32>
      %z = stablehlo.constant dense<[[1.0, 1.0], [1.0, 10.0], [1.0, 1.0]]> : tensor<3x2xf32>
      %batch = "chlo.ragged_dot"(%x, %z, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<
        lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1],
        rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}>
        : (tensor<3x2xf32>, tensor<3x2xf32>, tensor<2xi64>) -> tensor<3xf32>
      check.expect_eq_const %batch, dense<[3.0, 43.0, 11.0]> : tensor<3xf32>
    """,
}


@pytest.mark.parametrize("name", CASES)
def test_values_are_as_specified(name: str) -> None:
    text = f"func.func @main() {{\n{CASES[name]}\n return\n}}"
    [outcome] = outcomes(name, text, interpreted)
    assert (outcome.problem, outcome.excluded) == ("", "")
