// Lines that end in CR LF.
module {
  %0 = "c.r"() {a = 1, // comment
    b = "x"} : () -> i32

	"c.s"(%0) : (i32) -> ()
  "c.t"() ({
  ^bb0(%a: i32):
    "c.u"() : () -> ()
  }) : () -> ()
}
