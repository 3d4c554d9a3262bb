// RUN: dlc-opt %s --tosa-to-graph --split-input-file --verify-diagnostics

// All ops that cannot be translated are reported in one run.
func.func @several(%x: tensor<4xf32>, %u: tensor<*xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'tosa.custom' op has no translation to graph ops}}
  %0 = tosa.custom %x {domain_name = "d", implementation_attrs = "", operator_name = "f"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tosa.add %0, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{'tosa.exp' op is only supported on tensors with a rank, but got 'tensor<*xf32>'}}
  %2 = tosa.exp %u : (tensor<*xf32>) -> tensor<*xf32>
  return %1 : tensor<4xf32>
}

// -----

tosa.variable @state = dense<1.0> : tensor<4xf32>
func.func @written(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'tosa.variable_read' op reads a variable that is written: programs keep no state between calls}}
  %r = tosa.variable_read @state : tensor<4xf32>
  // expected-error @+1 {{'tosa.variable_write' op has no translation to graph ops}}
  tosa.variable_write @state, %x : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

tosa.variable @elsewhere : tensor<4xf32>
func.func @without_a_value() -> tensor<4xf32> {
  // expected-error @+1 {{'tosa.variable_read' op reads a variable without elements to begin with}}
  %r = tosa.variable_read @elsewhere : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @computed_padding(%x: tensor<?xf32>, %z: tensor<1xf32>) -> tensor<?xf32> {
  %n = tosa.dim %x {axis = 0 : i32} : (tensor<?xf32>) -> !tosa.shape<1>
  %p = tosa.concat_shape %n, %n : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<2>
  // expected-error @+1 {{'tosa.pad' op needs a constant padding, but got one that is computed}}
  %r = tosa.pad %x, %p, %z : (tensor<?xf32>, !tosa.shape<2>, tensor<1xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @part_outside(%x: tensor<4xf32>) -> tensor<2xf32> {
  %s = tosa.const_shape {values = dense<3> : tensor<1xindex>} : () -> !tosa.shape<1>
  %n = tosa.const_shape {values = dense<2> : tensor<1xindex>} : () -> !tosa.shape<1>
  // expected-error @+1 {{'tosa.slice' op}}
  %r = tosa.slice %x, %s, %n : (tensor<4xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @scalars(%x: i32, %s: i8) -> i32 {
  // expected-error @+1 {{'tosa.apply_scale' op is only supported on tensors, but got 'i32'}}
  %r = tosa.apply_scale %x, %x, %s {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  return %r : i32
}
