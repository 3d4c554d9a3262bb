// A dense attribute without a type.
"r.x"() {a = dense<1>} : () -> ()

// -----
// A dense attribute of a scalar type.
"r.x"() {a = dense<1> : i32} : () -> ()

// -----
// Too few elements.
"r.x"() {a = dense<[1, 2]> : tensor<3xi32>} : () -> ()

// -----
// Too many elements.
"r.x"() {a = dense<[1, 2, 3]> : tensor<2xi32>} : () -> ()

// -----
// Another rank.
"r.x"() {a = dense<[1, 2]> : tensor<1x2xi32>} : () -> ()

// -----
// A ragged list.
"r.x"() {a = dense<[[1, 2], [3]]> : tensor<2x2xi32>} : () -> ()

// -----
// A number beside a list.
"r.x"() {a = dense<[[1, 2], 3]> : tensor<2x2xi32>} : () -> ()

// -----
// A dynamic shape.
"r.x"() {a = dense<1> : tensor<?xi32>} : () -> ()

// -----
// An unranked type.
"r.x"() {a = dense<1> : tensor<*xi32>} : () -> ()

// -----
// A float in a tensor of integers.
"r.x"() {a = dense<1.0> : tensor<2xi32>} : () -> ()

// -----
// A boolean in a tensor of bytes.
"r.x"() {a = dense<true> : tensor<2xi8>} : () -> ()

// -----
// An element out of range.
"r.x"() {a = dense<[1, 256]> : tensor<2xi8>} : () -> ()

// -----
// A negative element of an unsigned type.
"r.x"() {a = dense<[-1]> : tensor<1xui8>} : () -> ()

// -----
// A word as an element.
"r.x"() {a = dense<[a]> : tensor<1xi8>} : () -> ()

// -----
// A string in a tensor of integers that is no hex.
"r.x"() {a = dense<"abc"> : tensor<1xi8>} : () -> ()

// -----
// A hex string of the wrong length.
"r.x"() {a = dense<"0x0102"> : tensor<4xi32>} : () -> ()

// -----
// A hex string with an odd digit.
"r.x"() {a = dense<"0x012"> : tensor<2xi8>} : () -> ()

// -----
// A hex string that is not hex.
"r.x"() {a = dense<"0xZZ"> : tensor<1xi8>} : () -> ()

// -----
// An empty dense of a type with elements.
"r.x"() {a = dense<> : tensor<2xi32>} : () -> ()

// -----
// A plain number in a tensor of complex ones.
"r.x"() {a = dense<[1.0, 2.0]> : tensor<2xcomplex<f32>>} : () -> ()

// -----
// Half of a complex number.
"r.x"() {a = dense<(1.0)> : tensor<2xcomplex<f32>>} : () -> ()

// -----
// A tensor of tensors.
"r.x"() {a = dense<1> : tensor<2xtensor<2xi32>>} : () -> ()

// -----
// A dense attribute that is not closed.
"r.x"() {a = dense<[1, 2] : tensor<2xi32>} : () -> ()

// -----
// A list of a scalar tensor.
"r.x"() {a = dense<[1]> : tensor<i32>} : () -> ()

// -----
// A list with a trailing comma.
"r.x"() {a = dense<[1,]> : tensor<1xi32>} : () -> ()

// -----
// Sparse indices out of the shape.
"r.x"() {a = sparse<[[5]], [1]> : tensor<3xi32>} : () -> ()

// -----
// Sparse indices of another rank.
"r.x"() {a = sparse<[[0, 0]], [1]> : tensor<3xi32>} : () -> ()

// -----
// More sparse indices than values.
"r.x"() {a = sparse<[[0], [1]], [1, 2, 3]> : tensor<3xi32>} : () -> ()

// -----
// A sparse attribute without values.
"r.x"() {a = sparse<[[0]]> : tensor<3xi32>} : () -> ()

// -----
// A resource without a name.
"r.x"() {a = dense_resource<> : tensor<3xi32>} : () -> ()

// -----
// A resource without a type.
"r.x"() {a = dense_resource<a>} : () -> ()

// -----
// A resource of a scalar type.
"r.x"() {a = dense_resource<a> : i32} : () -> ()

// -----
// A resource blob that is not hex.
"r.x"() {a = dense_resource<a> : tensor<1xi8>} : () -> ()
{-# dialect_resources: { builtin: { a: "hello" } } #-}

// -----
// A resource blob that is a boolean.
"r.x"() {a = dense_resource<a> : tensor<1xi8>} : () -> ()
{-# dialect_resources: { builtin: { a: true } } #-}

// -----
// A section of the file's metadata that nobody knows.
"r.x"() : () -> ()
{-# other_resources: { } #-}

// -----
// A section without a colon.
"r.x"() : () -> ()
{-# dialect_resources { } #-}
