#a = "value"
!u = tensor<4xf32, #a>
!t = tuple<i32, !u>
#d = 5 : i7
#c = {k = #d, t = !t}
#b = [#a, #c]
"s.x"() {b = #b, t = !t, c = #c} : () -> !u
// -----
// Names that builtin syntax also uses.
#loc = 1 : i32
#map = "not a map"
#set = affine_set<(d0) : (d0 == 0)>
!i32 = f32
!tensor = tensor<1xf32>
!func = () -> ()
#affine_map = affine_map<(d0) -> (d0 * 2)>
#true = false
#x1_2$3 = 3
"s.x"() {a = #loc, b = #map, c = #set, d = !i32, e = !tensor, f = !func, g = #affine_map, h = #true, i = #x1_2$3} : () -> ()
// -----
// Given between operations, just before their use.
"s.x"() : () -> ()
!mid = tensor<2xi32>
#mid = [1, !mid]
"s.x"() {a = #mid} : () -> !mid
#unused = "never used"
// -----
// Aliases in the dense elements' type, in memrefs, in function types, in block arguments and in properties.
#enc = {e}
!elt = f32
!v = vector<4x!elt>
#m = affine_map<(d0) -> (d0 + 1)>
#sp = 3 : i8
!fn = (!elt, !v) -> (!v, !elt)
%0 = "s.x"() <{p = #enc, q = dense<1.0> : tensor<4x!elt>, r = !fn}> ({
^bb0(%a: !v, %b: !fn):
  "s.y"(%a, %b) : (!v, !fn) -> ()
}) {a = dense<2.0> : tensor<2x!elt, #enc>, b = memref<4x!elt, #m, #sp>, c = 1.5 : !elt} : () -> !fn
// -----
// Opaque bodies keep the aliases' names, they do not expand them.
#inner = 42 : i32
!ty = i32
"s.x"() {a = #u.v<#inner, !ty>, b = !u.v<#inner>} : () -> ()
// -----
#outer = "l"
!outer = !l.l<"x">
module attributes {m.attr = #outer} {
  module @nested {
    "s.x"() {a = #outer} : () -> !outer
  }
}
