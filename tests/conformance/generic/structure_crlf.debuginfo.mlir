#loc4 = loc("<stdin>":8:8)
"builtin.module"() ({
  %0 = "c.r"() {a = 1 : i64, b = "x"} : () -> i32 loc(#loc1)
  "c.s"(%0) : (i32) -> () loc(#loc2)
  "c.t"() ({
  ^bb0(%arg0: i32 loc("<stdin>":8:8)):
    "c.u"() : () -> () loc(#loc5)
  }) : () -> () loc(#loc3)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":2:1)
#loc1 = loc("<stdin>":3:8)
#loc2 = loc("<stdin>":6:2)
#loc3 = loc("<stdin>":7:3)
#loc5 = loc("<stdin>":9:5)
