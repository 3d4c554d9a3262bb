"""Programs with control flow, as text: what tests of meanings and of lowerings run."""

GROWING = """
func.func @f(%n: tensor<i64>, %x: tensor<1xf32>) -> tensor<?xf32> {
  %zero = graph.constant dense<0> : tensor<i64>
  %one = graph.constant dense<1> : tensor<i64>
  %r:2 = graph.while (%i = %zero : tensor<i64>, %a = %x : tensor<1xf32> as tensor<?xf32>) {
    %c = graph.compare <lt> %i, %n : tensor<i64>
    graph.condition %c, %i, %a : tensor<i64>, tensor<?xf32>
  } do (%j: tensor<i64>, %b: tensor<?xf32>) {
    %next = graph.add %j, %one : tensor<i64>
    %d = graph.concat %b, %b along 0 : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>
    graph.yield %next, %d : tensor<i64>, tensor<?xf32>
  }
  return %r#1 : tensor<?xf32>
}
"""
"""A tensor that is twice as long after each round of a loop."""

LSTM = """
func.func @f(%x: tensor<?x3xf64, #graph.dims<t>>, %w: tensor<3x8xf64>, %u: tensor<2x8xf64>, %b: tensor<8xf64>,
    %h: tensor<2xf64>, %c: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<?x2xf64, #graph.dims<t>>) {
  %hn, %cn, %all = graph.scan (%h0 = %h : tensor<2xf64>, %c0 = %c : tensor<2xf64>)
      over (%e = %x : tensor<?x3xf64, #graph.dims<t>>) DIRECTION -> tensor<?x2xf64, #graph.dims<t>> {
    %0 = graph.contract %e, %w, batch = [] x [], contracting = [0] x [0]
        : tensor<3xf64>, tensor<3x8xf64> -> tensor<8xf64>
    %1 = graph.contract %h0, %u, batch = [] x [], contracting = [0] x [0]
        : tensor<2xf64>, tensor<2x8xf64> -> tensor<8xf64>
    %2 = graph.add %0, %1 : tensor<8xf64>
    %3 = graph.add %2, %b : tensor<8xf64>
    %s = graph.sigmoid %3 : tensor<8xf64>
    %t = graph.tanh %3 : tensor<8xf64>
    %i = graph.slice %s, [0] to [2] step [1] : tensor<8xf64> -> tensor<2xf64>
    %f = graph.slice %s, [2] to [4] step [1] : tensor<8xf64> -> tensor<2xf64>
    %g = graph.slice %t, [4] to [6] step [1] : tensor<8xf64> -> tensor<2xf64>
    %o = graph.slice %s, [6] to [8] step [1] : tensor<8xf64> -> tensor<2xf64>
    %4 = graph.mul %f, %c0 : tensor<2xf64>
    %5 = graph.mul %i, %g : tensor<2xf64>
    %c1 = graph.add %4, %5 : tensor<2xf64>
    %6 = graph.tanh %c1 : tensor<2xf64>
    %h1 = graph.mul %o, %6 : tensor<2xf64>
    graph.yield %h1, %c1, %h1 : tensor<2xf64>, tensor<2xf64>, tensor<2xf64>
  }
  return %hn, %cn, %all : tensor<2xf64>, tensor<2xf64>, tensor<?x2xf64, #graph.dims<t>>
}
"""
"""A recurrent layer: one scan, `DIRECTION` is nothing or `reverse`."""

RECURSIVE = """
func.func @f(%x: tensor<?xf64, #graph.dims<n>>, %depth: tensor<i64>) -> tensor<?xf64, #graph.dims<n>> {
  %zero = graph.constant dense<0> : tensor<i64>
  %one = graph.constant dense<1> : tensor<i64>
  %c = graph.compare <gt> %depth, %zero : tensor<i64>
  %r = graph.if %c -> tensor<?xf64, #graph.dims<n>> {
    %d = graph.sub %depth, %one : tensor<i64>
    %y = graph.add %x, %x : tensor<?xf64, #graph.dims<n>>
    %z = graph.call @f(%y, %d) : (tensor<?xf64, #graph.dims<n>>, tensor<i64>) -> tensor<?xf64, #graph.dims<n>>
    graph.yield %z : tensor<?xf64, #graph.dims<n>>
  } else {
    graph.yield %x : tensor<?xf64, #graph.dims<n>>
  }
  return %r : tensor<?xf64, #graph.dims<n>>
}
"""
"""A function that doubles its argument and calls itself."""
