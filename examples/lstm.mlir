// A long short-term memory that reads a sequence of any length `t`, three numbers at a time, in both directions.
//
//     dlc-opt examples/lstm.mlir --lower-to-tensor    the scan is a loop that carries tensors
//     dlc-opt examples/lstm.mlir --lower-to-loops     the tensors are memory, and the carried ones stay where they are
//
// `graph.scan` runs its region once for each place along the first dimension of what stands behind `over`. What is in
// the parentheses in front is carried from one time to the next; what else the region yields is stacked.

!sequence = tensor<?x3xf32, #graph.dims<t>>
!parts = tensor<?x16xf32, #graph.dims<t>>
!states = tensor<?x4xf32, #graph.dims<t>>
!state = tensor<4xf32>

// One step: from what the input adds to the gates, the output before and the memory, to output and memory.
func.func private @step(%part: tensor<16xf32>, %output: !state, %memory: !state,
                        %weights: tensor<4x16xf32>) -> (!state, !state) {
  %own = graph.contract %output, %weights, batch = [] x [], contracting = [0] x [0]
    : !state, tensor<4x16xf32> -> tensor<16xf32>
  %gates = graph.add %part, %own : tensor<16xf32>
  %g0 = graph.slice %gates, [0] to [4] step [1] : tensor<16xf32> -> !state
  %g1 = graph.slice %gates, [4] to [8] step [1] : tensor<16xf32> -> !state
  %g2 = graph.slice %gates, [8] to [12] step [1] : tensor<16xf32> -> !state
  %g3 = graph.slice %gates, [12] to [16] step [1] : tensor<16xf32> -> !state
  %write = graph.sigmoid %g0 : !state
  %keep = graph.sigmoid %g1 : !state
  %show = graph.sigmoid %g2 : !state
  %news = graph.tanh %g3 : !state

  %kept = graph.mul %keep, %memory : !state
  %written = graph.mul %write, %news : !state
  %next_memory = graph.add %kept, %written : !state
  %seen = graph.tanh %next_memory : !state
  %next_output = graph.mul %show, %seen : !state
  return %next_output, %next_memory : !state, !state
}

// What the inputs add to the gates does not depend on the state: it is computed for all steps at once.
func.func private @inputs(%xs: !sequence, %weights: tensor<3x16xf32>, %bias: tensor<16xf32>) -> !parts {
  %products = graph.contract %xs, %weights, batch = [] x [], contracting = [1] x [0]
    : !sequence, tensor<3x16xf32> -> !parts
  %biases = graph.broadcast %bias, [1] : tensor<16xf32> -> !parts
  %parts = graph.add %products, %biases : !parts
  return %parts : !parts
}

// The outputs of all steps, and the memory at the end.
func.func @lstm(%xs: !sequence, %of_input: tensor<3x16xf32>, %of_state: tensor<4x16xf32>,
                %bias: tensor<16xf32>) -> (!states, !state) {
  %parts = graph.call @inputs(%xs, %of_input, %bias) : (!sequence, tensor<3x16xf32>, tensor<16xf32>) -> !parts
  %zero = graph.constant dense<0.0> : !state
  %last, %memory_at_end, %all = graph.scan (%output = %zero : !state, %memory = %zero : !state)
      over (%part = %parts : !parts) -> !states {
    %next_output, %next_memory = graph.call @step(%part, %output, %memory, %of_state)
      : (tensor<16xf32>, !state, !state, tensor<4x16xf32>) -> (!state, !state)
    graph.yield %next_output, %next_memory, %next_output : !state, !state, !state
  }
  return %all, %memory_at_end : !states, !state
}

// Each place with what is known of it from the left, and from the right.
func.func @both_directions(%xs: !sequence, %of_input: tensor<3x16xf32>, %of_state: tensor<4x16xf32>,
                           %bias: tensor<16xf32>) -> tensor<?x8xf32, #graph.dims<t>> {
  %from_left, %m = graph.call @lstm(%xs, %of_input, %of_state, %bias)
    : (!sequence, tensor<3x16xf32>, tensor<4x16xf32>, tensor<16xf32>) -> (!states, !state)
  %parts = graph.call @inputs(%xs, %of_input, %bias) : (!sequence, tensor<3x16xf32>, tensor<16xf32>) -> !parts
  %zero = graph.constant dense<0.0> : !state
  %o, %n, %from_right = graph.scan (%output = %zero : !state, %memory = %zero : !state)
      over (%part = %parts : !parts) reverse -> !states {
    %next_output, %next_memory = graph.call @step(%part, %output, %memory, %of_state)
      : (tensor<16xf32>, !state, !state, tensor<4x16xf32>) -> (!state, !state)
    graph.yield %next_output, %next_memory, %next_output : !state, !state, !state
  }
  %both = graph.concat %from_left, %from_right along 1
    : !states, !states -> tensor<?x8xf32, #graph.dims<t>>
  return %both : tensor<?x8xf32, #graph.dims<t>>
}
