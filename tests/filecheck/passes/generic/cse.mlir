// RUN: dlc-opt %s --load-dialect=support.test_dialect --cse --split-input-file | filecheck %s

// CHECK-LABEL: func.func @equal_ops_become_one(
//       CHECK:   %[[SUM:.*]] = test.add
//       CHECK:   return %[[SUM]], %[[SUM]], %[[SUM]]
func.func @equal_ops_become_one(%x: i32, %y: i32) -> (i32, i32, i32) {
  %0 = test.add %x, %y : i32
  %1 = test.add %x, %y : i32
  %commuted = test.add %y, %x : i32
  return %0, %1, %commuted : i32, i32, i32
}

// -----

// CHECK-LABEL: func.func @ops_that_differ_stay(
//       CHECK:   return %[[A:.*]], %[[B:.*]], %[[C:.*]], %[[D:.*]] :
func.func @ops_that_differ_stay(%x: i32, %y: i32) -> (i32, i32, i32, i64) {
  %0 = test.swap %x, %y : i32
  %1 = test.swap %y, %x : i32
  %2 = test.swap %x, %y {label} : i32
  %3 = "test.pure"(%x) : (i32) -> i64
  return %0, %1, %2, %3 : i32, i32, i32, i64
}

// -----

// CHECK-LABEL: func.func @dead_ops_go
//  CHECK-NEXT:   return
func.func @dead_ops_go(%x: i32) {
  %0 = test.add %x, %x : i32
  return
}

// -----

// CHECK-LABEL: func.func @reads_are_equal_until_a_write(
//       CHECK:   %[[BEFORE:.*]] = test.read
//   CHECK-NOT:   test.read
//       CHECK:   test.write
//       CHECK:   %[[AFTER:.*]] = test.read
//       CHECK:   return %[[BEFORE]], %[[BEFORE]], %[[AFTER]]
func.func @reads_are_equal_until_a_write(%n: index, %m: index) -> (i32, i32, i32) {
  %0 = test.read %n : index -> i32
  %1 = test.read %n : index -> i32
  test.write %0, %m : i32, index
  %2 = test.read %n : index -> i32
  return %0, %1, %2 : i32, i32, i32
}

// -----

// Nobody knows what an op without effects declared does to memory.
// CHECK-LABEL: func.func @unknown_effects_write(
//       CHECK:   test.read
//       CHECK:   "test.use"
//       CHECK:   test.read
func.func @unknown_effects_write(%n: index) -> (i32, i32) {
  %0 = test.read %n : index -> i32
  "test.use"() : () -> ()
  %1 = test.read %n : index -> i32
  return %0, %1 : i32, i32
}

// -----

// A loop that writes nothing is no obstacle.
// CHECK-LABEL: func.func @reads_around_a_loop(
//       CHECK:   %[[READ:.*]] = test.read
//       CHECK:   test.loop
//   CHECK-NOT:   test.read
//       CHECK:   return %[[READ]], %[[READ]]
func.func @reads_around_a_loop(%n: index) -> (i32, i32) {
  %0 = test.read %n : index -> i32
  test.loop %n {
  ^bb0(%i: index):
    test.free %i : index
    test.yield
  }
  %1 = test.read %n : index -> i32
  return %0, %1 : i32, i32
}

// -----

