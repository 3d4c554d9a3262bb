"builtin.module"() ({
  "l.a"() : () -> () loc(unknown)
  "l.a"() : () -> () loc("file.mlir":10:20)
  "l.a"() : () -> () loc("name")
  "l.a"() : () -> () loc("name"("file.mlir":1:1))
  "l.a"() : () -> () loc(callsite("a" at "b"))
  "l.a"() : () -> () loc(callsite("f":1:1 at callsite("g":2:2 at "h":3:3)))
  "l.a"() : () -> () loc(fused["a", "b", "c"])
  "l.a"() : () -> () loc(fused<"pass">["a", "f":1:2])
  "l.a"() : () -> () loc(fused<{n = 1 : i8, pass = "cse"}>["a"])
  "l.a"() : () -> () loc("range":1:2 to 3:4)
  "l.a"() : () -> () loc("range":1:2 to :9)
  "l.a"() : () -> () loc("\22quoted\22 \\ path":7:8)
  "l.a"() : () -> () loc("")
  "l.a"() : () -> () loc("\C3\A9.mlir":1:1)
  "l.a"() : () -> () loc(fused<#x.y<z>>["a"])
  "l.a"() : () -> () loc(fused<@sym>[fused["a", "b"], fused<1 : i64>["c"]])
}) : () -> () loc("<stdin>":0:0)

// -----
"builtin.module"() ({
  "l.a"() : () -> () loc("first":1:1)
  "l.a"() : () -> () loc(callsite("first":1:1 at "second":2:2))
  "l.a"() ({
  ^bb0(%arg0: i32 loc("first":1:1), %arg1: i32 loc("b"), %arg2: i32 loc("<stdin>":25:43)):
    "l.b"() : () -> () loc("late":9:9)
    "l.b"() : () -> () loc("<stdin>":27:3)
  ^bb1(%0: i1 loc(unknown)):  // no predecessors
    "l.c"() : () -> () loc(fused["first":1:1, "second":2:2])
  }) : () -> () loc(fused<"m">["first":1:1, callsite("first":1:1 at "second":2:2), "third"])
}) : () -> () loc("<stdin>":17:9)

// -----
"builtin.module"() <{sym_name = "m"}> ({
  "l.a"() : () -> () loc("x")
}) {d.a} : () -> () loc("module")

// -----
"builtin.module"() ({
  "l.a"() : () -> () loc("nine"("ten":10:10))
  "l.a"() : () -> () loc(fused<{k = "v"}>["a"])
}) : () -> () loc("<stdin>":36:9)

// -----
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}, {d.x = 1 : i64}], function_type = (i32, f32) -> i32, sym_name = "f"}> ({
  ^bb0(%arg0: i32 loc("a0"), %arg1: f32 loc("a1")):
    "func.return"(%arg0) : (i32) -> () loc("ret")
  }) : () -> () loc("f")
}) : () -> () loc("<stdin>":43:9)
