// An integer type of no width that the lexer knows.
"r.x"() : () -> i16777216

// -----
// An integer type of a huge width.
"r.x"() : () -> i99999999999999999999

// -----
// An unknown word.
"r.x"() : () -> f33

// -----
// Capital letters do not make a type.
"r.x"() : () -> I32

// -----
// An undefined alias.
"r.x"() : () -> !nope

// -----
// A vector of negative size.
"r.x"() : () -> vector<-1xf32>

// -----
// A vector of size zero.
"r.x"() : () -> vector<0xf32>

// -----
// A vector of unknown size.
"r.x"() : () -> vector<?xf32>

// -----
// An unranked vector.
"r.x"() : () -> vector<*xf32>

// -----
// A vector of tensors.
"r.x"() : () -> vector<4xtensor<4xf32>>

// -----
// A vector without an element type.
"r.x"() : () -> vector<4x>

// -----
// A vector without parameters.
"r.x"() : () -> vector

// -----
// An unclosed scalable dimension.
"r.x"() : () -> vector<[4xf32>

// -----
// A scalable dimension without a size.
"r.x"() : () -> vector<[]xf32>

// -----
// A tensor that is not closed.
"r.x"() : () -> tensor<4xf32

// -----
// A tensor without an element type.
"r.x"() : () -> tensor<4x4>

// -----
// A tensor of negative size.
"r.x"() : () -> tensor<-4xf32>

// -----
// A tensor of functions.
"r.x"() : () -> tensor<4x() -> ()>

// -----
// A tensor of tuples.
"r.x"() : () -> tensor<4xtuple<i32>>

// -----
// A tensor whose dimension does not fit in 64 bits.
"r.x"() : () -> tensor<99999999999999999999xf32>

// -----
// A tensor without the x.
"r.x"() : () -> tensor<4 f32>

// -----
// An empty tensor type.
"r.x"() : () -> tensor<>

// -----
// A tensor with two encodings.
"r.x"() : () -> tensor<4xf32, "a", "b">

// -----
// An unranked tensor with an encoding.
"r.x"() : () -> tensor<*xf32, "a">

// -----
// A scalable tensor.
"r.x"() : () -> tensor<[4]xf32>

// -----
// A memref of tensors.
"r.x"() : () -> memref<4xtensor<4xf32>>

// -----
// A memref whose layout has another number of dimensions.
"r.x"() : () -> memref<4x4xf32, affine_map<(d0) -> (d0)>>

// -----
// A memref whose strides are too few.
"r.x"() : () -> memref<4x4xf32, strided<[1]>>

// -----
// A memref whose strides are too many.
"r.x"() : () -> memref<4xf32, strided<[1, 1]>>

// -----
// A memref whose layout comes after its memory space.
"r.x"() : () -> memref<4xf32, 1, affine_map<(d0) -> (d0)>>

// -----
// An unranked memref with a layout.
"r.x"() : () -> memref<*xf32, affine_map<(d0) -> (d0)>>

// -----
// Strides without brackets.
"r.x"() : () -> memref<4xf32, strided<1>>

// -----
// A stride that is a word.
"r.x"() : () -> memref<4xf32, strided<[a]>>

// -----
// A layout's offset that is nothing.
"r.x"() : () -> memref<4xf32, strided<[1], offset: >>

// -----
// A layout's offset under another name.
"r.x"() : () -> memref<4xf32, strided<[1], offst: 3>>

// -----
// A float as memory space.
"r.x"() : () -> memref<4xf32, 1.0>

// -----
// A complex of nothing.
"r.x"() : () -> complex<>

// -----
// A complex of vectors.
"r.x"() : () -> complex<vector<4xf32>>

// -----
// A complex of index.
"r.x"() : () -> complex<index>

// -----
// A tuple that is not closed.
"r.x"() : () -> tuple<i32

// -----
// A tuple with a trailing comma.
"r.x"() : () -> tuple<i32,>

// -----
// A function type as a lone result.
"r.x"() : () -> (i32) -> i32 -> i32

// -----
// An opaque type whose brackets do not match.
"r.x"() : () -> !a<(]>

// -----
// An opaque type that is not closed.
"r.x"() : () -> !a<b<c>

// -----
// An attribute where a type belongs.
"r.x"() : () -> "i32"

// -----
// A type that is given twice.
!a = i32
!a = i64
"r.x"() : () -> !a

// -----
// A type alias with a dot.
!a.b = i32
"r.x"() : () -> !a.b

// -----
// A type alias used before it is given.
"r.x"() : () -> !late
!late = i32

// -----
// Parentheses around one type are a list, and a list needs its arrow.
"r.x"() : () -> ((() -> ()))

// -----
// Parentheses around a type in a tuple.
"r.x"() : () -> tuple<(i32)>