// CHECK-LABEL: func.func @what_dominates_is_known(
//       CHECK:   %[[TOP:.*]] = test.add
//       CHECK:   cf.cond_br
//       CHECK: ^bb1:
//       CHECK:   %[[LEFT:.*]] = test.swap
//       CHECK:   cf.br ^bb3(%[[TOP]], %[[LEFT]]
//       CHECK: ^bb2:
//       CHECK:   %[[RIGHT:.*]] = test.swap
//       CHECK:   cf.br ^bb3(%[[TOP]], %[[RIGHT]]
//       CHECK: ^bb3(
//       CHECK:   %[[JOIN:.*]] = test.swap
//       CHECK:   return %{{.*}}, %{{.*}}, %[[JOIN]], %[[TOP]]
func.func @what_dominates_is_known(%c: i1, %x: i32) -> (i32, i32, i32, i32) {
  %0 = test.add %x, %x : i32
  "test.use"(%0) : (i32) -> ()
  cf.cond_br %c, ^a, ^b
^a:
  %1 = test.add %x, %x : i32
  %2 = test.swap %x, %x : i32
  cf.br ^m(%1, %2 : i32, i32)
^b:
  %3 = test.add %x, %x : i32
  %4 = test.swap %x, %x : i32
  cf.br ^m(%3, %4 : i32, i32)
^m(%p: i32, %q: i32):
  %5 = test.swap %x, %x : i32
  %6 = test.add %x, %x : i32
  return %p, %q, %5, %6 : i32, i32, i32, i32
}

// -----

// CHECK-LABEL: func.func @equal_regions_become_one(
//       CHECK:   %[[A:.*]] = "test.region"
//       CHECK:   %[[B:.*]] = "test.region"
//   CHECK-NOT:   "test.region"
//       CHECK:   return %[[A]], %[[A]], %[[B]]
func.func @equal_regions_become_one(%x: i32, %y: i32) -> (i32, i32, i32) {
  %0 = "test.region"() ({
    %a = test.swap %x, %y : i32
    test.yield %a : i32
  }) : () -> i32
  %1 = "test.region"() ({
    %a = test.swap %x, %y : i32
    test.yield %a : i32
  }) : () -> i32
  %2 = "test.region"() ({
    %a = test.swap %y, %x : i32
    test.yield %a : i32
  }) : () -> i32
  return %0, %1, %2 : i32, i32, i32
}

// -----

// Regions of which the first differs from the others are compared with one another all the same.
// CHECK-LABEL: func.func @equal_regions_behind_another(
//       CHECK:   %[[A:.*]] = "test.region"
//       CHECK:   %[[B:.*]] = "test.region"
//   CHECK-NOT:   "test.region"
//       CHECK:   return %[[A]], %[[B]], %[[B]], %[[A]]
func.func @equal_regions_behind_another(%x: i32, %y: i32) -> (i32, i32, i32, i32) {
  %0 = "test.region"() ({
    %a = test.swap %x, %y : i32
    test.yield %a : i32
  }) : () -> i32
  %1 = "test.region"() ({
    %a = test.swap %y, %x : i32
    test.yield %a : i32
  }) : () -> i32
  %2 = "test.region"() ({
    %a = test.swap %y, %x : i32
    test.yield %a : i32
  }) : () -> i32
  %3 = "test.region"() ({
    %a = test.swap %x, %y : i32
    test.yield %a : i32
  }) : () -> i32
  return %0, %1, %2, %3 : i32, i32, i32, i32
}

// -----

// Values from outside are known inside, but not the other way round, and not across what is isolated.
// CHECK-LABEL: func.func @scopes(
//       CHECK:   %[[OUT:.*]] = test.add
//       CHECK:   test.loop
//   CHECK-NOT:     test.add
//       CHECK:     test.swap
//       CHECK:   test.swap
func.func @scopes(%n: index, %x: i32) -> i32 {
  %0 = test.add %x, %x : i32
  test.loop %n {
  ^bb0(%i: index):
    %1 = test.add %x, %x : i32
    %2 = test.swap %x, %x : i32
    "test.use"(%0, %1, %2) : (i32, i32, i32) -> ()
    test.yield
  }
  %3 = test.swap %x, %x : i32
  return %3 : i32
}

// -----

// CHECK-LABEL: test.graph
//       CHECK:   "test.use"(%[[SAME:.*]], %[[SAME]])
test.graph {
  "test.use"(%a, %b) : (i32, i32) -> ()
  %a = test.swap %x, %x : i32
  %b = test.swap %x, %x : i32
  %x = "test.pure"() : () -> i32
}
