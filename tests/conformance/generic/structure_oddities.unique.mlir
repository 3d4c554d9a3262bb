"builtin.module"() ({
  %1 = "o.x"() : () -> tensor<4xf32> // unused
}) : () -> ()

// -----
"builtin.module"() ({
  %1 = "o.x"() : () -> memref<4xf32, strided<[1]>> // unused
}) : () -> ()

// -----
#loc = loc("a":1:2)
#loc1 = loc("b")
#loc2 = loc(callsite(#loc at #loc1))
"builtin.module"() ({
  "o.l"() {a = #loc} : () -> ()
  "o.l"() {a = #loc2} : () -> ()
  "o.l"() ({
  ^bb0(%arg0: i32, %arg1: i1):
    // %arg0 is used by %4
    // %arg1 is used by %4
    "o.l"(%arg0, %arg1) : (i32, i1) -> () // id: %4
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  %1 = "o.n"() {a = tensor<2xf32, {b = tensor<2xf32, {c = "}>", d = #x.y<"}>", {}>}>, e = "\22>"}>} : () -> memref<2xf32, {s = "("}> // unused
}) : () -> ()

// -----
"builtin.module"() ({
  %1 = "o.t"() : () -> i32 // unused
  %2 = "o.t"() : () -> (((i32) -> i32) -> i32) // user: %4
  %3 = "o.t"() : () -> (() -> ()) // unused
  %4 = "o.t"(%2) : (((i32) -> i32) -> i32) -> (() -> (() -> (i32, i32))) // unused
}) : () -> ()
