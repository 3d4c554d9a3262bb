// RUN: dlc-opt %s --hoist-into-globals | filecheck %s

memref.global "private" constant @small : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
memref.global "private" constant @other : memref<4xf32> = dense<[5.0, 6.0, 7.0, 8.0]>
memref.global "private" @changing : memref<4xf32> = dense<0.0>

// A function that is called with several constants gets a buffer for each, and the constants themselves no more.
// CHECK-LABEL: func.func @two_weights(
//  CHECK-SAME:   %[[Y:.*]]: memref<4xf32>)
//  CHECK-NEXT:   %[[P:.*]] = memref.get_global @scaled_sum_twice :
//  CHECK-NEXT:   call @scaled_sum(%[[Y]], %[[P]])
//  CHECK-NEXT:   %[[Q:.*]] = memref.get_global @scaled_sum_twice_0 :
//  CHECK-NEXT:   call @scaled_sum(%[[Y]], %[[Q]])
//  CHECK-NEXT:   %[[R:.*]] = memref.get_global @scaled_sum_twice :
//  CHECK-NEXT:   call @scaled_sum(%[[Y]], %[[R]])
func.func @two_weights(%y: memref<4xf32>) {
  %w = memref.get_global @small : memref<4xf32>
  %v = memref.get_global @other : memref<4xf32>
  call @scaled_sum(%w, %y) : (memref<4xf32>, memref<4xf32>) -> ()
  call @scaled_sum(%v, %y) : (memref<4xf32>, memref<4xf32>) -> ()
  call @scaled_sum(%w, %y) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}

// CHECK-LABEL: func.func private @scaled_sum(
//  CHECK-SAME:   %[[Y:.*]]: memref<4xf32>, %[[P:.*]]: memref<4xf32> {llvm.noalias})
//   CHECK-NOT:   loop.store %{{.*}}, %[[P]]
//       CHECK:   loop.for
//       CHECK:     loop.load %[[P]]
//       CHECK:   return
//   CHECK-NOT:   memref.dealloc
func.func private @scaled_sum(%w: memref<4xf32>, %y: memref<4xf32>) {
  %two = arith.constant 2.0 : f32
  %twice = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
  loop.for %i = 0 to 4 {
    %0 = loop.load %w[%i] : memref<4xf32>
    %1 = arith.mulf %0, %two : f32
    loop.store %1, %twice[%i] : memref<4xf32>
  }
  loop.for %i = 0 to 4 {
    %0 = loop.load %twice[%i] : memref<4xf32>
    %1 = loop.load %y[%i] : memref<4xf32>
    %2 = arith.addf %0, %1 : f32
    loop.store %2, %y[%i] : memref<4xf32>
  }
  memref.dealloc %twice : memref<4xf32>
  return
}

// What the function reads besides, as another weight that is not packed, is passed as before.
// CHECK-LABEL: func.func @read_twice(
//       CHECK:   %[[W:.*]] = memref.get_global @small
//       CHECK:   %[[P:.*]] = memref.get_global @scaled_sum_twice :
//  CHECK-NEXT:   call @sum_with_itself(%[[W]], %{{.*}}, %[[P]])
func.func @read_twice(%y: memref<4xf32>) {
  %w = memref.get_global @small : memref<4xf32>
  call @sum_with_itself(%w, %y) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}

// CHECK-LABEL: func.func private @sum_with_itself(
//  CHECK-SAME:   %[[W:.*]]: memref<4xf32>, %{{.*}}: memref<4xf32>, %[[P:.*]]: memref<4xf32> {llvm.noalias})
//       CHECK:     loop.load %[[P]]
//       CHECK:     loop.load %[[W]]
func.func private @sum_with_itself(%w: memref<4xf32>, %y: memref<4xf32>) {
  %two = arith.constant 2.0 : f32
  %twice = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
  loop.for %i = 0 to 4 {
    %0 = loop.load %w[%i] : memref<4xf32>
    %1 = arith.mulf %0, %two : f32
    loop.store %1, %twice[%i] : memref<4xf32>
  }
  loop.for %i = 0 to 4 {
    %0 = loop.load %twice[%i] : memref<4xf32>
    %1 = loop.load %w[%i] : memref<4xf32>
    %2 = arith.addf %0, %1 : f32
    loop.store %2, %y[%i] : memref<4xf32>
  }
  memref.dealloc %twice : memref<4xf32>
  return
}

// A global that is named where it is used needs no argument.
// CHECK-LABEL: func.func @named_here(
//       CHECK:   memref.get_global @named_here_copy :
//   CHECK-NOT:   memref.alloc
//       CHECK:   return
func.func @named_here(%i: index) -> f32 {
  %copy = memref.alloc() : memref<4xf32>
  %w = memref.get_global @small : memref<4xf32>
  loop.for %j = 0 to 4 {
    %0 = loop.load %w[3 - %j] : memref<4xf32>
    loop.store %0, %copy[%j] : memref<4xf32>
  }
  %0 = loop.load %copy[symbol(%i)] : memref<4xf32>
  return %0 : f32
}

