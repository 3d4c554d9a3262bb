// An unterminated string.
"r.x

// -----
// An unterminated string in an attribute.
"r.x"() {a = "abc} : () -> ()

// -----
// A string does not run over the end of a line.
"r.x"() {a = "abc
def"} : () -> ()

// -----
// A bad escape.
"r.x"() {a = "a\qb"} : () -> ()

// -----
// Half of a hex escape.
"r.x"() {a = "a\0"} : () -> ()

// -----
// A character that begins nothing.
"r.x"() {a = `b`} : () -> ()

// -----
// A lone percent sign.
% = "r.x"() : () -> i32

// -----
// A lone at sign.
"r.x"() {a = @} : () -> ()

// -----
// A lone hash.
"r.x"() {a = #} : () -> ()

// -----
// A lone exclamation mark.
"r.x"() : () -> !

// -----
// A lone caret.
"r.x"()[^] : () -> ()

// -----
// An unterminated symbol name.
"r.x"() {a = @"abc} : () -> ()

// -----
// Half of an arrow.
"r.x"() : () - i32

// -----
// A slash that is no comment.
/ "r.x"() : () -> ()

// -----
// Two of the three dots.
"r.x"() {a = ..} : () -> ()

// -----
// C comments are not comments.
/* "r.x"() : () -> () */

// -----
// A semicolon.
"r.x"() : () -> ();

// -----
// An integer for a value number that is too large.
%0:99999999999999999999 = "r.x"() : () -> i32

// -----
// A hex literal as a result number.
%0:2 = "r.x"() : () -> (i32, i32)
"r.y"(%0#x) : (i32) -> ()

// -----
// An ampersand.
"r.x"(&a) : () -> ()

// -----
// An unterminated file metadata dictionary.
"r.x"() : () -> ()
{-# dialect_resources: {

// -----
// A quoted value name.
%"a" = "r.x"() : () -> i32
