// A dictionary with a key twice.
"r.x"() {a = 1, a = 2} : () -> ()

// -----
// A property twice.
"r.x"() <{a = 1, a = 2}> : () -> ()

// -----
// A key that is a number.
"r.x"() {1 = 2} : () -> ()

// -----
// An empty key.
"r.x"() {"" = 2} : () -> ()

// -----
// A key without a value.
"r.x"() {a = } : () -> ()

// -----
// A trailing comma.
"r.x"() {a = 1,} : () -> ()

// -----
// A missing comma.
"r.x"() {a = 1 b = 2} : () -> ()

// -----
// An unclosed dictionary.
"r.x"() {a = 1 : () -> ()

// -----
// An unclosed array.
"r.x"() {a = [1, 2} : () -> ()

// -----
// An array with a trailing comma.
"r.x"() {a = [1, ]} : () -> ()

// -----
// An integer out of its type's range.
"r.x"() {a = 256 : i8} : () -> ()

// -----
// A negative integer out of its type's range.
"r.x"() {a = -129 : i8} : () -> ()

// -----
// A negative integer of an unsigned type.
"r.x"() {a = -1 : ui8} : () -> ()

// -----
// A signed integer out of its type's range.
"r.x"() {a = 128 : si8} : () -> ()

// -----
// An integer that does not fit in 64 bits.
"r.x"() {a = 99999999999999999999} : () -> ()

// -----
// An index that does not fit in 64 bits.
"r.x"() {a = 99999999999999999999 : index} : () -> ()

// -----
// An integer literal of a float type.
"r.x"() {a = 1 : f32} : () -> ()

// -----
// A float literal of an integer type.
"r.x"() {a = 1.0 : i32} : () -> ()

// -----
// A hex float that is too wide.
"r.x"() {a = 0x1FFFFFFFF : f32} : () -> ()

// -----
// A negative hex float.
"r.x"() {a = -0x7FC00000 : f32} : () -> ()

// -----
// A float of a vector type.
"r.x"() {a = 1.0 : vector<4xf32>} : () -> ()

// -----
// An integer of a tensor type.
"r.x"() {a = 1 : tensor<4xi32>} : () -> ()

// -----
// A minus without a number.
"r.x"() {a = -} : () -> ()

// -----
// A minus before a word.
"r.x"() {a = -x} : () -> ()

// -----
// An undefined alias.
"r.x"() {a = #nope} : () -> ()

// -----
// An alias that is given twice.
#a = 1
#a = 2
"r.x"() {a = #a} : () -> ()

// -----
// An alias with a dot.
#a.b = 1
"r.x"() {a = #a.b} : () -> ()

// -----
// An alias used before it is given.
"r.x"() {a = #late} : () -> ()
#late = 1

// -----
// A nested symbol reference without its tail.
"r.x"() {a = @a::} : () -> ()

// -----
// A nested symbol reference with a bare tail.
"r.x"() {a = @a::b} : () -> ()

// -----
// A word that is no attribute.
"r.x"() {a = hello} : () -> ()

// -----
// An unknown dense array type.
"r.x"() {a = array<!x.y: 1>} : () -> ()

// -----
// A dense array of floats in one of integers.
"r.x"() {a = array<i32: 1.0>} : () -> ()

// -----
// A dense array element out of range.
"r.x"() {a = array<i8: 256>} : () -> ()

// -----
// A dense array with a colon and nothing.
"r.x"() {a = array<i8: >} : () -> ()

// -----
// A dense array of numbers for booleans.
"r.x"() {a = array<i1: 1, 0>} : () -> ()

// -----
// A dense array without a colon.
"r.x"() {a = array<i8 1>} : () -> ()

// -----
// A distinct attribute without its angle brackets.
"r.x"() {a = distinct[0]} : () -> ()

// -----
// One distinct number, two attributes.
"r.x"() {a = distinct[0]<"a">, b = distinct[0]<"b">} : () -> ()

// -----
// A distinct attribute without a number.
"r.x"() {a = distinct[]<"a">} : () -> ()

// -----
// An opaque attribute whose brackets do not match.
"r.x"() {a = #a<[>]>} : () -> ()

// -----
// A location of nothing.
"r.x"() : () -> () loc()

// -----
// A location that is not closed.
"r.x"() : () -> () loc("a":1:2

// -----
// A file location with a negative line.
"r.x"() : () -> () loc("a":-1:2)

// -----
// A call site without its caller.
"r.x"() : () -> () loc(callsite("a"))

// -----
// A fused location without brackets.
"r.x"() : () -> () loc(fused<"m">)

// -----
// An unknown kind of location.
"r.x"() : () -> () loc(somewhere)

// -----
// An undefined location alias.
"r.x"() : () -> () loc(#nope)

// -----
// A location alias that is no location.
#a = 1
"r.x"() : () -> () loc(#a)

// -----
// A nested name location without its child.
"r.x"() : () -> () loc("a"())

// -----
// A type in parentheses is no attribute.
"r.x"() {a = (i32)} : () -> ()

// -----
// A float without digits after its point's exponent.
"r.x"() {a = 1.0e} : () -> ()

// -----
// A float needs its point.
"r.x"() {a = 1e5} : () -> ()
