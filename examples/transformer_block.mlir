// A block of a transformer, for a sequence of any length `s`: 8 features, attention with 2 heads of 4 features each.
//
//     dlc-opt examples/transformer_block.mlir --lower-to-tensor    softmax is one kernel along the rows of the scores
//     dlc-opt examples/transformer_block.mlir --lower-to-loops     loops over memory
//
// Attention is here twice. `@block` has it as one op, from which a compiler may choose how to compute it;
// `@block_step_by_step` writes it out. Both give the same.

!features = tensor<?x8xf32, #graph.dims<s>>
!heads = tensor<?x2x4xf32, #graph.dims<s>>
!scores = tensor<2x?x?xf32, #graph.dims<s, s>>
!hidden = tensor<?x16xf32, #graph.dims<s>>

!projection = tensor<8x2x4xf32>
!back = tensor<2x4x8xf32>
!norm = tensor<8xf32>
!up = tensor<8x16xf32>
!down = tensor<16x8xf32>

// The features of each place, divided among the heads: a matrix product that gives two dimensions for one.
func.func private @project(%x: !features, %weights: !projection) -> !heads {
  %result = graph.contract %x, %weights, batch = [] x [], contracting = [1] x [0] : !features, !projection -> !heads
  return %result : !heads
}

// What the heads have found, brought together again: heads and their features are summed over at once.
func.func private @join(%x: !heads, %weights: !back) -> !features {
  %result = graph.contract %x, %weights, batch = [] x [], contracting = [1, 2] x [0, 1] : !heads, !back -> !features
  return %result : !features
}

// How much each place is worth to each other one, made to weights that add up to 1. A place sees those before it and
// itself: places after it get the score minus infinity, whose weight is 0.
func.func private @attend_step_by_step(%query: !heads, %key: !heads, %value: !heads) -> !heads {
  %products = graph.contract %query, %key, batch = [1] x [1], contracting = [2] x [2] : !heads, !heads -> !scores
  %half = graph.constant dense<0.5> : tensor<f32>  // 1 / sqrt(4 features)
  %factor = graph.broadcast %half, [] : tensor<f32> -> !scores
  %scores = graph.mul %products, %factor : !scores

  %from = graph.iota 1 : tensor<2x?x?xi64, #graph.dims<s, s>>
  %to = graph.iota 2 : tensor<2x?x?xi64, #graph.dims<s, s>>
  %is_seen = graph.compare <ge> %from, %to : tensor<2x?x?xi64, #graph.dims<s, s>>
  %infinity = graph.constant dense<0xFF800000> : tensor<f32>  // with a minus in front
  %unseen = graph.broadcast %infinity, [] : tensor<f32> -> !scores
  %masked = graph.select %is_seen, %scores, %unseen : !scores

  %weights = graph.softmax %masked, [2] : !scores
  %found = graph.contract %weights, %value, batch = [0] x [1], contracting = [2] x [0]
    : !scores, !heads -> tensor<2x?x4xf32, #graph.dims<s>>
  %result = graph.transpose %found, [1, 0, 2] : tensor<2x?x4xf32, #graph.dims<s>> -> !heads
  return %result : !heads
}

// The same, as one op. It has the heads in front of the places.
func.func private @attend(%query: !heads, %key: !heads, %value: !heads) -> !heads {
  %q = graph.transpose %query, [1, 0, 2] : !heads -> tensor<2x?x4xf32, #graph.dims<s>>
  %k = graph.transpose %key, [1, 0, 2] : !heads -> tensor<2x?x4xf32, #graph.dims<s>>
  %v = graph.transpose %value, [1, 0, 2] : !heads -> tensor<2x?x4xf32, #graph.dims<s>>
  %found = graph.attention %q, %k, %v causal <first> : tensor<2x?x4xf32, #graph.dims<s>>,
    tensor<2x?x4xf32, #graph.dims<s>>, tensor<2x?x4xf32, #graph.dims<s>> -> tensor<2x?x4xf32, #graph.dims<s>>
  %result = graph.transpose %found, [1, 0, 2] : tensor<2x?x4xf32, #graph.dims<s>> -> !heads
  return %result : !heads
}

// Two layers for each place by itself, with a smooth step in between.
func.func private @think(%x: !features, %scale: !norm, %offset: !norm, %up: !up, %down: !down) -> !features {
  %normal = graph.layer_norm %x, [1] scale %scale : !norm offset %offset : !norm epsilon 1.0e-05 : !features
  %wide = graph.contract %normal, %up, batch = [] x [], contracting = [1] x [0] : !features, !up -> !hidden
  %smooth = graph.gelu <exact> %wide : !hidden
  %narrow = graph.contract %smooth, %down, batch = [] x [], contracting = [1] x [0] : !hidden, !down -> !features
  %result = graph.add %x, %narrow : !features
  return %result : !features
}

func.func @block(%x: !features, %scale: !norm, %offset: !norm, %wq: !projection, %wk: !projection, %wv: !projection,
                 %wo: !back, %up: !up, %down: !down) -> !features {
  %normal = graph.layer_norm %x, [1] scale %scale : !norm offset %offset : !norm epsilon 1.0e-05 : !features
  %query = graph.call @project(%normal, %wq) : (!features, !projection) -> !heads
  %key = graph.call @project(%normal, %wk) : (!features, !projection) -> !heads
  %value = graph.call @project(%normal, %wv) : (!features, !projection) -> !heads
  %seen = graph.call @attend(%query, %key, %value) : (!heads, !heads, !heads) -> !heads
  %joined = graph.call @join(%seen, %wo) : (!heads, !back) -> !features
  %sum = graph.add %x, %joined : !features
  %result = graph.call @think(%sum, %scale, %offset, %up, %down) : (!features, !norm, !norm, !up, !down) -> !features
  return %result : !features
}

func.func @block_step_by_step(%x: !features, %scale: !norm, %offset: !norm, %wq: !projection, %wk: !projection,
                              %wv: !projection, %wo: !back, %up: !up, %down: !down) -> !features {
  %normal = graph.layer_norm %x, [1] scale %scale : !norm offset %offset : !norm epsilon 1.0e-05 : !features
  %query = graph.call @project(%normal, %wq) : (!features, !projection) -> !heads
  %key = graph.call @project(%normal, %wk) : (!features, !projection) -> !heads
  %value = graph.call @project(%normal, %wv) : (!features, !projection) -> !heads
  %seen = graph.call @attend_step_by_step(%query, %key, %value) : (!heads, !heads, !heads) -> !heads
  %joined = graph.call @join(%seen, %wo) : (!heads, !back) -> !features
  %sum = graph.add %x, %joined : !features
  %result = graph.call @think(%sum, %scale, %offset, %up, %down) : (!features, !norm, !norm, !up, !down) -> !features
  return %result : !features
}
