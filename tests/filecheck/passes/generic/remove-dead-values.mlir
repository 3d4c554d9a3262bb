// RUN: dlc-opt %s --remove-dead-values --split-input-file | filecheck %s

// CHECK-LABEL: func.func private @dead_argument_and_result(
//  CHECK-SAME:   %[[X:[a-z0-9]*]]: i32) -> i32
//       CHECK:   %[[Y:.*]] = arith.muli %[[X]], %[[X]] : i32
//  CHECK-NEXT:   return %[[Y]] : i32
func.func private @dead_argument_and_result(%x: i32, %unused: i32) -> (i32, i32) {
  %y = arith.muli %x, %x : i32
  %z = arith.addi %unused, %unused : i32
  return %y, %z : i32, i32
}

// CHECK-LABEL: func.func @caller(
//  CHECK-SAME:   %[[A:[a-z0-9]*]]: i32) -> i32
//  CHECK-NEXT:   %[[R:.*]] = call @dead_argument_and_result(%[[A]]) : (i32) -> i32
//  CHECK-NEXT:   return %[[R]] : i32
func.func @caller(%a: i32) -> i32 {
  %b = arith.addi %a, %a : i32
  %r:2 = call @dead_argument_and_result(%a, %b) : (i32, i32) -> (i32, i32)
  return %r#0 : i32
}

// -----

// CHECK-LABEL: func.func @argument_that_only_feeds_itself
//       CHECK:   ^bb1(%{{[a-z0-9]*}}: i32):
//   CHECK-NOT:   arith.muli
func.func @argument_that_only_feeds_itself(%n: i32, %m: memref<i32>) {
  %c1 = arith.constant 1 : i32
  cf.br ^loop(%c1, %c1 : i32, i32)
^loop(%i: i32, %product: i32):
  %next = arith.addi %i, %c1 : i32
  %more = arith.muli %product, %next : i32
  memref.store %i, %m[] : memref<i32>
  %go = arith.cmpi slt, %next, %n : i32
  cf.cond_br %go, ^loop(%next, %more : i32, i32), ^end
^end:
  return
}

// -----

// Others may call a public function, so it keeps its arguments.
// CHECK-LABEL: func.func @public_function(
//  CHECK-SAME:   %{{[a-z0-9]*}}: i32, %{{[a-z0-9]*}}: i32)
func.func @public_function(%x: i32, %unused: i32) -> i32 {
  return %x : i32
}

// -----

// Names in the type of an argument stand for its sizes, though nothing uses its elements.
// CHECK-LABEL: func.func private @argument_that_names_a_size(
//  CHECK-SAME:   %{{[a-z0-9]*}}: tensor<?xf32, #graph.dims<n>>) {
func.func private @argument_that_names_a_size(%x: tensor<?xf32, #graph.dims<n>>, %unused: tensor<?xf32>) {
  return
}

// CHECK-LABEL: func.func @names_a_size(
//       CHECK:   %[[SUM:.*]] = graph.add
//  CHECK-NEXT:   call @argument_that_names_a_size(%[[SUM]])
func.func @names_a_size(%a: tensor<?xf32, #graph.dims<n>>, %b: tensor<?xf32>) {
  %sum = graph.add %a, %a : tensor<?xf32, #graph.dims<n>>
  %other = graph.add %b, %b : tensor<?xf32>
  call @argument_that_names_a_size(%sum, %other) : (tensor<?xf32, #graph.dims<n>>, tensor<?xf32>) -> ()
  return
}

// Attributes of an argument go with it; the others have none, so nothing is left to write.
// CHECK-LABEL: func.func private @attributes_go(%b: i32) -> i32
//  CHECK-NEXT:   return
func.func private @attributes_go(%a: i32 {t.x}, %b: i32) -> (i32 {t.y}, i32) {
  %0 = arith.addi %b, %b : i32
  return %0, %b : i32, i32
}
func.func @use_attributes_go(%a: i32) -> i32 {
  %0:2 = call @attributes_go(%a, %a) : (i32, i32) -> (i32, i32)
  return %0#1 : i32
}
