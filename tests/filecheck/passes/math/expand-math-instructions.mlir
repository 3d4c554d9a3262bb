// RUN: dlc-opt %s --expand-math="exp2-instructions=true" --split-input-file | filecheck %s

// A machine with an instruction for powers of two computes those that may be approximate by it.
// CHECK-LABEL: func.func @powers
// CHECK: math.exp2 %x fastmath<afn> : f32
// CHECK-NOT: math.exp2
func.func @powers(%x: f32, %y: f64) -> (f32, f32, f64) {
  %a = math.exp2 %x fastmath<afn> : f32
  %b = math.exp2 %x : f32
  %c = math.exp2 %y fastmath<afn> : f64
  return %a, %b, %c : f32, f32, f64
}
