// An undeclared dimension.
"r.x"() {a = affine_map<(d0) -> (d1)>} : () -> ()

// -----
// An undeclared symbol.
"r.x"() {a = affine_map<(d0)[s0] -> (s1)>} : () -> ()

// -----
// A dimension given twice.
"r.x"() {a = affine_map<(d0, d0) -> (d0)>} : () -> ()

// -----
// A dimension and a symbol of one name.
"r.x"() {a = affine_map<(d0)[d0] -> (d0)>} : () -> ()

// -----
// A product of two dimensions.
"r.x"() {a = affine_map<(d0, d1) -> (d0 * d1)>} : () -> ()

// -----
// A division by a dimension.
"r.x"() {a = affine_map<(d0, d1) -> (d0 floordiv d1)>} : () -> ()

// -----
// A remainder by a dimension.
"r.x"() {a = affine_map<(d0, d1) -> (d0 mod d1)>} : () -> ()

// -----
// No arrow.
"r.x"() {a = affine_map<(d0) (d0)>} : () -> ()

// -----
// Results without parentheses.
"r.x"() {a = affine_map<(d0) -> d0>} : () -> ()

// -----
// A missing right operand.
"r.x"() {a = affine_map<(d0) -> (d0 +)>} : () -> ()

// -----
// A missing left operand.
"r.x"() {a = affine_map<(d0) -> (* d0)>} : () -> ()

// -----
// A slash is no division.
"r.x"() {a = affine_map<(d0) -> (d0 / 2)>} : () -> ()

// -----
// A float in an expression.
"r.x"() {a = affine_map<(d0) -> (d0 * 1.5)>} : () -> ()

// -----
// Parentheses that are not closed.
"r.x"() {a = affine_map<(d0) -> ((d0 + 1)>} : () -> ()

// -----
// A map that is not closed.
"r.x"() {a = affine_map<(d0) -> (d0)} : () -> ()

// -----
// A map without angle brackets.
"r.x"() {a = affine_map(d0) -> (d0)} : () -> ()

// -----
// A set with an arrow.
"r.x"() {a = affine_set<(d0) -> (d0 >= 0)>} : () -> ()

// -----
// A constraint without a relation.
"r.x"() {a = affine_set<(d0) : (d0)>} : () -> ()

// -----
// A constraint that is strict.
"r.x"() {a = affine_set<(d0) : (d0 > 0)>} : () -> ()

// -----
// A constraint with one equals sign.
"r.x"() {a = affine_set<(d0) : (d0 = 0)>} : () -> ()

// -----
// A map where a set is meant.
"r.x"() {a = affine_map<(d0) : (d0 >= 0)>} : () -> ()

// -----
// Too large a constant.
"r.x"() {a = affine_map<(d0) -> (d0 + 99999999999999999999)>} : () -> ()
