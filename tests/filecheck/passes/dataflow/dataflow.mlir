// RUN: dlc-opt %s --load-pass=support.analysis_passes --test-int-ranges | filecheck %s --check-prefix=RANGE
// RUN: dlc-opt %s --load-pass=support.analysis_passes --test-constants | filecheck %s --check-prefix=CONSTANT
// RUN: dlc-opt %s --load-pass=support.analysis_passes --test-liveness | filecheck %s --check-prefix=LIVE

//    RANGE-LABEL: func.func @straight
//          RANGE: arith.remui {{.*}} {range = ["unsigned : [0, 9] signed : [0, 9]"]}
//          RANGE: arith.subi {{.*}} {range = ["unsigned : [246, 255] signed : [-10, -1]"]}
//          RANGE: arith.negf {{.*}} {range = ["none"]}
// CONSTANT-LABEL: func.func @straight
//       CONSTANT: arith.remui {{.*}} {constant = ["<not constant>"]}
//     LIVE-LABEL: func.func @straight
//           LIVE: return {live = "in 0 out 0"}
func.func @straight(%x: i8, %f: f32) -> (i8, f32) {
  %c10 = arith.constant 10 : i8
  %rem = arith.remui %x, %c10 : i8
  %less = arith.subi %rem, %c10 : i8
  %neg = arith.negf %f : f32
  return %less, %neg : i8, f32
}

// CONSTANT-LABEL: func.func @decided
//       CONSTANT: arith.addi {{.*}} {constant = ["unreached"]}
//       CONSTANT: arith.addi {{.*}} {constant = ["8 : i32"]}
//     LIVE-LABEL: func.func @decided
//           LIVE: cf.cond_br {{.*}} {live = "in 0 out 2"}
func.func @decided(%x: i32) -> i32 {
  %c4 = arith.constant 4 : i32
  %true = arith.constant true
  cf.cond_br %true, ^live, ^dead
^dead:
  %a = arith.addi %x, %x : i32
  return %a : i32
^live:
  %b = arith.addi %c4, %c4 : i32
  return %b : i32
}
