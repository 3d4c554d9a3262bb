// Blocks out of order, numeric and odd labels, forward branches.
"b.f"() ({
^0:
  "b.br"()[^2, ^1, ^a$b.c-d] : () -> ()
^a$b.c-d:
  "b.br"()[^_x] : () -> ()
^2:
  "b.br"()[^1] : () -> ()
^_x:
  "b.end"() : () -> ()
^1:
  "b.br"()[^2] : () -> ()
}) : () -> ()
// -----
// Block arguments with locations and every kind of type; a header with empty parentheses.
"b.f"() ({
^bb0(%a: i32, %b: !x.y<z -> w>, %c: (i32) -> (i32, f32), %d: memref<?xf32, strided<[?], offset: ?>>, %e: tuple<>):
  "b.use"(%a, %c) : (i32, (i32) -> (i32, f32)) -> ()
  "b.br"()[^bb1] : () -> ()
^bb1():
  "b.br"()[^bb2] : () -> ()
^bb2:
  "b.end"() : () -> ()
}) : () -> ()
// -----
// Successor operands belong to the op (the generic form has none of its own).
"b.f"() ({
^bb0(%c: i1, %x: i32):
  "b.cond"(%c, %x, %x)[^bb1, ^bb2] {operandSegmentSizes = array<i32: 1, 1, 1>} : (i1, i32, i32) -> ()
^bb1(%y: i32):
  "b.br"(%y)[^bb2] <{z}> : (i32) -> ()
^bb2(%z: i32):
  "b.ret"(%z, %x) : (i32, i32) -> ()
}) : () -> ()
// -----
// Dominance across blocks, and values of a block given later in the text.
"b.f"() ({
  "b.br"()[^bb2] : () -> ()
^bb1:
  "b.use"(%v) : (i32) -> ()
  "b.br"()[^bb3] : () -> ()
^bb2:
  %v = "b.make"() : () -> i32
  "b.br"()[^bb1] : () -> ()
^bb3:
  "b.use"(%v) : (i32) -> ()
  "b.end"() : () -> ()
}) : () -> ()
// -----
// Unreachable blocks may use anything.
"b.f"() ({
  "b.end"() : () -> ()
^dead:
  %1 = "b.x"(%2) : (i32) -> i32
  %2 = "b.x"(%1) : (i32) -> i32
  "b.br"()[^dead] : () -> ()
}) : () -> ()
// -----
// Regions: none, empty, an empty block, an empty block with arguments, deep nesting.
"b.r"() ({}) : () -> ()
"b.r"() ({}, {}) : () -> ()
"b.r"() ({
^bb0:
}) : () -> ()
"b.r"() ({
^bb0(%a: i32, %b: i32):
}) : () -> ()
"b.r"() ({ "b.r"() ({ "b.r"() ({ "b.r"() ({ "b.r"() ({ "b.r"() ({ "b.leaf"() : () -> () }) : () -> () }) : () -> () }) : () -> () }) : () -> () }) : () -> () }) : () -> ()
"b.r"() ({
  "b.in"() : () -> ()
}, {
^bb0:
  "b.in"() : () -> ()
}, {
^bb0(%x: i1):
  "b.in"() : () -> ()
}) {a} : () -> ()
// -----
// One branch to many copies of one block; a loop of a block with itself.
"b.f"() ({
  "b.switch"()[^bb1, ^bb1, ^bb2, ^bb1] : () -> ()
^bb1:
  "b.br"()[^bb1] : () -> ()
^bb2:
  "b.br"()[^bb1, ^bb2] : () -> ()
}) : () -> ()
// -----
// Names of blocks are local to their region.
"b.f"() ({
^x:
  "b.nested"() ({
    "b.br"()[^x] : () -> ()
  ^x:
    "b.end"() : () -> ()
  }, {
    "b.br"()[^x] : () -> ()
  ^x:
    "b.end"() : () -> ()
  }) : () -> ()
  "b.br"()[^y] : () -> ()
^y:
  "b.end"() : () -> ()
}) : () -> ()
// -----
// A value of an outer region used inside several levels; a result used by its own region's op's sibling.
%o = "b.make"() : () -> i32
"b.r"() ({
^bb0(%i: i64):
  %m = "b.make"(%o) : (i32) -> i16
  "b.r"() ({
  ^bb0(%j: i8):
    "b.use"(%o, %i, %m, %j) : (i32, i64, i16, i8) -> ()
  }) : () -> ()
}) : () -> ()
