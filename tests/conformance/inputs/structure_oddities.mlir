// A file location may leave out its column.
"o.x"() : () -> () loc("a":1)
// -----
// A complex literal is two floats where floats are due.
"o.x"() {a = dense<(1.0, 2.0)> : tensor<2xf32>} : () -> ()
// -----
// Properties need not be a dictionary.
"o.x"() <[1]> : () -> ()
// -----
// An op that nobody knows may be a terminator.
func.func @f() {
  "o.x"() : () -> ()
}
// -----
// A comma without an encoding.
"o.x"() : () -> tensor<4xf32, >
// -----
// Of two layouts the last one counts.
"o.x"() : () -> memref<4xf32, strided<[1]>, strided<[1]>>
// -----
// A dictionary's keys: dots, keywords, and a key that needs its quotes.
"o.k"() {llvm.noalias, "llvm.no alias" = 1, true, "a" = 5, "a..b", ".a", a., "loc" = 2, "i1" = 3, "-" = 4} : () -> ()
// -----
// Properties of an unregistered op may be any attribute.
"o.p"() <[1, "two"]> {a} : () -> ()
"o.p"() <"string"> : () -> ()
"o.p"() <42 : i8> : () -> ()
"o.p"() <#a.b<c>> ({
}) : () -> ()
"o.p"() <dense<1> : tensor<2xi8>> : () -> ()
"o.p"() <unit> : () -> ()
"o.p"() <{}> {} : () -> ()
"o.p"() <@a::@b> : () -> ()
"o.p"() <i32> : () -> ()
// -----
// Resources of another dialect, referred to from inside of its attribute.
"o.r"() {a = dense_resource<r> : tensor<3xi64>, b = #test.e1di64_elements<blob1> : tensor<3xi64>, c = dense_resource<"needs \22quotes\22"> : tensor<1xi8>} : () -> ()
{-#
  dialect_resources: {
    test: {
      blob1: "0x08000000010000000000000002000000000000000300000000000000"
    },
    builtin: {
      r: "0x08000000010000000000000002000000000000000300000000000000",
      "needs \22quotes\22": "0x0100000007"
    }
  },
  external_resources: {
    x: {
      y: "z\0A", n: false, blob: "0x10000000AABBCCDD"
    }
  }
#-}
// -----
// Numbers beside names: no white space needed between many tokens.
"o.t"(){a=[1,2,-3],b=-1,c=0x1F,d=1.5,e=-1.5e-3:f32,f=@a,g=array<i8:1>,h=dense<[1,-2]>:tensor<2xi8>,i=i32,j=!a.b,k=#a.b,l="x",m={n=1},o=affine_map<(d0)->(d0)>}:()->()
// -----
// The same location, inline, as an alias, and as an attribute.
#loc = loc("a":1:2)
"o.l"() {a = #loc} : () -> () loc(#loc)
"o.l"() {a = loc(callsite(#loc at "b"))} : () -> () loc("a":1:2)
"o.l"() ({
^bb0(%x: i32 loc(callsite(#loc at "b")), %y: i1 loc(fused<{k = #loc}>[#loc, "c"])):
  "o.l"(%x, %y) : (i32, i1) -> () loc(fused<#loc>["d"])
}) : () -> ()
// -----
// A dictionary within a type within a dictionary, with strings that hold brackets.
"o.n"() {a = tensor<2xf32, {b = tensor<2xf32, {c = "}>", d = #x.y<"}>", {}>}>, e = "\22>"}>} : () -> memref<2xf32, {s = "("}>
// -----
// A result list in parentheses of one; a function as the only result.
%0 = "o.t"() : () -> (i32)
%1 = "o.t"() : () -> (((i32) -> i32) -> i32)
%2 = "o.t"() : () -> (() -> ())
%3 = "o.t"(%1) : (((i32) -> i32) -> i32) -> (() -> (() -> (i32, i32)))
// -----
// Deep nesting of types and attributes.
"o.d"() {a = tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<i1>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>, b = [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]], c = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = 1}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}, d = #a<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>, e = () -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> ()))))))))))))))))))))))))))))))))))))))))} : () -> ()
// -----
// Deep nesting of regions.
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
"o.d"() ({
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
}) : () -> ()
// -----
// Distinct attributes of all dialects share their numbers.
"o.d"() {a = #llvm.di_subprogram<recId = distinct[0]<>, isRecSelf = true>, b = distinct[1]<"x">, c = distinct[5]<"y">, d = distinct[0]<>} : () -> ()
