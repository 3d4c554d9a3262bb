// A decoder that says one word after the other: always the one with the highest score, until that is the end, or until
// there is no more room. Words are numbers from 0 to 5, and 0 is the end.
//
//     dlc-opt examples/greedy_decoder.mlir --lower-to-tensor    the loop carries tensors
//     dlc-opt examples/greedy_decoder.mlir --lower-to-loops     the cache is memory that is written to in place
//
// How much room there is, is the size `n` of the argument `%said`, which holds nothing but ends at first. What has been
// computed for a word is kept in a cache with a row for each place, so that a step costs as much as one word.

!words = tensor<?xi64, #graph.dims<n>>
!cache = tensor<?x4xf32, #graph.dims<n>>
!scores = tensor<?xf32, #graph.dims<n>>
!word = tensor<i64>
!vector = tensor<4xf32>

// The rows of the cache up to a place, weighted by how well they fit.
func.func private @recall(%cache: !cache, %vector: !vector, %place: !word) -> !vector {
  %fit = graph.contract %cache, %vector, batch = [] x [], contracting = [1] x [0] : !cache, !vector -> !scores
  %numbers = graph.iota 0 : !words
  %last = graph.broadcast %place, [] : !word -> !words
  %is_there = graph.compare <le> %numbers, %last : !words
  %infinity = graph.constant dense<0xFF800000> : tensor<f32>  // with a minus in front
  %nothing = graph.broadcast %infinity, [] : tensor<f32> -> !scores
  %scores = graph.select %is_there, %fit, %nothing : !scores
  %weights = graph.softmax %scores, [0] : !scores
  %result = graph.contract %weights, %cache, batch = [] x [], contracting = [0] x [0] : !scores, !cache -> !vector
  return %result : !vector
}

// What was said behind `%first`, and how many words that are, the end included.
func.func @decode(%first: !word, %said: !words, %meaning: tensor<6x4xf32>, %voice: tensor<4x6xf32>) -> (!words, !word) {
  %zero = graph.constant dense<0> : !word
  %one = graph.constant dense<1> : !word
  %nothing = graph.constant dense<0.0> : tensor<f32>
  %empty = graph.broadcast %nothing, [] : tensor<f32> -> !cache
  %room = graph.dim %said, 0 : !words -> !word

  %words, %count, %w, %c = graph.while (%said_before = %said : !words, %place = %zero : !word, %word = %first : !word,
      %cache_before = %empty : !cache) {
    %has_room = graph.compare <lt> %place, %room : !word
    %is_first = graph.compare <eq> %place, %zero : !word
    %is_word = graph.compare <ne> %word, %zero : !word
    %goes_on = graph.or %is_first, %is_word : tensor<i1>
    %again = graph.and %has_room, %goes_on : tensor<i1>
    graph.condition %again, %said_before, %place, %word, %cache_before : !words, !word, !word, !cache
  } do (%said_so_far: !words, %at: !word, %before: !word, %cache: !cache) {
    %row = graph.gather %meaning[%before], window_dims = [0], collapsed = [0], batch = [] x [], index_map = [0],
      index_vector_dim = 0, slice_sizes = [1, 4] : tensor<6x4xf32>, !word -> !vector
    %place_of_word = graph.reshape %at : !word -> tensor<1xi64>
    %first_column = graph.constant dense<0> : tensor<1xi64>
    %corner = graph.concat %place_of_word, %first_column along 0 : tensor<1xi64>, tensor<1xi64> -> tensor<2xi64>
    %as_row = graph.reshape %row : !vector -> tensor<1x4xf32>
    %new_cache = graph.dynamic_update_slice %cache, %as_row, %corner : !cache, tensor<1x4xf32>, tensor<2xi64> -> !cache

    %recalled = graph.call @recall(%new_cache, %row, %at) : (!cache, !vector, !word) -> !vector
    %thought = graph.add %row, %recalled : !vector
    %scores = graph.contract %thought, %voice, batch = [] x [], contracting = [0] x [0]
      : !vector, tensor<4x6xf32> -> tensor<6xf32>
    %next = graph.argmax %scores, 0 : tensor<6xf32> -> !word

    %entry = graph.reshape %next : !word -> tensor<1xi64>
    %said_now = graph.dynamic_update_slice %said_so_far, %entry, %place_of_word
      : !words, tensor<1xi64>, tensor<1xi64> -> !words
    %next_place = graph.add %at, %one : !word
    graph.yield %said_now, %next_place, %next, %new_cache : !words, !word, !word, !cache
  }
  return %words, %count : !words, !word
}
