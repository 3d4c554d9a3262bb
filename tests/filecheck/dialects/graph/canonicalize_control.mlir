// RUN: dlc-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | filecheck %s

// CHECK-LABEL: func.func @known_branch(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
//  CHECK-NEXT: %y = graph.exp %x : tensor<4xf32>
//  CHECK-NEXT: %y_0 = graph.neg %x : tensor<4xf32>
//  CHECK-NEXT: return %y, %y_0 : tensor<4xf32>, tensor<4xf32>
//  CHECK-NEXT: }
func.func @known_branch(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %t = graph.constant dense<true> : tensor<i1>
  %f = graph.constant dense<false> : tensor<i1>
  %r = graph.if %t -> tensor<4xf32> {
    %y = graph.exp %x : tensor<4xf32>
    graph.yield %y : tensor<4xf32>
  } else {
    graph.yield %x : tensor<4xf32>
  }
  %s = graph.if %f -> tensor<4xf32> {
    graph.yield %x : tensor<4xf32>
  } else {
    %y = graph.neg %x : tensor<4xf32>
    graph.yield %y : tensor<4xf32>
  }
  return %r, %s : tensor<4xf32>, tensor<4xf32>
}

// -----

// The result's type says less, and so must what takes its place.
// CHECK-LABEL: func.func @known_branch_of_another_type(%x: tensor<4xf32>) -> tensor<?xf32> {
//  CHECK-NEXT: %t = graph.constant dense<true> : tensor<i1>
//  CHECK-NEXT: %r = graph.if %t -> tensor<?xf32> {
//  CHECK-NEXT: graph.yield %x : tensor<4xf32>
//  CHECK-NEXT: } else {
//  CHECK-NEXT: graph.yield %x : tensor<4xf32>
//  CHECK-NEXT: }
//  CHECK-NEXT: return %r : tensor<?xf32>
//  CHECK-NEXT: }
func.func @known_branch_of_another_type(%x: tensor<4xf32>) -> tensor<?xf32> {
  %t = graph.constant dense<true> : tensor<i1>
  %r = graph.if %t -> tensor<?xf32> {
    graph.yield %x : tensor<4xf32>
  } else {
    graph.yield %x : tensor<4xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @same_in_any_case(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
//  CHECK-NEXT: %0 = graph.if %c -> tensor<4xf32> {
//  CHECK-NEXT: graph.yield %y : tensor<4xf32>
//  CHECK-NEXT: } else {
//  CHECK-NEXT: graph.yield %x : tensor<4xf32>
//  CHECK-NEXT: }
//  CHECK-NEXT: return %x, %0 : tensor<4xf32>, tensor<4xf32>
//  CHECK-NEXT: }
func.func @same_in_any_case(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = graph.if %c -> (tensor<4xf32>, tensor<4xf32>) {
    graph.yield %x, %y : tensor<4xf32>, tensor<4xf32>
  } else {
    graph.yield %x, %x : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @unused_results(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
//  CHECK-NEXT: %0 = graph.if %c -> tensor<4xf32> {
//  CHECK-NEXT: graph.yield %y : tensor<4xf32>
//  CHECK-NEXT: } else {
//  CHECK-NEXT: graph.yield %x : tensor<4xf32>
//  CHECK-NEXT: }
//  CHECK-NEXT: return %0 : tensor<4xf32>
//  CHECK-NEXT: }
func.func @unused_results(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %r:3 = graph.if %c -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
    %e = graph.exp %x : tensor<4xf32>
    graph.yield %e, %y, %e : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  } else {
    graph.yield %y, %x, %x : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @loop_that_never_runs_gives_its_argument(%x: tensor<4xf32>) -> tensor<4xf32> {
//  CHECK-NEXT: return %x : tensor<4xf32>
func.func @loop_that_never_runs_gives_its_argument(%x: tensor<4xf32>) -> tensor<4xf32> {
  %f = graph.constant dense<false> : tensor<i1>
  %r = graph.while (%a = %x : tensor<4xf32>) {
    graph.condition %f, %a : tensor<4xf32>
  } do (%b: tensor<4xf32>) {
    %z = graph.neg %b : tensor<4xf32>
    graph.yield %z : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @loop_that_never_runs(%x: tensor<4xf32>) -> tensor<4xf32> {
//  CHECK-NEXT: %y = graph.exp %x : tensor<4xf32>
//  CHECK-NEXT: return %y : tensor<4xf32>
//  CHECK-NEXT: }
func.func @loop_that_never_runs(%x: tensor<4xf32>) -> tensor<4xf32> {
  %f = graph.constant dense<false> : tensor<i1>
  %r = graph.while (%a = %x : tensor<4xf32>) {
    %y = graph.exp %a : tensor<4xf32>
    graph.condition %f, %y : tensor<4xf32>
  } do (%b: tensor<4xf32>) {
    %z = graph.neg %b : tensor<4xf32>
    graph.yield %z : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @loop_that_may_run(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
//  CHECK-NEXT: %r = graph.while (%a = %x : tensor<4xf32>) {
//  CHECK-NEXT: %y = graph.exp %a : tensor<4xf32>
//  CHECK-NEXT: graph.condition %c, %y : tensor<4xf32>
//  CHECK-NEXT: } do (%b: tensor<4xf32>) {
//  CHECK-NEXT: %z = graph.neg %b : tensor<4xf32>
//  CHECK-NEXT: graph.yield %z : tensor<4xf32>
//  CHECK-NEXT: }
//  CHECK-NEXT: return %r : tensor<4xf32>
//  CHECK-NEXT: }
func.func @loop_that_may_run(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = graph.while (%a = %x : tensor<4xf32>) {
    %y = graph.exp %a : tensor<4xf32>
    graph.condition %c, %y : tensor<4xf32>
  } do (%b: tensor<4xf32>) {
    %z = graph.neg %b : tensor<4xf32>
    graph.yield %z : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @values_that_a_loop_keeps(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
//  CHECK-NEXT: %r:2 = graph.while (%a = %x : tensor<4xf32>, %k = %y : tensor<4xf32>) {
//  CHECK-NEXT: graph.condition %c, %a, %y : tensor<4xf32>, tensor<4xf32>
//  CHECK-NEXT: } do (%b: tensor<4xf32>, %l: tensor<4xf32>) {
//  CHECK-NEXT: %z = graph.add %b, %y : tensor<4xf32>
//  CHECK-NEXT: graph.yield %z, %y : tensor<4xf32>, tensor<4xf32>
//  CHECK-NEXT: }
//  CHECK-NEXT: return %r#0, %y : tensor<4xf32>, tensor<4xf32>
//  CHECK-NEXT: }
func.func @values_that_a_loop_keeps(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = graph.while (%a = %x : tensor<4xf32>, %k = %y : tensor<4xf32>) {
    graph.condition %c, %a, %k : tensor<4xf32>, tensor<4xf32>
  } do (%b: tensor<4xf32>, %l: tensor<4xf32>) {
    %z = graph.add %b, %l : tensor<4xf32>
    graph.yield %z, %l : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Two values change places, so neither stays.
// CHECK-LABEL: func.func @values_that_change_places(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
//  CHECK-NEXT: %r:2 = graph.while (%a = %x : tensor<4xf32>, %k = %y : tensor<4xf32>) {
//  CHECK-NEXT: graph.condition %c, %a, %k : tensor<4xf32>, tensor<4xf32>
//  CHECK-NEXT: } do (%b: tensor<4xf32>, %l: tensor<4xf32>) {
//  CHECK-NEXT: graph.yield %l, %b : tensor<4xf32>, tensor<4xf32>
//  CHECK-NEXT: }
//  CHECK-NEXT: return %r#0 : tensor<4xf32>
//  CHECK-NEXT: }
func.func @values_that_change_places(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %r:2 = graph.while (%a = %x : tensor<4xf32>, %k = %y : tensor<4xf32>) {
    graph.condition %c, %a, %k : tensor<4xf32>, tensor<4xf32>
  } do (%b: tensor<4xf32>, %l: tensor<4xf32>) {
    graph.yield %l, %b : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0 : tensor<4xf32>
}

// -----

// The first value stays, then it is as if it had not been carried; unused are a stacked result and a source.
// CHECK-LABEL: func.func @values_that_a_scan_keeps(%x: tensor<4xf32>, %xs: tensor<7x4xf32>, %ys: tensor<7xi8>) -> (tensor<4xf32>, tensor<4xf32>) {
//  CHECK-NEXT: %0 = graph.scan (%s = %x : tensor<4xf32>) over (%e = %xs : tensor<7x4xf32>) {
//  CHECK-NEXT: %t = graph.add %s, %x : tensor<4xf32>
//  CHECK-NEXT: %u = graph.mul %t, %e : tensor<4xf32>
//  CHECK-NEXT: graph.yield %u : tensor<4xf32>
//  CHECK-NEXT: }
//  CHECK-NEXT: return %x, %0 : tensor<4xf32>, tensor<4xf32>
//  CHECK-NEXT: }
func.func @values_that_a_scan_keeps(%x: tensor<4xf32>, %xs: tensor<7x4xf32>, %ys: tensor<7xi8>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:4 = graph.scan (%k = %x : tensor<4xf32>, %s = %x : tensor<4xf32>) over (%i = %ys : tensor<7xi8>, %e = %xs : tensor<7x4xf32>) -> (tensor<7x4xf32>, tensor<7x4xf32>) {
    %t = graph.add %s, %k : tensor<4xf32>
    %u = graph.mul %t, %e : tensor<4xf32>
    graph.yield %k, %u, %t, %e : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// What is carried changes, or is used.
// CHECK-LABEL: func.func @used_scan_values(%x: tensor<4xf32>, %xs: tensor<7x4xf32>) -> (tensor<4xf32>, tensor<7x4xf32>) {
//  CHECK-NEXT: %r:2 = graph.scan (%s = %x : tensor<4xf32>) over (%e = %xs : tensor<7x4xf32>) -> tensor<7x4xf32> {
//  CHECK-NEXT: %t = graph.add %s, %e : tensor<4xf32>
//  CHECK-NEXT: graph.yield %t, %s : tensor<4xf32>, tensor<4xf32>
//  CHECK-NEXT: }
//  CHECK-NEXT: return %r#0, %r#1 : tensor<4xf32>, tensor<7x4xf32>
//  CHECK-NEXT: }
func.func @used_scan_values(%x: tensor<4xf32>, %xs: tensor<7x4xf32>) -> (tensor<4xf32>, tensor<7x4xf32>) {
  %r:2 = graph.scan (%s = %x : tensor<4xf32>) over (%e = %xs : tensor<7x4xf32>) -> tensor<7x4xf32> {
    %t = graph.add %s, %e : tensor<4xf32>
    graph.yield %t, %s : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<7x4xf32>
}

// -----

// The source that is not used is the only one that says how long it takes.
// CHECK-LABEL: func.func @length_from_an_unused_source(%xs: tensor<?x4xf32>, %ys: tensor<7xi8>) -> tensor<7x4xf32> {
//  CHECK-NEXT: %r = graph.scan over (%e = %xs : tensor<?x4xf32>, %i = %ys : tensor<7xi8>) -> tensor<7x4xf32> {
//  CHECK-NEXT: graph.yield %e : tensor<4xf32>
//  CHECK-NEXT: }
//  CHECK-NEXT: return %r : tensor<7x4xf32>
//  CHECK-NEXT: }
func.func @length_from_an_unused_source(%xs: tensor<?x4xf32>, %ys: tensor<7xi8>) -> tensor<7x4xf32> {
  %r = graph.scan over (%e = %xs : tensor<?x4xf32>, %i = %ys : tensor<7xi8>) -> tensor<7x4xf32> {
    graph.yield %e : tensor<4xf32>
  }
  return %r : tensor<7x4xf32>
}

// -----

// CHECK-LABEL: func.func @scan_of_nothing(%x: tensor<4xf32>, %xs: tensor<0x4xf32>) -> tensor<4xf32> {
//  CHECK-NEXT: return %x : tensor<4xf32>
//  CHECK-NEXT: }
func.func @scan_of_nothing(%x: tensor<4xf32>, %xs: tensor<0x4xf32>) -> tensor<4xf32> {
  %r = graph.scan (%s = %x : tensor<4xf32>) over (%e = %xs : tensor<0x4xf32>) {
    %t = graph.add %s, %e : tensor<4xf32>
    graph.yield %t : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @scan_of_nothing_with_results(%x: tensor<4xf32>, %xs: tensor<0x4xf32>) -> tensor<0x4xf32> {
//  CHECK-NEXT: %r = graph.scan over (%e = %xs : tensor<0x4xf32>) -> tensor<0x4xf32> {
//  CHECK-NEXT: %t = graph.add %x, %e : tensor<4xf32>
//  CHECK-NEXT: graph.yield %t : tensor<4xf32>
//  CHECK-NEXT: }
//  CHECK-NEXT: return %r : tensor<0x4xf32>
//  CHECK-NEXT: }
func.func @scan_of_nothing_with_results(%x: tensor<4xf32>, %xs: tensor<0x4xf32>) -> tensor<0x4xf32> {
  %r = graph.scan over (%e = %xs : tensor<0x4xf32>) -> tensor<0x4xf32> {
    %t = graph.add %x, %e : tensor<4xf32>
    graph.yield %t : tensor<4xf32>
  }
  return %r : tensor<0x4xf32>
}
