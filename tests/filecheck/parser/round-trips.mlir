// RUN: dlc-opt %s --split-input-file --allow-unregistered-dialect --verify-roundtrip | filecheck %s

// Resources and distinct attributes are compared by what they hold.

// CHECK: dense_resource<blob>
"t.x"() {a = dense_resource<blob> : tensor<3xi64>, b = distinct[0]<i32>, c = [distinct[1]<i32>]} : () -> ()

{-#
  dialect_resources: {
    builtin: {
      blob: "0x08000000010000000000000002000000000000000300000000000000"
    }
  }
#-}

// -----

// CHECK: math.isfinite %{{.*}} {fastmath = #arith.fastmath<nnan>} : f32
func.func @flags(%x: f32) -> i1 {
  %r = math.isfinite %x {fastmath = #arith.fastmath<nnan>} : f32
  return %r : i1
}

// -----

// The map of a rank-0 source cannot be left out.
// CHECK: vector.transfer_read %{{.*}}[], %{{.*}} {permutation_map = #map} : tensor<f32>, vector<1xf32>
func.func @rank_0(%t: tensor<f32>, %p: f32) -> vector<1xf32> {
  %0 = vector.transfer_read %t[], %p {permutation_map = affine_map<() -> (0)>} : tensor<f32>, vector<1xf32>
  return %0 : vector<1xf32>
}

// -----

// What begins with `{-#` is no body.
// CHECK: func.func private @declared()
func.func private @declared()

{-#
#-}
