// Value names: everything that the lexer accepts.
%0 = "v.a"() : () -> i32
%a = "v.a"() : () -> i32
%a$b.c-d_e = "v.a"() : () -> i32
%_ = "v.a"() : () -> i32
%$ = "v.a"() : () -> i32
%. = "v.a"() : () -> i32
%- = "v.a"() : () -> i32
%-a = "v.a"() : () -> i32
%00 = "v.a"() : () -> i32
%1234567890123456789 = "v.a"() : () -> i32
%A.b = "v.a"() : () -> i32
%true = "v.a"() : () -> i32
%i32 = "v.a"() : () -> i32
"v.use"(%0, %a, %a$b.c-d_e, %_, %$, %., %-, %-a, %00, %1234567890123456789, %A.b, %true, %i32) : (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) -> ()
// -----
// Packs of results, and several packs of one op.
%0:3 = "v.many"() : () -> (i32, f32, index)
%a, %b = "v.many"() : () -> (i32, i64)
%c:2, %d, %e:3 = "v.many"() : () -> (i1, i2, i3, i4, i5, i6)
%f:1 = "v.many"() : () -> i1
"v.use"(%0#0, %0#1, %0#2, %0, %a, %b, %c#0, %c#1, %c, %d, %d#0, %e#2, %f, %f#0) : (i32, f32, index, i32, i32, i64, i1, i2, i1, i3, i3, i6, i1, i1) -> ()
// -----
// Graph regions: use before definition, cycles, self reference, packs used early.
%0 = "v.g"(%1, %2#1) : (i32, f32) -> i64
%1 = "v.g"(%0) : (i64) -> i32
%2:2 = "v.g"(%2#0, %late) : (i8, i1) -> (i8, f32)
"v.region"() ({
  "v.use"(%late) : (i1) -> ()
  %x = "v.g"(%y) : (i32) -> i32
  %y = "v.g"(%x) : (i32) -> i32
}) : () -> ()
%late = "v.a"() : () -> i1
// -----
// The same name in sibling regions, and shadowing nothing.
"v.region"() ({
  %x = "v.a"() : () -> i32
}, {
  %x = "v.a"() : () -> i64
}, {
^bb0(%x: f32):
  "v.use"(%x) : (f32) -> ()
}) : () -> ()
// -----
// Isolation: siblings use the same names.
module {
  %0 = "v.a"() : () -> f32
  "v.use"(%0) : (f32) -> ()
}
module @inner {
  %0 = "v.a"() : () -> f64
  "v.use"(%0) : (f64) -> ()
}
func.func private @f(%0: i32) {
  %1 = "v.a"() : () -> i32
  "v.region"() ({
    "v.use"(%0, %1) : (i32, i32) -> ()
  }) : () -> ()
  return
}
// -----
// Quoted op names with whatever inside.
"a"() : () -> ()
"a.b.c.d"() : () -> ()
"with space.x"() : () -> ()
"1.2"() : () -> ()
"é.ü"() : () -> ()
"a.<>[]{}()"() : () -> ()
"a-b.c$d"() : () -> ()
"%x.^y@z#w!"() : () -> ()
"a."() : () -> ()
".a"() : () -> ()
"A.B"() : () -> ()
"module.x"() : () -> ()
"a.q\22uote"() : () -> ()
"a.back\\slash"() : () -> ()
"a.//"() : () -> ()
"a.'"() : () -> ()
"a.tab\09"() : () -> ()
// -----
// An op of everything.
%r:2 = "v.all"(%r#1, %r#0) <{p = 1 : i8}> ({
^bb0(%a: i32 loc("arg"), %b: tensor<4xf32>):
  "v.br"(%a)[^bb1, ^bb2] : (i32) -> ()
^bb1:
  "v.br"()[^bb2] {s} : () -> ()
^bb2:
  "v.end"() : () -> ()
}, {
}, {
^entry:
}) {d.a = 1} : (i64, i32) -> (i32, i64) loc("here":1:2)
// -----
%0 = "v.a"() {lots = [1, 2], of = "things"} : () -> (i32)
%1 = "v.a" ( ) : ( ) -> ( i32 )
%2 = "v.a"
  (
    %0
    ,
    %1
  )
  {
    a = 1
  }
  :
  (
    i32
    ,
    i32
  )
  ->
  i32
%3="v.a"(%2):(i32)->i32
"v.b"(%3,%2):(i32,i32)->()"v.b"(%3):(i32)->() "v.b"():()->()
