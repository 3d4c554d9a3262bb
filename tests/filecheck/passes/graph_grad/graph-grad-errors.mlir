// RUN: dlc-opt %s --graph-grad="function=f" --split-input-file --verify-diagnostics
// RUN: not dlc-opt %s --split-input-file --graph-grad="function=f wrt=1" 2>&1 | filecheck %s

// CHECK: 'func.func' op can be differentiated by floats only, but argument #1 is 'tensor<i32>'
// expected-error @+1 {{'func.func' op must return one float to be differentiated without 'seeded', but returns 'tensor<2xf32>'}}
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

// -----

// CHECK: 'func.func' op has 1 arguments, each by its number once, but 'wrt' is [1]
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{'graph.bitcast' op has no gradient rule; stop the gradient before it with `dlc.stop_gradient`, or register a rule with `differentiates`}}
  %0 = graph.bitcast %x : tensor<f32> -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @f(%x: tensor<f32>, %i: tensor<i32>) -> tensor<f32> {
  // expected-error @+1 {{'graph.while' op may run for ever, and its gradient needs what each iteration was given; bound the iterations by the attribute `graph.max_iterations`}}
  %0 = graph.while (%a = %x : tensor<f32>) {
    %c = graph.compare <lt> %a, %x : tensor<f32>
    graph.condition %c, %a : tensor<f32>
  } do (%b: tensor<f32>) {
    graph.yield %b : tensor<f32>
  }
  return %0 : tensor<f32>
}

// -----

// expected-error @+1 {{'builtin.module' op has no function '@f', did you mean 'ff'?}}
module {
  func.func @ff(%x: tensor<f32>) -> tensor<f32> {
    return %x : tensor<f32>
  }
}

// -----

// expected-error @+1 {{'func.func' op has no float arguments to be differentiated by}}
func.func @f(%i: tensor<i32>) -> tensor<f32> {
  %0 = graph.cast %i : tensor<i32> -> tensor<f32>
  return %0 : tensor<f32>
}
