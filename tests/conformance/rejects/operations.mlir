// No type.
"r.x"()

// -----
// No arrow.
"r.x"() : ()

// -----
// A colon without a type.
"r.x"() :

// -----
// The type is not a function type.
"r.x"() : i32

// -----
// No operand list.
"r.x" : () -> ()

// -----
// An open operand list.
"r.x"( : () -> ()

// -----
// An operand list that ends in a comma.
%0 = "r.x"() : () -> i32
"r.y"(%0,) : (i32) -> ()

// -----
// An empty op name.
""() : () -> ()

// -----
// A bare op name that nobody knows.
nobody.knows %a : i32

// -----
// A bare word.
hello

// -----
// Results bound that the op does not have.
%0 = "r.x"() : () -> ()

// -----
// Fewer results bound than the op has.
%0 = "r.x"() : () -> (i32, i32)

// -----
// More results bound than the op has.
%0:3 = "r.x"() : () -> (i32, i32)

// -----
// A pack of no results.
%0:0 = "r.x"() : () -> ()

// -----
// A comma without a name after it.
%0, = "r.x"() : () -> i32

// -----
// Results without an op.
%0 =

// -----
// No equals sign.
%0 "r.x"() : () -> i32

// -----
// Operands and operand types differ in number.
%0 = "r.x"() : () -> i32
"r.y"(%0) : () -> ()

// -----
// More operand types than operands.
%0 = "r.x"() : () -> i32
"r.y"(%0) : (i32, i32) -> ()

// -----
// Unregistered result list without parentheses.
"r.x"() : () -> i32, i32

// -----
// An attribute as an operand.
"r.x"(1) : (i32) -> ()

// -----
// Two attribute dictionaries.
"r.x"() {a} {b} : () -> ()

// -----
// Properties after the regions.
"r.x"() ({}) <{a}> : () -> ()

// -----
// Unclosed properties.
"r.x"() <{a = 1} : () -> ()

// -----
// A region that is not closed.
"r.x"() ({
  "r.y"() : () -> ()

// -----
// A region list that is not closed.
"r.x"() ({} : () -> ()

// -----
// A region without braces.
"r.x"() ("r.y"() : () -> ()) : () -> ()

// -----
// An empty list of regions.
"r.x"() () : () -> ()

// -----
// One brace too many.
"r.x"() ({}) : () -> ()
}

// -----
// A module that is not closed.
module {
  "r.x"() : () -> ()

// -----
// A terminator marked op must be last: func.return before another op.
func.func @f() {
  func.return
  "r.x"() : () -> ()
}

// -----
// An empty function body in generic form lacks its terminator.
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
^bb0:
}) : () -> ()

// -----
// A return of the wrong type.
func.func @f() -> i32 {
  %0 = "r.x"() : () -> f32
  func.return %0 : f32
}

// -----
// A return of too few values.
func.func @f() -> i32 {
  func.return
}

// -----
// A return outside of a function.
func.return

// -----
// The symbol is defined twice.
func.func private @f()
func.func private @f()

// -----
// A function without a name.
"func.func"() <{function_type = () -> ()}> ({}) : () -> ()

// -----
// A function type that is none.
"func.func"() <{function_type = i32, sym_name = "f"}> ({}) : () -> ()

// -----
// The entry block's arguments differ from the function's type.
"func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
  "func.return"() : () -> ()
}) : () -> ()

// -----
// A call of nothing.
func.func @f() {
  func.call @nothing() : () -> ()
  func.return
}

// -----
// A module with two blocks.
"builtin.module"() ({
  "r.x"() : () -> ()
^bb1:
  "r.y"() : () -> ()
}) : () -> ()

// -----
// A module attribute without a dialect's prefix.
module attributes {plain} {}

// -----
// A module in generic form without its region.
"builtin.module"() : () -> ()

// -----
// A module with an operand.
%0 = "r.x"() : () -> i32
"builtin.module"(%0) ({
}) : (i32) -> ()
