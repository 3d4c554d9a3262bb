func.func @creation(%n: index, %x: f32) {
  %0 = tensor.empty(%n) {foo} : tensor<4x?xf32, "enc">
  %1 = tensor.empty() : tensor<4xf32>
  %2 = tensor.splat %x[%n] : tensor<4x?xf32>
  %3 = tensor.splat %x : tensor<4xf32>
  %4 = tensor.from_elements %x, %x : tensor<2x1xf32>
  %5 = tensor.from_elements %x : tensor<f32>
  return
}

// -----

func.func @generate(%n: index, %x: f32) {
  %0 = tensor.generate %n, %n {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %x {foo} : f32
  } {foo} : tensor<4x?x?xf32>
  %1 = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<4xindex>
  return
}

// -----

func.func @casts(%a: tensor<4x?xf32>, %u: tensor<*xf32>) {
  %0 = tensor.cast %a : tensor<4x?xf32> to tensor<*xf32>
  %1 = tensor.cast %u : tensor<*xf32> to tensor<?x?xf32>
  %2 = tensor.cast %a {foo} : tensor<4x?xf32> to tensor<?x3xf32>
  %3 = tensor.bitcast %a : tensor<4x?xf32> to tensor<4x?xi32>
  return
}

// -----

func.func @questions(%a: tensor<4x?xf32>, %u: tensor<*xf32>, %i: index) {
  %0 = tensor.dim %a, %i : tensor<4x?xf32>
  %1 = tensor.dim {foo} %u, %i : tensor<*xf32>
  %2 = tensor.rank %a : tensor<4x?xf32>
  %3 = tensor.rank %u : tensor<*xf32>
  return
}

// -----

func.func @elements(%a: tensor<4x?xf32>, %s: tensor<f32>, %x: f32, %i: index) {
  %0 = tensor.extract %a[%i, %i] : tensor<4x?xf32>
  %1 = tensor.extract %s[] {foo} : tensor<f32>
  %2 = tensor.insert %x into %a[%i, %i] : tensor<4x?xf32>
  %3 = tensor.insert %x into %s[] : tensor<f32>
  return
}

// -----

func.func @slices(%a: tensor<4x?xf32>, %n: index, %s: tensor<f32>) {
  %0 = tensor.extract_slice %a[0, %n] [2, %n] [1, 1] : tensor<4x?xf32> to tensor<2x?xf32>
  %1 = tensor.extract_slice %a[%n, 0] [1, 8] [1, %n] : tensor<4x?xf32> to tensor<8xf32>
  %2 = tensor.extract_slice %a[0, 0] [1, 1] [1, 1] {foo} : tensor<4x?xf32> to tensor<f32>
  %3 = tensor.extract_slice %s[] [] [] : tensor<f32> to tensor<f32>
  %4 = tensor.insert_slice %0 into %a[0, %n] [2, %n] [1, 1] : tensor<2x?xf32> into tensor<4x?xf32>
  %5 = tensor.insert_slice %1 into %a[%n, 0] [1, 8] [1, %n] : tensor<8xf32> into tensor<4x?xf32>
  %6 = tensor.insert_slice %s into %s[] [] [] {foo} : tensor<f32> into tensor<f32>
  return
}

// -----

func.func @pad(%a: tensor<4x?xf32>, %n: index, %x: f32, %s: tensor<f32>) {
  %0 = tensor.pad %a low[0, %n] high[1, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<5x?xf32>
  %1 = tensor.pad %a nofold low[0, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } {foo} : tensor<4x?xf32> to tensor<4x?xf32>
  %2 = tensor.pad %s low[] high[] {
    tensor.yield %x : f32
  } : tensor<f32> to tensor<f32>
  return
}

// -----

func.func @reshapes(%a: tensor<4x?xf32>, %n: index, %s: tensor<f32>, %u: tensor<*xf32>, %shape: tensor<2xi32>, %any: tensor<?xindex>) {
  %0 = tensor.expand_shape %a [[0, 1], [2]] output_shape [2, 2, %n] : tensor<4x?xf32> into tensor<2x2x?xf32>
  %1 = tensor.collapse_shape %a [[0, 1]] {foo} : tensor<4x?xf32> into tensor<?xf32>
  %2 = tensor.expand_shape %s [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  %3 = tensor.expand_shape %s [] output_shape [%n] : tensor<f32> into tensor<?xf32>
  %4 = tensor.collapse_shape %2 [] : tensor<1x1xf32> into tensor<f32>
  %5 = tensor.reshape %u(%shape) : (tensor<*xf32>, tensor<2xi32>) -> tensor<4x?xf32>
  %6 = tensor.reshape %a(%any) : (tensor<4x?xf32>, tensor<?xindex>) -> tensor<*xf32>
  return
}

// -----

func.func @joined(%a: tensor<4x?xf32>, %b: tensor<2x3xf32>) {
  %0 = tensor.concat dim(0) %a, %b, %a : (tensor<4x?xf32>, tensor<2x3xf32>, tensor<4x?xf32>) -> tensor<10x3xf32>
  %1 = tensor.concat dim(1) %b {foo} : (tensor<2x3xf32>) -> tensor<2x?xf32>
  return
}

// -----

func.func @gather_scatter(%a: tensor<4x5x?xf32>, %places: tensor<1x3x2xindex>, %flat: tensor<2xi32>) {
  %0 = tensor.gather %a[%places] gather_dims([0, 2]) unique : (tensor<4x5x?xf32>, tensor<1x3x2xindex>) -> tensor<1x3x1x5x1xf32>
  %1 = tensor.gather %a[%places] gather_dims([0, 2]) {foo} : (tensor<4x5x?xf32>, tensor<1x3x2xindex>) -> tensor<1x3x5xf32>
  %2 = tensor.gather %a[%flat] gather_dims([0, 1]) : (tensor<4x5x?xf32>, tensor<2xi32>) -> tensor<?xf32>
  %3 = tensor.scatter %0 into %a[%places] scatter_dims([0, 2]) unique : (tensor<1x3x1x5x1xf32>, tensor<4x5x?xf32>, tensor<1x3x2xindex>) -> tensor<4x5x?xf32>
  %4 = tensor.scatter %1 into %a[%places] scatter_dims([0, 2]) unique {foo} : (tensor<1x3x5xf32>, tensor<4x5x?xf32>, tensor<1x3x2xindex>) -> tensor<4x5x?xf32>
  return
}

// -----

// Values in any order, types of every kind of element, sizes of zero.
func.func @oddities(%c: tensor<2xcomplex<f32>>, %z: tensor<0x?xi1>, %w: tensor<?x?xi1>, %n: index, %v: tensor<2xvector<4xf32>>) {
  %c0 = arith.constant 0 : index
  %0 = tensor.extract %c[%c0] : tensor<2xcomplex<f32>>
  %1 = tensor.splat %0 : tensor<3xcomplex<f32>>
  %2 = tensor.extract %v[%c0] : tensor<2xvector<4xf32>>
  %3 = tensor.from_elements : tensor<0xf32>
  %4 = tensor.collapse_shape %z [[0, 1]] : tensor<0x?xi1> into tensor<?xi1>
  %5 = tensor.extract_slice %w[0, %n] [0, 1] [1, -1] : tensor<?x?xi1> to tensor<0xi1>
  %6 = "tensor.extract_slice"(%w, %n) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: 0, -9223372036854775808>, static_sizes = array<i64: 0, 1>, static_strides = array<i64: 1, 1>}> : (tensor<?x?xi1>, index) -> tensor<0x1xi1>
  return
}