// What may change, or depends on an argument of a call that may pass anything, stays.
// CHECK-LABEL: func.func @not_constant(
//       CHECK:   memref.alloc
//       CHECK:   memref.alloc
func.func @not_constant(%x: memref<4xf32>, %i: index) -> (f32, f32) {
  %first = memref.alloc() : memref<4xf32>
  %second = memref.alloc() : memref<4xf32>
  %w = memref.get_global @changing : memref<4xf32>
  loop.for %j = 0 to 4 {
    %0 = loop.load %w[%j] : memref<4xf32>
    loop.store %0, %first[%j] : memref<4xf32>
  }
  loop.for %j = 0 to 4 {
    %0 = loop.load %x[%j] : memref<4xf32>
    loop.store %0, %second[%j] : memref<4xf32>
  }
  %0 = loop.load %first[symbol(%i)] : memref<4xf32>
  %1 = loop.load %second[symbol(%i)] : memref<4xf32>
  return %0, %1 : f32, f32
}

// So does what is written again behind its first use, and what somebody else gets to see.
// CHECK-LABEL: func.func @written_again(
//       CHECK:   memref.alloc
func.func @written_again(%i: index, %new: f32) -> f32 {
  %copy = memref.alloc() : memref<4xf32>
  %w = memref.get_global @small : memref<4xf32>
  loop.for %j = 0 to 4 {
    %0 = loop.load %w[%j] : memref<4xf32>
    loop.store %0, %copy[%j] : memref<4xf32>
  }
  %0 = loop.load %copy[symbol(%i)] : memref<4xf32>
  loop.store %new, %copy[symbol(%i)] : memref<4xf32>
  return %0 : f32
}

// CHECK-LABEL: func.func @seen_by_others(
//       CHECK:   memref.alloc
func.func @seen_by_others() -> memref<4xf32> {
  %copy = memref.alloc() : memref<4xf32>
  %w = memref.get_global @small : memref<4xf32>
  loop.for %j = 0 to 4 {
    %0 = loop.load %w[%j] : memref<4xf32>
    loop.store %0, %copy[%j] : memref<4xf32>
  }
  return %copy : memref<4xf32>
}

// Nothing is read when the program is loaded that may not exist.
// CHECK-LABEL: func.func @beyond_the_end(
//       CHECK:   memref.alloc
func.func @beyond_the_end(%i: index) -> f32 {
  %copy = memref.alloc() : memref<8xf32>
  %w = memref.get_global @small : memref<4xf32>
  loop.for %j = 0 to 8 {
    %0 = loop.load %w[%j] : memref<4xf32>
    loop.store %0, %copy[%j] : memref<8xf32>
  }
  %0 = loop.load %copy[symbol(%i)] : memref<8xf32>
  return %0 : f32
}

// What is filled under a condition is filled when the program is loaded, whether the condition holds or not.
// CHECK-LABEL: func.func @under_a_condition(
//   CHECK-NOT:   memref.alloc
//       CHECK:   loop.if
//       CHECK:     memref.get_global @under_a_condition_copy
//   CHECK-NOT:     loop.for
//       CHECK:     return
func.func @under_a_condition(%y: memref<4xf32>, %n: index) {
  %w = memref.get_global @small : memref<4xf32>
  loop.if affine_set<()[s0] : (s0 - 2 >= 0)>()[%n] {
    %copy = memref.alloc() : memref<4xf32>
    loop.for %j = 0 to 4 {
      %0 = loop.load %w[%j] : memref<4xf32>
      %1 = arith.mulf %0, %0 : f32
      loop.store %1, %copy[%j] : memref<4xf32>
    }
    %0 = loop.load %copy[1] : memref<4xf32>
    loop.store %0, %y[0] : memref<4xf32>
    memref.dealloc %copy : memref<4xf32>
  }
  return
}

// A large buffer of few constants is cheaper to fill than to read.
// CHECK-LABEL: func.func @much_of_little(
//       CHECK:   memref.alloc
func.func @much_of_little(%i: index) -> f32 {
  %copy = memref.alloc() : memref<4096x4xf32>
  %w = memref.get_global @small : memref<4xf32>
  loop.for %k = 0 to 4096 {
    loop.for %j = 0 to 4 {
      %0 = loop.load %w[%j] : memref<4xf32>
      loop.store %0, %copy[%k, %j] : memref<4096x4xf32>
    }
  }
  %0 = loop.load %copy[symbol(%i), 0] : memref<4096x4xf32>
  return %0 : f32
}

// CHECK-LABEL: func.func private @scaled_sum_fills_twice(
//  CHECK-SAME:   %[[W:.*]]: memref<4xf32>, %[[P:.*]]: memref<4xf32> {llvm.noalias})
//       CHECK:   %[[TWO:.*]] = arith.constant 2.0
//       CHECK:   loop.for
//       CHECK:     %[[X:.*]] = loop.load %[[W]]
//       CHECK:     arith.mulf %[[X]], %[[TWO]]
//       CHECK: memref.global "private" @scaled_sum_twice : memref<4xf32> = uninitialized {alignment = 64 : i64}

// CHECK-LABEL: func.func @at_load() attributes {llvm.global_ctor = 65535 : i32}
//       CHECK:   %[[A:.*]] = memref.get_global @small
//  CHECK-NEXT:   %[[B:.*]] = memref.get_global @scaled_sum_twice :
//  CHECK-NEXT:   call @scaled_sum_fills_twice(%[[A]], %[[B]])
//       CHECK:   %[[C:.*]] = memref.get_global @other
//       CHECK:   call @scaled_sum_fills_twice(%[[C]],
//       CHECK:   call @named_here_fills_copy(
//       CHECK:   call @under_a_condition_fills_copy(
//   CHECK-NOT:   call
//       CHECK:   return
