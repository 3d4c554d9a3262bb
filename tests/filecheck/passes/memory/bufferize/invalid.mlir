// RUN: dlc-opt %s --bufferize --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @unknown(%t: tensor<4xf32>) {
  // expected-error @+1 {{'test.use' op is not registered, so it has no bufferization}}
  "test.use"(%t) : (tensor<4xf32>) -> ()
  return
}

// -----

// expected-error @+1 {{'func.func' op has a tensor without a rank, 'tensor<*xf32>'}}
func.func @unranked(%t: tensor<*xf32>) {
  return
}

// -----

// expected-error @+1 {{'func.func' op forwards tensors between blocks, which only loop ops support during bufferization}}
func.func @blocks(%t: tensor<4xf32>, %x: f32, %i: index) -> tensor<4xf32> {
  %w = tensor.insert %x into %t[%i] : tensor<4xf32>
  cf.br ^next
^next:
  return %w : tensor<4xf32>
}

// -----

// expected-error @+1 {{'func.func' op passes on a function on tensors, '(tensor<4xf32>) -> ()', whose callers are not known}}
func.func @hidden(%f: (tensor<4xf32>) -> ()) {
  return
}

// -----

func.func @constant_of_unknown_size(%i: index) -> f32 {
  // expected-error @+1 {{'arith.constant' op is a constant of unknown size, 'tensor<?xf32>', for which there can be no global}}
  %a = arith.constant dense_resource<weights> : tensor<?xf32>
  %x = tensor.extract %a[%i] : tensor<?xf32>
  return %x : f32
}

// -----

func.func @negative_padding(%t: tensor<?xf32>, %x: f32) -> tensor<?xf32> {
  // expected-error @+1 {{'tensor.pad' op must not have a negative padding, but got '-2'}}
  %p = tensor.pad %t low[-2] high[1] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %p : tensor<?xf32>
}

// -----

func.func @tensor_of_memory_without_a_rank(%m: memref<*xf32>) {
  // expected-error @+1 {{'bufferization.to_tensor' op has a tensor without a rank, 'tensor<*xf32>'}}
  %t = bufferization.to_tensor %m : memref<*xf32> to tensor<*xf32>
  return
}

// -----

func.func @memory_in_columns(%t: tensor<4x4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'bufferization.to_buffer' op puts a tensor in memory of type 'memref<4x4xf32, strided<[1, 4]>>', which is not that of fresh memory of its shape}}
  %m = bufferization.to_buffer %t : tensor<4x4xf32> to memref<4x4xf32, strided<[1, 4]>>
  %r = memref.load %m[%c0, %c0] : memref<4x4xf32, strided<[1, 4]>>
  return %r : f32
}

// -----

func.func @of_another_framework(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.negate' op has no bufferization}}
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
