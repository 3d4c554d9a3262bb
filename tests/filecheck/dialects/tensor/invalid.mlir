// RUN: dlc-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @f(%t: tensor<1xf32>) {
  // expected-error @+1 {{'tensor.cast' op operand type 'tensor<1xf32>' and result type 'tensor<2xf32>' are cast incompatible [cast_c1]}}
  %0 = tensor.cast %t : tensor<1xf32> to tensor<2xf32>
  return
}

// -----

func.func @f(%t: tensor<1xf32>) {
  // expected-error @+1 {{'tensor.cast' op operand type 'tensor<1xf32>' and result type 'tensor<1x1xf32>' are cast incompatible [cast_c1]}}
  %0 = tensor.cast %t : tensor<1xf32> to tensor<1x1xf32>
  return
}

// -----

func.func @f(%t: tensor<1xf32>) {
  // expected-error @+1 {{'tensor.cast' op operand type 'tensor<1xf32>' and result type 'tensor<1xf16>' are cast incompatible [cast_c1]}}
  %0 = tensor.cast %t : tensor<1xf32> to tensor<1xf16>
  return
}

// -----

func.func @f(%t: tensor<?xf32>) {
  // expected-error @+1 {{'tensor.bitcast' op operand type 'tensor<?xf32>' and result type 'tensor<4xi64>' are cast incompatible [bitcast_c1]}}
  %0 = tensor.bitcast %t : tensor<?xf32> to tensor<4xi64>
  return
}

// -----

func.func @f(%t: tensor<3xf32>) {
  // expected-error @+1 {{'tensor.bitcast' op operand type 'tensor<3xf32>' and result type 'tensor<4xi32>' are cast incompatible [bitcast_c1]}}
  %0 = tensor.bitcast %t : tensor<3xf32> to tensor<4xi32>
  return
}

// -----

func.func @f(%t: tensor<?xindex>) {
  // expected-error @+1 {{'tensor.bitcast' op operand #0 must be tensor of signless integer or unsigned integer or signed integer or floating-point values, but got 'tensor<?xindex>'}}
  %0 = tensor.bitcast %t : tensor<?xindex> to tensor<?xi64>
  return
}

// -----

func.func @f(%t: tensor<f32>, %i: index) {
  // expected-error @+1 {{'tensor.dim' op operand #0 must be non-0-ranked or unranked tensor, but got 'tensor<f32>'}}
  %0 = tensor.dim %t, %i : tensor<f32>
  return
}

// -----

func.func @f(%t: f32) {
  // expected-error @+1 {{'tensor.rank' op operand #0 must be tensor of any type values, but got 'f32'}}
  %0 = "tensor.rank"(%t) : (f32) -> index
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'tensor.empty' op incorrect number of dynamic sizes, has 0, expected 1 [empty_c1]}}
  %0 = tensor.empty() : tensor<?xf32>
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'tensor.empty' op incorrect number of dynamic sizes, has 1, expected 0 [empty_c1]}}
  %0 = tensor.empty(%n) : tensor<4xf32>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'tensor.splat' op incorrect number of dynamic sizes, has 0, expected 1 [splat_c1]}}
  %0 = tensor.splat %x : tensor<?xf32>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'tensor.splat' op operand #0 'input' must have type 'f16', as follows from 'aggregate', but got 'f32'}}
  %0 = "tensor.splat"(%x) : (f32) -> tensor<4xf16>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'tensor.from_elements' op number of operands and types do not match: got 1 operands and 2 types [from_elements_c1]}}
  %0 = "tensor.from_elements"(%x) : (f32) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'tensor.from_elements' op operand #0 'elements' must have type 'f16', as follows from 'result', but got 'f32'}}
  %0 = "tensor.from_elements"(%x) : (f32) -> tensor<1xf16>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'tensor.from_elements' op result #0 must be statically shaped tensor of any type values, but got 'tensor<?xf32>'}}
  %0 = "tensor.from_elements"(%x) : (f32) -> tensor<?xf32>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'tensor.generate' op incorrect number of dynamic sizes, has 0, expected 1 [generate_c1]}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<?xf32>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'tensor.generate' op must have one body argument per input dimension, 2, but got 1 [generate_c2]}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<4x4xf32>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'tensor.generate' op all body arguments must be index, but got 'i32' [generate_c2]}}
  %0 = tensor.generate {
  ^bb0(%i: i32):
    tensor.yield %x : f32
  } : tensor<4xf32>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'tensor.generate' op body must be terminated with a `yield` operation of the tensor element type, 'f16', but got 'f32' [generate_c3]}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<4xf16>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'tensor.generate' op body must be terminated with a `yield` operation of the tensor element type, 'f32', but got 'test.end' [generate_c3]}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    "test.end"() : () -> ()
  } : tensor<4xf32>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'tensor.yield' op expects parent op to be one of 'tensor.generate, tensor.pad}}
  "test.region"() ({ tensor.yield %x : f32 }) : () -> ()
  return
}

