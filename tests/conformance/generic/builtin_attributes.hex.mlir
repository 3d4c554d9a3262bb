"builtin.module"() ({
  "a.ws"() {a = 1 : i64, b = 2 : i64, c = [1, 2, 3], d = {e = 1 : i64, f}, g = @a::@b, h = "x" : i32, i = 1 : i8, j = -1 : i8, k = 1.000000e+00 : f32, l = array<i8: 1, 2>, m = dense<"0x0102"> : tensor<2xi8>} : () -> ()
}) : () -> ()
