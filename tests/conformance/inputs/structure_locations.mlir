"l.a"() : () -> () loc(unknown)
"l.a"() : () -> () loc("file.mlir":10:20)
"l.a"() : () -> () loc("name")
"l.a"() : () -> () loc("name"("file.mlir":1:1))
"l.a"() : () -> () loc(callsite("a" at "b"))
"l.a"() : () -> () loc(callsite("f":1:1 at callsite("g":2:2 at "h":3:3)))
"l.a"() : () -> () loc(fused["a", "b", "c"])
"l.a"() : () -> () loc(fused<"pass">["a", "f":1:2])
"l.a"() : () -> () loc(fused<{pass = "cse", n = 1 : i8}>["a"])
"l.a"() : () -> () loc("range":1:2 to 3:4)
"l.a"() : () -> () loc("range":1:2 to :9)
"l.a"() : () -> () loc("\22quoted\22 \\ path":7:8)
"l.a"() : () -> () loc("")
"l.a"() : () -> () loc("é.mlir":1:1)
"l.a"() : () -> () loc(fused<#x.y<z>>["a", unknown])
"l.a"() : () -> () loc(fused<@sym>[fused["a", "b"], fused<1>["c"]])
// -----
#loc = loc("first":1:1)
#loc2 = loc("second":2:2)
#loc1 = loc(callsite(#loc at #loc2))
#fused = loc(fused<"m">[#loc, #loc1, "third"])
"l.a"() : () -> () loc(#loc)
"l.a"() : () -> () loc(#loc1)
"l.a"() ({
^bb0(%a: i32 loc(#loc), %b: i32 loc("b"), %c: i32):
  "l.b"() : () -> () loc(#late)
  "l.b"() : () -> ()
^bb1(%d: i1 loc(unknown)):
  "l.c"() : () -> () loc(fused[#loc, #loc2])
}) : () -> () loc(#fused)
#late = loc("late":9:9)
// -----
module @m attributes {d.a} {
  "l.a"() : () -> () loc("x")
} loc("module")
// -----
// Forward references, and aliases inside of trailing locations' metadata.
#meta = {k = "v"}
"l.a"() : () -> () loc(#loc9)
"l.a"() : () -> () loc(fused<#meta>["a"])
#loc10 = loc("ten":10:10)
#loc9 = loc("nine"(#loc10))
// -----
func.func @f(%arg0: i32 loc("a0"), %arg1: f32 {d.x = 1} loc("a1")) -> i32 {
  return %arg0 : i32 loc("ret")
} loc("f")
