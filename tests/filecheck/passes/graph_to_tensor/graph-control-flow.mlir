// RUN: dlc-opt %s --split-input-file --loop-invariant-code-motion | filecheck %s --check-prefix=LICM
// RUN: dlc-opt %s --split-input-file --cse | filecheck %s --check-prefix=CSE
// RUN: dlc-opt %s --split-input-file --sccp | filecheck %s --check-prefix=SCCP
// RUN: dlc-opt %s --split-input-file --remove-dead-values | filecheck %s --check-prefix=DEAD
// RUN: dlc-opt %s --split-input-file --inline | filecheck %s --check-prefix=INLINE

// What passes know of control flow in graphs, they know by the interfaces of its ops.

// LICM-LABEL: func.func @scan
//       LICM:   %i = graph.exp %x : tensor<4xf32>
//  LICM-NEXT:   graph.scan
//  LICM-NEXT:     %n = graph.add %a, %i : tensor<4xf32>

// DEAD-LABEL: func.func @scan
//       DEAD:   = graph.scan (%a = %x : tensor<4xf32>, %dead = %x : tensor<4xf32>) over (%b = %xs : tensor<7x4xf32>)
func.func @scan(%x: tensor<4xf32>, %xs: tensor<7x4xf32>) -> (tensor<4xf32>, tensor<7x4xf32>) {
  %r:3 = graph.scan (%a = %x : tensor<4xf32>, %dead = %x : tensor<4xf32>) over (%b = %xs : tensor<7x4xf32>) -> tensor<7x4xf32> {
    %i = graph.exp %x : tensor<4xf32>
    %n = graph.add %a, %i : tensor<4xf32>
    %d = graph.mul %dead, %b : tensor<4xf32>
    graph.yield %n, %d, %d : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#2 : tensor<4xf32>, tensor<7x4xf32>
}

// -----

// What is carried around and never needed goes, with what is computed for it.

// DEAD-LABEL: func.func @scan_of_dead_values
//       DEAD:   %[[R:.*]] = graph.scan (%a = %x : tensor<4xf32>) over (%b = %xs : tensor<7x4xf32>) {
//  DEAD-NEXT:     %n = graph.add %a, %b : tensor<4xf32>
//  DEAD-NEXT:     graph.yield %n : tensor<4xf32>
//  DEAD-NEXT:   }
func.func @scan_of_dead_values(%x: tensor<4xf32>, %xs: tensor<7x4xf32>) -> tensor<4xf32> {
  %r:2 = graph.scan (%a = %x : tensor<4xf32>, %dead = %x : tensor<4xf32>) over (%b = %xs : tensor<7x4xf32>) {
    %n = graph.add %a, %b : tensor<4xf32>
    %d = graph.mul %dead, %b : tensor<4xf32>
    graph.yield %n, %d : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0 : tensor<4xf32>
}

// -----

// LICM-LABEL: func.func @while
//       LICM:   %i = graph.exp %x : tensor<4xf32>
//  LICM-NEXT:   graph.while

// DEAD-LABEL: func.func @while
//       DEAD:   graph.while (%a = %x : tensor<4xf32>) {
//       DEAD:   } do (%b: tensor<4xf32>) {

// Nobody knows whether the loop ends, so it stays although nothing needs it.

// CSE-LABEL: func.func @while
//       CSE:   graph.while
func.func @while(%c: tensor<i1>, %x: tensor<4xf32>) {
  %r:2 = graph.while (%a = %x : tensor<4xf32>, %dead = %x : tensor<4xf32>) {
    %i = graph.exp %x : tensor<4xf32>
    %n = graph.add %a, %i : tensor<4xf32>
    %g = graph.compare <lt> %n, %x : tensor<4xf32>
    %all = graph.reduce <and> %g, [0] : tensor<4xi1> -> tensor<i1>
    graph.condition %all, %n, %dead : tensor<4xf32>, tensor<4xf32>
  } do (%b: tensor<4xf32>, %e: tensor<4xf32>) {
    graph.yield %b, %e : tensor<4xf32>, tensor<4xf32>
  }
  return
}

// -----

// CSE-LABEL: func.func @equal
//       CSE:   %r = graph.if
//   CSE-NOT:   graph.if
//       CSE:   return %r, %r
func.func @equal(%c: tensor<i1>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r = graph.if %c -> tensor<4xf32> {
    graph.yield %x : tensor<4xf32>
  } else {
    %y = graph.exp %x : tensor<4xf32>
    graph.yield %y : tensor<4xf32>
  }
  %s = graph.if %c -> tensor<4xf32> {
    graph.yield %x : tensor<4xf32>
  } else {
    %y = graph.exp %x : tensor<4xf32>
    graph.yield %y : tensor<4xf32>
  }
  return %r, %s : tensor<4xf32>, tensor<4xf32>
}

// -----

// Only the branch that is taken says what the result is.

// SCCP-LABEL: func.func @constant
//       SCCP:   %[[T:.*]] = graph.constant dense<true> : tensor<i1>
//       SCCP:   return %[[T]] : tensor<i1>
func.func @constant(%c: tensor<i1>) -> tensor<i1> {
  %t = graph.constant dense<true> : tensor<i1>
  %r = graph.if %t -> tensor<i1> {
    graph.yield %t : tensor<i1>
  } else {
    graph.yield %c : tensor<i1>
  }
  return %r : tensor<i1>
}

// -----

// Names of sizes are replaced by what they stand for where the body comes to stand.

// INLINE-LABEL: func.func @number
//  INLINE-SAME:   (%x: tensor<4xf32>) -> tensor<4xf32> {
//  INLINE-NEXT:   %y = graph.exp %x : tensor<4xf32>
//  INLINE-NEXT:   return %y : tensor<4xf32>
func.func @number(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = graph.call @callee(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// INLINE-LABEL: func.func @another_name
//       INLINE:   %y = graph.exp %x : tensor<?xf32, #graph.dims<m>>
func.func @another_name(%x: tensor<?xf32, #graph.dims<m>>, %n: tensor<?xi8, #graph.dims<n>>) -> tensor<?xf32, #graph.dims<m>> {
  %r = graph.call @callee(%x) : (tensor<?xf32, #graph.dims<m>>) -> tensor<?xf32, #graph.dims<m>>
  return %r : tensor<?xf32, #graph.dims<m>>
}

// The size has no name here, so what the body says of it could not be said.

// INLINE-LABEL: func.func @unknown
//       INLINE:   graph.call @callee
func.func @unknown(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = graph.call @callee(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// INLINE-LABEL: func.func @forbidden
//       INLINE:   graph.call no_inline @callee
func.func @forbidden(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = graph.call no_inline @callee(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @callee(%x: tensor<?xf32, #graph.dims<n>>) -> tensor<?xf32, #graph.dims<n>> {
  %y = graph.exp %x : tensor<?xf32, #graph.dims<n>>
  return %y : tensor<?xf32, #graph.dims<n>>
}

// -----

// The signature of a function that something else than `func.call` calls stays.

// DEAD-LABEL: func.func private @with_a_dead_argument(%x: tensor<4xf32>, %unused: tensor<4xf32>)
func.func private @with_a_dead_argument(%x: tensor<4xf32>, %unused: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %y = graph.exp %x : tensor<4xf32>
  return %y, %x : tensor<4xf32>, tensor<4xf32>
}
func.func @caller(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r:2 = graph.call @with_a_dead_argument(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0 : tensor<4xf32>
}
