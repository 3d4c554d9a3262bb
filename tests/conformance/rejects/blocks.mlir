// An unknown block.
"r.x"() ({
  "r.br"()[^nope] : () -> ()
}) : () -> ()

// -----
// A block of an outer region.
"r.x"() ({
^out:
  "r.y"() ({
    "r.br"()[^out] : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
// A block of a sibling region.
"r.x"() ({
  "r.br"()[^there] : () -> ()
}, {
^there:
  "r.y"() : () -> ()
}) : () -> ()

// -----
// A block defined twice.
"r.x"() ({
^a:
  "r.br"()[^a1] : () -> ()
^a1:
  "r.y"() : () -> ()
^a1:
  "r.y"() : () -> ()
}) : () -> ()

// -----
// No colon after the label.
"r.x"() ({
^a
  "r.y"() : () -> ()
}) : () -> ()

// -----
// A block argument without a type.
"r.x"() ({
^a(%x):
  "r.y"() : () -> ()
}) : () -> ()

// -----
// A block argument without a name.
"r.x"() ({
^a(i32):
  "r.y"() : () -> ()
}) : () -> ()

// -----
// Block arguments that are not closed.
"r.x"() ({
^a(%x: i32:
  "r.y"() : () -> ()
}) : () -> ()

// -----
// The entry block with a predecessor.
func.func @f() {
^a:
  "cf.br"()[^a] : () -> ()
}

// -----
// A successor list that is empty.
"r.x"() ({
  "r.br"()[] : () -> ()
}) : () -> ()

// -----
// A successor that is a value.
"r.x"() ({
  "r.br"()[%a] : () -> ()
}) : () -> ()

// -----
// A successor list that is not closed.
"r.x"() ({
^a:
  "r.br"()[^b : () -> ()
^b:
}) : () -> ()

// -----
// A branch in the middle of a block.
func.func @f() {
  "cf.br"()[^b] : () -> ()
  "r.x"() : () -> ()
^b:
  func.return
}

// -----
// A branch without its operands.
func.func @f() {
  "cf.br"()[^b] : () -> ()
^b(%x: i32):
  func.return
}

// -----
// A branch whose operand has another type.
func.func @f(%a: i64) {
  "cf.br"(%a)[^b] : (i64) -> ()
^b(%x: i32):
  func.return
}

// -----
// A branch without a successor.
func.func @f() {
  "cf.br"() : () -> ()
}

// -----
// A block after the first without a terminator.
func.func @f() {
  func.return
^b:
  "cf.br"()[^c] : () -> ()
^c:
}

// -----
// A label at the top level.
^bb0:
"r.x"() : () -> ()

// -----
// A label without a name.
"r.x"() ({
^:
  "r.y"() : () -> ()
}) : () -> ()
