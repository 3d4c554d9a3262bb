// An undefined value.
"r.x"(%nope) : (i32) -> ()

// -----
// An undefined value in a nested region.
"r.x"() ({
  "r.y"(%nope) : (i32) -> ()
}) : () -> ()

// -----
// A redefinition.
%0 = "r.x"() : () -> i32
%0 = "r.x"() : () -> i32

// -----
// A redefinition of a block argument.
"r.x"() ({
^bb0(%a: i32):
  %a = "r.y"() : () -> i32
}) : () -> ()

// -----
// Two block arguments of one name.
"r.x"() ({
^bb0(%a: i32, %a: i32):
  "r.y"() : () -> ()
}) : () -> ()

// -----
// A redefinition of an outer value.
%0 = "r.x"() : () -> i32
"r.x"() ({
  %0 = "r.y"() : () -> i32
}) : () -> ()

// -----
// A redefinition within one list of results.
%0, %0 = "r.x"() : () -> (i32, i32)

// -----
// A use with another type.
%0 = "r.x"() : () -> i32
"r.y"(%0) : (i64) -> ()

// -----
// A forward use with another type.
"r.y"(%0) : (i64) -> ()
%0 = "r.x"() : () -> i32

// -----
// Two uses that disagree about a value to come.
"r.y"(%0) : (i64) -> ()
"r.y"(%0) : (i32) -> ()
%0 = "r.x"() : () -> i32

// -----
// A result number out of range.
%0:2 = "r.x"() : () -> (i32, i32)
"r.y"(%0#2) : (i32) -> ()

// -----
// A result number of a block argument.
"r.x"() ({
^bb0(%a: i32):
  "r.y"(%a#1) : (i32) -> ()
}) : () -> ()

// -----
// A value of one region used in its sibling.
"r.x"() ({
  %0 = "r.y"() : () -> i32
}, {
  "r.z"(%0) : (i32) -> ()
}) : () -> ()

// -----
// A value of an inner region used outside.
"r.x"() ({
  %0 = "r.y"() : () -> i32
}) : () -> ()
"r.z"(%0) : (i32) -> ()

// -----
// A use before the definition where order counts.
func.func @f() {
  "r.y"(%0) : (i32) -> ()
  %0 = "r.x"() : () -> i32
  func.return
}

// -----
// A use of itself where order counts.
func.func @f() {
  %0 = "r.x"(%0) : (i32) -> i32
  func.return
}

// -----
// A definition that does not dominate: sibling blocks.
func.func @f(%c: i1) {
  "cf.cond_br"(%c)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %0 = "r.x"() : () -> i32
  func.return
^bb2:
  "r.y"(%0) : (i32) -> ()
  func.return
}

// -----
// A definition that does not dominate: the join of two branches.
func.func @f(%c: i1) {
  "cf.cond_br"(%c)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %0 = "r.x"() : () -> i32
  "cf.br"()[^bb2] : () -> ()
^bb2:
  "r.y"(%0) : (i32) -> ()
  func.return
}

// -----
// A block argument used in a block that it does not dominate.
func.func @f(%c: i1) {
  "cf.cond_br"(%c, %c)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i1) -> ()
^bb1(%a: i1):
  func.return
^bb2:
  "r.y"(%a) : (i1) -> ()
  func.return
}

// -----
// A value of outside in an isolated region.
func.func @f(%a: i32) {
  module {
    "r.y"(%a) : (i32) -> ()
  }
  func.return
}

// -----
// A function inside of a function sees nothing of it.
module {
  %0 = "r.x"() : () -> i32
  func.func @f() {
    "r.y"(%0) : (i32) -> ()
    func.return
  }
}

// -----
// An unordered use across the blocks of an ordered region, nested.
func.func @f() {
  "r.x"() ({
    "r.y"(%0) : (i32) -> ()
  }) : () -> ()
  %0 = "r.x"() : () -> i32
  func.return
}

// -----
// A value whose name is a number out of order is still undefined.
%1 = "r.x"() : () -> i32
"r.y"(%0) : (i32) -> ()