// -----

func.func @f(%t: tensor<1xf32>) {
  // expected-error @+1 {{'tensor.extract' op incorrect number of indices for extract_element, expected 1 but got 0 [extract_c1]}}
  %0 = tensor.extract %t[] : tensor<1xf32>
  return
}

// -----

func.func @f(%t: tensor<*xf32>) {
  // expected-error @+1 {{'tensor.extract' op operand #0 must be ranked tensor of any type values, but got 'tensor<*xf32>'}}
  %0 = "tensor.extract"(%t) : (tensor<*xf32>) -> f32
  return
}

// -----

func.func @f(%t: tensor<1xf32>, %x: f32) {
  // expected-error @+1 {{'tensor.insert' op incorrect number of indices, expected 1 but got 0 [insert_c1]}}
  %0 = tensor.insert %x into %t[] : tensor<1xf32>
  return
}

// -----

func.func @f(%t: tensor<1xf32>, %x: f16) {
  // expected-error @+1 {{'tensor.insert' op operand #0 'scalar' must have type 'f32', as follows from 'dest', but got 'f16'}}
  %0 = "tensor.insert"(%x, %t) : (f16, tensor<1xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // expected-error @+1 {{'tensor.extract_slice' op expected 2 offset values, got 1 [extract_slice_c1]}}
  %0 = tensor.extract_slice %t[0] [2] [1] : tensor<4x?xf32> to tensor<2xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // expected-error @+1 {{'tensor.extract_slice' op expected mixed offsets rank to match mixed sizes rank (2 vs 1) so the rank of the result type is well-formed [extract_slice_c1]}}
  %0 = tensor.extract_slice %t[0, 0] [2] [1] : tensor<4x?xf32> to tensor<2xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %n: index) {
  // expected-error @+1 {{'tensor.extract_slice' op expected sizes to be non-negative, but got -1 [extract_slice_c1]}}
  %0 = tensor.extract_slice %t[0, 0] [-1, %n] [1, 1] : tensor<4x?xf32> to tensor<?x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // expected-error @+1 {{'tensor.extract_slice' op expected type to be 'tensor<2x2xf32>' or a rank-reduced version. (size mismatch), but got 'tensor<2x3xf32>' [extract_slice_c2]}}
  %0 = tensor.extract_slice %t[0, 0] [2, 2] [1, 1] : tensor<4x?xf32> to tensor<2x3xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // expected-error @+1 {{'tensor.extract_slice' op expected rank to be smaller or equal to the other rank, but got 'tensor<2x2x1xf32>' [extract_slice_c2]}}
  %0 = tensor.extract_slice %t[0, 0] [2, 2] [1, 1] : tensor<4x?xf32> to tensor<2x2x1xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // expected-error @+1 {{'tensor.extract_slice' op expected element type to be 'f32', but got 'tensor<2x2xf16>' [extract_slice_c2]}}
  %0 = tensor.extract_slice %t[0, 0] [2, 2] [1, 1] : tensor<4x?xf32> to tensor<2x2xf16>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // expected-error @+1 {{'tensor.extract_slice' op offset 0 is out-of-bounds: 5 >= 4 [extract_slice_c3]}}
  %0 = tensor.extract_slice %t[5, 0] [2, 2] [1, 1] : tensor<4x?xf32> to tensor<2x2xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // expected-error @+1 {{'tensor.extract_slice' op slice along dimension 0 runs out-of-bounds: 4 >= 4 [extract_slice_c3]}}
  %0 = tensor.extract_slice %t[3, 0] [2, 2] [1, 1] : tensor<4x?xf32> to tensor<2x2xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %s: tensor<2xf32>) {
  // expected-error @+1 {{'tensor.insert_slice' op expected 2 offset values, got 1 [insert_slice_c1]}}
  %0 = tensor.insert_slice %s into %t[0] [2] [1] : tensor<2xf32> into tensor<4x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %s: tensor<2x3xf32>) {
  // expected-error @+1 {{'tensor.insert_slice' op expected type to be 'tensor<2x2xf32>' or a rank-reduced version. (size mismatch), but got 'tensor<2x3xf32>' [insert_slice_c2]}}
  %0 = tensor.insert_slice %s into %t[0, 0] [2, 2] [1, 1] : tensor<2x3xf32> into tensor<4x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %s: tensor<2x3xf32>) {
  // expected-error @+1 {{'tensor.insert_slice' op slice along dimension 0 runs out-of-bounds: 4 >= 4 [insert_slice_c3]}}
  %0 = tensor.insert_slice %s into %t[3, 0] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<4x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %x: f32) {
  // expected-error @+1 {{'tensor.pad' op expected 2 low paddings with 0 dynamic, but got 1 with 0 [pad_c1]}}
  %0 = tensor.pad %t low[0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<4x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %x: f32) {
  // expected-error @+1 {{'tensor.pad' op specified type 'tensor<4x?xf32>' does not match the inferred type 'tensor<5x?xf32>' [pad_c2]}}
  %0 = tensor.pad %t low[0, 1] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<4x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x3xf32>, %x: f32) {
  // expected-error @+1 {{'tensor.pad' op specified type 'tensor<6x?xf32>' does not match the inferred type 'tensor<6x4xf32>' [pad_c2]}}
  %0 = tensor.pad %t low[1, 1] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x3xf32> to tensor<6x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %x: f32) {
  // expected-error @+1 {{'tensor.pad' op specified type 'tensor<?xf32>' does not match the inferred type 'tensor<5x?xf32>' [pad_c2]}}
  %0 = tensor.pad %t low[0, 1] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %x: f32) {
  // expected-error @+1 {{'tensor.pad' op must have one body argument per input dimension, 2, but got 1 [pad_c3]}}
  %0 = tensor.pad %t low[0, 1] high[1, 0] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<5x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %x: f32) {
  // expected-error @+1 {{'tensor.pad' op all body arguments must be index, but got 'i32' [pad_c3]}}
  %0 = tensor.pad %t low[0, 1] high[1, 0] {
  ^bb0(%i: index, %j: i32):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<5x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %x: f16) {
  // expected-error @+1 {{'tensor.pad' op body must be terminated with a `yield` operation of the tensor element type, 'f32', but got 'f16' [pad_c4]}}
  %0 = tensor.pad %t low[0, 1] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f16
  } : tensor<4x?xf32> to tensor<5x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x4xf32>, %s: tensor<2x2xf32>) {
  %0 = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4x4xf32>) {
    scf.forall.in_parallel {
      // expected-error @+1 {{'tensor.parallel_insert_slice' op expected mixed offsets rank to match mixed sizes rank (1 vs 2) so the rank of the result type is well-formed [parallel_insert_slice_c1]}}
      tensor.parallel_insert_slice %s into %o[0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<4x4xf32>
    }
  }
  return
}

// -----

func.func @f(%t: tensor<4x4xf32>, %s: tensor<2x2xf32>) {
  %0 = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4x4xf32>) {
    scf.forall.in_parallel {
      // expected-error @+1 {{'tensor.parallel_insert_slice' op expected type to be 'tensor<2x3xf32>' or a rank-reduced version. (size mismatch), but got 'tensor<2x2xf32>' [parallel_insert_slice_c2]}}
      tensor.parallel_insert_slice %s into %o[0, 0] [2, 3] [1, 1] : tensor<2x2xf32> into tensor<4x4xf32>
    }
  }
  return
}

// -----

func.func @f(%t: tensor<4x4xf32>, %s: tensor<2x2xf32>) {
  %0 = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4x4xf32>) {
    scf.forall.in_parallel {
      // expected-error @+1 {{'tensor.parallel_insert_slice' op slice along dimension 0 runs out-of-bounds: 4 >= 4 [parallel_insert_slice_c3]}}
      tensor.parallel_insert_slice %s into %o[3, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<4x4xf32>
    }
  }
  return
}
