"builtin.module"() ({
  "o.x"() {a = dense<"0x0000803F00000040"> : tensor<2xf32>} : () -> ()
}) : () -> ()

// -----
#map = affine_map<(d0) -> (d0)>
"builtin.module"() ({
  "o.t"() {a = [1, 2, -3], b = -1 : i64, c = 31 : i64, d = 1.500000e+00 : f64, e = -1.500000e-03 : f32, f = @a, g = array<i8: 1>, h = dense<"0x01FE"> : tensor<2xi8>, i = i32, j = !a.b, k = #a.b, l = "x", m = {n = 1 : i64}, o = #map} : () -> ()
}) : () -> ()
