"builtin.module"() ({
  "func.func"() <{function_type = (index, f32) -> (), sym_name = "creation"}> ({
  ^bb0(%arg0: index, %arg1: f32):
    // %arg0 is used by %4, %2
    // %arg1 is used by %7, %6, %5, %4
    %2 = "tensor.empty"(%arg0) {foo} : (index) -> tensor<4x?xf32, "enc"> // unused
    %3 = "tensor.empty"() : () -> tensor<4xf32> // unused
    %4 = "tensor.splat"(%arg1, %arg0) : (f32, index) -> tensor<4x?xf32> // unused
    %5 = "tensor.splat"(%arg1) : (f32) -> tensor<4xf32> // unused
    %6 = "tensor.from_elements"(%arg1, %arg1) : (f32, f32) -> tensor<2x1xf32> // unused
    %7 = "tensor.from_elements"(%arg1) : (f32) -> tensor<f32> // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (index, f32) -> (), sym_name = "generate"}> ({
  ^bb0(%arg0: index, %arg1: f32):
    // %arg0 is used by %2
    // %arg1 is used by %6
    %2 = "tensor.generate"(%arg0, %arg0) ({
    ^bb0(%arg3: index, %arg4: index, %arg5: index):
      // %arg3 is unused
      // %arg4 is unused
      // %arg5 is unused
      "tensor.yield"(%arg1) {foo} : (f32) -> () // id: %6
    }) {foo} : (index, index) -> tensor<4x?x?xf32> // unused
    %3 = "tensor.generate"() ({
    ^bb0(%arg2: index):
      // %arg2 is used by %5
      "tensor.yield"(%arg2) : (index) -> () // id: %5
    }) : () -> tensor<4xindex> // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x?xf32>, tensor<*xf32>) -> (), sym_name = "casts"}> ({
  ^bb0(%arg0: tensor<4x?xf32>, %arg1: tensor<*xf32>):
    // %arg0 is used by %5, %4, %2
    // %arg1 is used by %3
    %2 = "tensor.cast"(%arg0) : (tensor<4x?xf32>) -> tensor<*xf32> // unused
    %3 = "tensor.cast"(%arg1) : (tensor<*xf32>) -> tensor<?x?xf32> // unused
    %4 = "tensor.cast"(%arg0) {foo} : (tensor<4x?xf32>) -> tensor<?x3xf32> // unused
    %5 = "tensor.bitcast"(%arg0) : (tensor<4x?xf32>) -> tensor<4x?xi32> // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x?xf32>, tensor<*xf32>, index) -> (), sym_name = "questions"}> ({
  ^bb0(%arg0: tensor<4x?xf32>, %arg1: tensor<*xf32>, %arg2: index):
    // %arg0 is used by %4, %2
    // %arg1 is used by %5, %3
    // %arg2 is used by %3, %2
    %2 = "tensor.dim"(%arg0, %arg2) : (tensor<4x?xf32>, index) -> index // unused
    %3 = "tensor.dim"(%arg1, %arg2) {foo} : (tensor<*xf32>, index) -> index // unused
    %4 = "tensor.rank"(%arg0) : (tensor<4x?xf32>) -> index // unused
    %5 = "tensor.rank"(%arg1) : (tensor<*xf32>) -> index // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x?xf32>, tensor<f32>, f32, index) -> (), sym_name = "elements"}> ({
  ^bb0(%arg0: tensor<4x?xf32>, %arg1: tensor<f32>, %arg2: f32, %arg3: index):
    // %arg0 is used by %4, %2
    // %arg1 is used by %5, %3
    // %arg2 is used by %5, %4
    // %arg3 is used by %4, %2
    %2 = "tensor.extract"(%arg0, %arg3, %arg3) : (tensor<4x?xf32>, index, index) -> f32 // unused
    %3 = "tensor.extract"(%arg1) {foo} : (tensor<f32>) -> f32 // unused
    %4 = "tensor.insert"(%arg2, %arg0, %arg3, %arg3) : (f32, tensor<4x?xf32>, index, index) -> tensor<4x?xf32> // unused
    %5 = "tensor.insert"(%arg2, %arg1) : (f32, tensor<f32>) -> tensor<f32> // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x?xf32>, index, tensor<f32>) -> (), sym_name = "slices"}> ({
  ^bb0(%arg0: tensor<4x?xf32>, %arg1: index, %arg2: tensor<f32>):
    // %arg0 is used by %7, %6, %4, %3, %2
    // %arg1 is used by %7, %6, %3, %2
    // %arg2 is used by %8, %5
    %2 = "tensor.extract_slice"(%arg0, %arg1, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>, static_offsets = array<i64: 0, -9223372036854775808>, static_sizes = array<i64: 2, -9223372036854775808>, static_strides = array<i64: 1, 1>}> : (tensor<4x?xf32>, index, index) -> tensor<2x?xf32> // user: %6
    %3 = "tensor.extract_slice"(%arg0, %arg1, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 0, 1>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 8>, static_strides = array<i64: 1, -9223372036854775808>}> : (tensor<4x?xf32>, index, index) -> tensor<8xf32> // user: %7
    %4 = "tensor.extract_slice"(%arg0) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 1, 1>, static_strides = array<i64: 1, 1>}> {foo} : (tensor<4x?xf32>) -> tensor<f32> // unused
    %5 = "tensor.extract_slice"(%arg2) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64>, static_sizes = array<i64>, static_strides = array<i64>}> : (tensor<f32>) -> tensor<f32> // unused
    %6 = "tensor.insert_slice"(%2, %arg0, %arg1, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>, static_offsets = array<i64: 0, -9223372036854775808>, static_sizes = array<i64: 2, -9223372036854775808>, static_strides = array<i64: 1, 1>}> : (tensor<2x?xf32>, tensor<4x?xf32>, index, index) -> tensor<4x?xf32> // unused
    %7 = "tensor.insert_slice"(%3, %arg0, %arg1, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 1>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 8>, static_strides = array<i64: 1, -9223372036854775808>}> : (tensor<8xf32>, tensor<4x?xf32>, index, index) -> tensor<4x?xf32> // unused
    %8 = "tensor.insert_slice"(%arg2, %arg2) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64>, static_sizes = array<i64>, static_strides = array<i64>}> {foo} : (tensor<f32>, tensor<f32>) -> tensor<f32> // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x?xf32>, index, f32, tensor<f32>) -> (), sym_name = "pad"}> ({
  ^bb0(%arg0: tensor<4x?xf32>, %arg1: index, %arg2: f32, %arg3: tensor<f32>):
    // %arg0 is used by %3, %2
    // %arg1 is used by %2
    // %arg2 is used by %6, %7, %8
    // %arg3 is used by %4
    %2 = "tensor.pad"(%arg0, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 0>, static_high = array<i64: 1, 2>, static_low = array<i64: 0, -9223372036854775808>}> ({
    ^bb0(%arg6: index, %arg7: index):
      // %arg6 is unused
      // %arg7 is unused
      "tensor.yield"(%arg2) : (f32) -> () // id: %8
    }) : (tensor<4x?xf32>, index) -> tensor<5x?xf32> // unused
    %3 = "tensor.pad"(%arg0) <{nofold, operandSegmentSizes = array<i32: 1, 0, 0>, static_high = array<i64: 0, 0>, static_low = array<i64: 0, 0>}> ({
    ^bb0(%arg4: index, %arg5: index):
      // %arg4 is unused
      // %arg5 is unused
      "tensor.yield"(%arg2) : (f32) -> () // id: %7
    }) {foo} : (tensor<4x?xf32>) -> tensor<4x?xf32> // unused
    %4 = "tensor.pad"(%arg3) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_high = array<i64>, static_low = array<i64>}> ({
      "tensor.yield"(%arg2) : (f32) -> () // id: %6
    }) : (tensor<f32>) -> tensor<f32> // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x?xf32>, index, tensor<f32>, tensor<*xf32>, tensor<2xi32>, tensor<?xindex>) -> (), sym_name = "reshapes"}> ({
  ^bb0(%arg0: tensor<4x?xf32>, %arg1: index, %arg2: tensor<f32>, %arg3: tensor<*xf32>, %arg4: tensor<2xi32>, %arg5: tensor<?xindex>):
    // %arg0 is used by %8, %3, %2
    // %arg1 is used by %5, %2
    // %arg2 is used by %5, %4
    // %arg3 is used by %7
    // %arg4 is used by %7
    // %arg5 is used by %8
    %2 = "tensor.expand_shape"(%arg0, %arg1) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: 2, 2, -9223372036854775808>}> : (tensor<4x?xf32>, index) -> tensor<2x2x?xf32> // unused
    %3 = "tensor.collapse_shape"(%arg0) <{reassociation = [[0, 1]]}> {foo} : (tensor<4x?xf32>) -> tensor<?xf32> // unused
    %4 = "tensor.expand_shape"(%arg2) <{reassociation = [], static_output_shape = array<i64: 1, 1>}> : (tensor<f32>) -> tensor<1x1xf32> // user: %6
    %5 = "tensor.expand_shape"(%arg2, %arg1) <{reassociation = [], static_output_shape = array<i64: -9223372036854775808>}> : (tensor<f32>, index) -> tensor<?xf32> // unused
    %6 = "tensor.collapse_shape"(%4) <{reassociation = []}> : (tensor<1x1xf32>) -> tensor<f32> // unused
    %7 = "tensor.reshape"(%arg3, %arg4) : (tensor<*xf32>, tensor<2xi32>) -> tensor<4x?xf32> // unused
    %8 = "tensor.reshape"(%arg0, %arg5) : (tensor<4x?xf32>, tensor<?xindex>) -> tensor<*xf32> // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x?xf32>, tensor<2x3xf32>) -> (), sym_name = "joined"}> ({
  ^bb0(%arg0: tensor<4x?xf32>, %arg1: tensor<2x3xf32>):
    // %arg0 is used by %2
    // %arg1 is used by %3, %2
    %2 = "tensor.concat"(%arg0, %arg1, %arg0) <{dim = 0 : i64}> : (tensor<4x?xf32>, tensor<2x3xf32>, tensor<4x?xf32>) -> tensor<10x3xf32> // unused
    %3 = "tensor.concat"(%arg1) <{dim = 1 : i64}> {foo} : (tensor<2x3xf32>) -> tensor<2x?xf32> // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x5x?xf32>, tensor<1x3x2xindex>, tensor<2xi32>) -> (), sym_name = "gather_scatter"}> ({
  ^bb0(%arg0: tensor<4x5x?xf32>, %arg1: tensor<1x3x2xindex>, %arg2: tensor<2xi32>):
    // %arg0 is used by %6, %5, %4, %3, %2
    // %arg1 is used by %6, %5, %3, %2
    // %arg2 is used by %4
    %2 = "tensor.gather"(%arg0, %arg1) <{gather_dims = array<i64: 0, 2>, unique}> : (tensor<4x5x?xf32>, tensor<1x3x2xindex>) -> tensor<1x3x1x5x1xf32> // user: %5
    %3 = "tensor.gather"(%arg0, %arg1) <{gather_dims = array<i64: 0, 2>}> {foo} : (tensor<4x5x?xf32>, tensor<1x3x2xindex>) -> tensor<1x3x5xf32> // user: %6
    %4 = "tensor.gather"(%arg0, %arg2) <{gather_dims = array<i64: 0, 1>}> : (tensor<4x5x?xf32>, tensor<2xi32>) -> tensor<?xf32> // unused
    %5 = "tensor.scatter"(%2, %arg0, %arg1) <{scatter_dims = array<i64: 0, 2>, unique}> : (tensor<1x3x1x5x1xf32>, tensor<4x5x?xf32>, tensor<1x3x2xindex>) -> tensor<4x5x?xf32> // unused
    %6 = "tensor.scatter"(%3, %arg0, %arg1) <{scatter_dims = array<i64: 0, 2>, unique}> {foo} : (tensor<1x3x5xf32>, tensor<4x5x?xf32>, tensor<1x3x2xindex>) -> tensor<4x5x?xf32> // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2xcomplex<f32>>, tensor<0x?xi1>, tensor<?x?xi1>, index, tensor<2xvector<4xf32>>) -> (), sym_name = "oddities"}> ({
  ^bb0(%arg0: tensor<2xcomplex<f32>>, %arg1: tensor<0x?xi1>, %arg2: tensor<?x?xi1>, %arg3: index, %arg4: tensor<2xvector<4xf32>>):
    // %arg0 is used by %3
    // %arg1 is used by %7
    // %arg2 is used by %9, %8
    // %arg3 is used by %9, %8
    // %arg4 is used by %5
    %2 = "arith.constant"() <{value = 0 : index}> : () -> index // users: %5, %3
    %3 = "tensor.extract"(%arg0, %2) : (tensor<2xcomplex<f32>>, index) -> complex<f32> // user: %4
    %4 = "tensor.splat"(%3) : (complex<f32>) -> tensor<3xcomplex<f32>> // unused
    %5 = "tensor.extract"(%arg4, %2) : (tensor<2xvector<4xf32>>, index) -> vector<4xf32> // unused
    %6 = "tensor.from_elements"() : () -> tensor<0xf32> // unused
    %7 = "tensor.collapse_shape"(%arg1) <{reassociation = [[0, 1]]}> : (tensor<0x?xi1>) -> tensor<?xi1> // unused
    %8 = "tensor.extract_slice"(%arg2, %arg3) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: 0, -9223372036854775808>, static_sizes = array<i64: 0, 1>, static_strides = array<i64: 1, -1>}> : (tensor<?x?xi1>, index) -> tensor<0xi1> // unused
    %9 = "tensor.extract_slice"(%arg2, %arg3) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: 0, -9223372036854775808>, static_sizes = array<i64: 0, 1>, static_strides = array<i64: 1, 1>}> : (tensor<?x?xi1>, index) -> tensor<0x1xi1> // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
