"builtin.module"() ({
  %0 = "c.r"() {a = 1 : i64, b = "x"} : () -> i32 loc("<stdin>":3:8)
  "c.s"(%0) : (i32) -> () loc("<stdin>":6:2)
  "c.t"() ({
  ^bb0(%arg0: i32 loc("<stdin>":8:8)):
    "c.u"() : () -> () loc("<stdin>":9:5)
  }) : () -> () loc("<stdin>":7:3)
}) : () -> () loc("<stdin>":2:1)
