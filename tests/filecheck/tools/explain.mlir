// RUN: dlc-opt %s --lower-to-loops --explain=alloc --explain=1 | filecheck %s
// RUN: dlc-opt %s --canonicalize --explain=c5 --explain=twice | filecheck %s --check-prefix=FOLDED

// An op of a lowered program names the pass that made it, although no pattern did, and the line of the source.
// CHECK:      %alloc is defined by 'memref.alloc'
// CHECK-NEXT:   by bufferize
// CHECK-NEXT:     from {{.*}}explain.mlir:20:8: %y = graph.exp
// CHECK:      %1 is defined by 'math.exp'
// CHECK-NEXT:   by graph-to-tensor
// CHECK-NEXT:     from {{.*}}:8: %y = graph.exp

// An op of the source has no pass, and where a pattern made an op, its name is enough.
// FOLDED:      %c5 is defined by 'arith.addi'
// FOLDED-NEXT:   by canonicalize/
// FOLDED-NEXT:     from
// FOLDED:      %twice is defined by 'arith.addi'
// FOLDED-NEXT:   from

func.func @main(%x: tensor<4xf32>, %n: i32) -> (tensor<4xf32>, i32, i32) {
  %y = graph.exp %x : tensor<4xf32>
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %a = arith.addi %n, %c2 : i32
  %c5 = arith.addi %a, %c3 : i32
  %twice = arith.addi %n, %n : i32
  return %y, %c5, %twice : tensor<4xf32>, i32, i32
}
