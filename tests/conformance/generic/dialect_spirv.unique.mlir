"builtin.module"() ({
  "spirv.module"() <{addressing_model = #spirv.addressing_model<Logical>, memory_model = #spirv.memory_model<GLSL450>, vce_triple = #spirv.vce<v1.0, [Shader, Float64], [SPV_KHR_storage_buffer_storage_class]>}> ({
    "spirv.GlobalVariable"() <{binding = 1 : i32, descriptor_set = 0 : i32, sym_name = "in", type = !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>}> : () -> ()
    "spirv.GlobalVariable"() <{built_in = "GlobalInvocationId", sym_name = "id", type = !spirv.ptr<vector<3xi32>, Input>}> : () -> ()
    "spirv.SpecConstant"() <{default_value = 42 : i32, sym_name = "sc"}> {spec_id = 5 : i64} : () -> ()
    "spirv.SpecConstantComposite"() <{constituents = [@sc, @sc], sym_name = "scc", type = !spirv.array<2 x i32>}> : () -> ()
    "spirv.func"() <{function_control = #spirv.function_control<None>, function_type = (i32, f32) -> i32, sym_name = "main"}> ({
    ^bb0(%arg0: i32, %arg1: f32):
      // %arg0 is used by %16, %14
      // %arg1 is used by %10
      %9 = "spirv.Constant"() <{value = 1.000000e+00 : f32}> : () -> f32 // user: %10
      %10 = "spirv.FAdd"(%arg1, %9) : (f32, f32) -> f32 // unused
      %11 = "spirv.mlir.addressof"() <{variable = @id}> : () -> !spirv.ptr<vector<3xi32>, Input> // user: %12
      %12 = "spirv.Load"(%11) <{alignment = 4 : i32, memory_access = #spirv.memory_access<Volatile|Aligned>}> : (!spirv.ptr<vector<3xi32>, Input>) -> vector<3xi32> // user: %13
      %13 = "spirv.CompositeExtract"(%12) <{indices = [0 : i32]}> : (vector<3xi32>) -> i32 // user: %14
      %14 = "spirv.SLessThan"(%arg0, %13) : (i32, i32) -> i1 // user: %15
      "spirv.BranchConditional"(%14)[^bb1, ^bb2] <{branch_weights = [5 : i32, 10 : i32], operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> () // id: %15
    ^bb1:  // 2 preds: ^bb0, ^bb2
      "spirv.ReturnValue"(%arg0) : (i32) -> () // id: %16
    ^bb2:  // pred: ^bb0
      "spirv.Branch"()[^bb1] : () -> ()
    }) {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} : () -> ()
    "spirv.EntryPoint"() <{execution_model = #spirv.execution_model<GLCompute>, fn = @main, interface = [@id]}> : () -> ()
    "spirv.ExecutionMode"() <{execution_mode = #spirv.execution_mode<LocalSize>, fn = @main, values = [32 : i32, 1 : i32, 1 : i32]}> : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "spirv.module"() <{addressing_model = #spirv.addressing_model<Physical64>, memory_model = #spirv.memory_model<OpenCL>, sym_name = "m"}> ({
    "spirv.func"() <{function_control = #spirv.function_control<Inline|Pure>, function_type = (i32) -> (), sym_name = "loop"}> ({
    ^bb0(%arg0: i32):
      // %arg0 is used by %14
      %3 = "spirv.Constant"() <{value = 0 : i32}> : () -> i32 // user: %4
      %4 = "spirv.Variable"(%3) <{storage_class = #spirv.storage_class<Function>}> : (i32) -> !spirv.ptr<i32, Function> // user: %13
      "spirv.mlir.loop"() <{loop_control = #spirv.loop_control<Unroll>}> ({
        "spirv.Branch"()[^bb1] : () -> ()
      ^bb1:  // 2 preds: ^bb0, ^bb3
        %13 = "spirv.Load"(%4) : (!spirv.ptr<i32, Function>) -> i32 // user: %14
        %14 = "spirv.SLessThan"(%13, %arg0) : (i32, i32) -> i1 // user: %15
        "spirv.BranchConditional"(%14)[^bb2, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> () // id: %15
      ^bb2:  // pred: ^bb1
        "spirv.Branch"()[^bb3] : () -> ()
      ^bb3:  // pred: ^bb2
        "spirv.Branch"()[^bb1] : () -> ()
      ^bb4:  // pred: ^bb1
        "spirv.mlir.merge"() : () -> ()
      }) : () -> ()
      "spirv.mlir.selection"() <{selection_control = #spirv.selection_control<None>}> ({
        %8 = "spirv.Constant"() <{value = true}> : () -> i1 // user: %9
        "spirv.BranchConditional"(%8)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> () // id: %9
      ^bb1:  // pred: ^bb0
        "spirv.Branch"()[^bb2] : () -> ()
      ^bb2:  // 2 preds: ^bb0, ^bb1
        "spirv.mlir.merge"() : () -> ()
      }) : () -> ()
      "spirv.Return"() : () -> ()
    }) : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (f32, vector<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32, %arg1: vector<4xf32>):
    // %arg0 is used by %2
    // %arg1 is used by %4, %3
    %2 = "spirv.GL.Exp"(%arg0) : (f32) -> f32 // unused
    %3 = "spirv.GL.FMix"(%arg1, %arg1, %arg1) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32> // unused
    %4 = "spirv.VectorShuffle"(%arg1, %arg1) <{components = [0 : i32, 5 : i32, -1 : i32]}> : (vector<4xf32>, vector<4xf32>) -> vector<3xf32> // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) {spirv.target_env = #spirv.target_env<#spirv.vce<v1.5, [Shader, GroupNonUniform], []>, NVIDIA:DiscreteGPU, #spirv.resource_limits<max_compute_workgroup_size = [256, 256, 64]>>} : () -> ()
