#loc7 = loc("<stdin>":6:20)
#loc8 = loc("<stdin>":6:29)
"builtin.module"() ({
  "spirv.module"() <{addressing_model = #spirv.addressing_model<Logical>, memory_model = #spirv.memory_model<GLSL450>, vce_triple = #spirv.vce<v1.0, [Shader, Float64], [SPV_KHR_storage_buffer_storage_class]>}> ({
    "spirv.GlobalVariable"() <{binding = 1 : i32, descriptor_set = 0 : i32, sym_name = "in", type = !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>}> : () -> () loc(#loc2)
    "spirv.GlobalVariable"() <{built_in = "GlobalInvocationId", sym_name = "id", type = !spirv.ptr<vector<3xi32>, Input>}> : () -> () loc(#loc3)
    "spirv.SpecConstant"() <{default_value = 42 : i32, sym_name = "sc"}> {spec_id = 5 : i64} : () -> () loc(#loc4)
    "spirv.SpecConstantComposite"() <{constituents = [@sc, @sc], sym_name = "scc", type = !spirv.array<2 x i32>}> : () -> () loc(#loc5)
    "spirv.func"() <{function_control = #spirv.function_control<None>, function_type = (i32, f32) -> i32, sym_name = "main"}> ({
    ^bb0(%arg0: i32 loc("<stdin>":6:20), %arg1: f32 loc("<stdin>":6:29)):
      %0 = "spirv.Constant"() <{value = 1.000000e+00 : f32}> : () -> f32 loc(#loc9)
      %1 = "spirv.FAdd"(%arg1, %0) : (f32, f32) -> f32 loc(#loc10)
      %2 = "spirv.mlir.addressof"() <{variable = @id}> : () -> !spirv.ptr<vector<3xi32>, Input> loc(#loc11)
      %3 = "spirv.Load"(%2) <{alignment = 4 : i32, memory_access = #spirv.memory_access<Volatile|Aligned>}> : (!spirv.ptr<vector<3xi32>, Input>) -> vector<3xi32> loc(#loc12)
      %4 = "spirv.CompositeExtract"(%3) <{indices = [0 : i32]}> : (vector<3xi32>) -> i32 loc(#loc13)
      %5 = "spirv.SLessThan"(%arg0, %4) : (i32, i32) -> i1 loc(#loc14)
      "spirv.BranchConditional"(%5)[^bb1, ^bb2] <{branch_weights = [5 : i32, 10 : i32], operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> () loc(#loc15)
    ^bb1:  // 2 preds: ^bb0, ^bb2
      "spirv.ReturnValue"(%arg0) : (i32) -> () loc(#loc16)
    ^bb2:  // pred: ^bb0
      "spirv.Branch"()[^bb1] : () -> () loc(#loc17)
    }) {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} : () -> () loc(#loc6)
    "spirv.EntryPoint"() <{execution_model = #spirv.execution_model<GLCompute>, fn = @main, interface = [@id]}> : () -> () loc(#loc18)
    "spirv.ExecutionMode"() <{execution_mode = #spirv.execution_mode<LocalSize>, fn = @main, values = [32 : i32, 1 : i32, 1 : i32]}> : () -> () loc(#loc19)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":0:0)
#loc1 = loc("<stdin>":1:1)
#loc2 = loc("<stdin>":2:3)
#loc3 = loc("<stdin>":3:3)
#loc4 = loc("<stdin>":4:3)
#loc5 = loc("<stdin>":5:3)
#loc6 = loc("<stdin>":6:3)
#loc9 = loc("<stdin>":7:10)
#loc10 = loc("<stdin>":8:10)
#loc11 = loc("<stdin>":9:10)
#loc12 = loc("<stdin>":10:10)
#loc13 = loc("<stdin>":11:10)
#loc14 = loc("<stdin>":12:10)
#loc15 = loc("<stdin>":13:5)
#loc16 = loc("<stdin>":15:5)
#loc17 = loc("<stdin>":17:5)
#loc18 = loc("<stdin>":19:3)
#loc19 = loc("<stdin>":20:3)

// -----
#loc3 = loc("<stdin>":24:20)
"builtin.module"() ({
  "spirv.module"() <{addressing_model = #spirv.addressing_model<Physical64>, memory_model = #spirv.memory_model<OpenCL>, sym_name = "m"}> ({
    "spirv.func"() <{function_control = #spirv.function_control<Inline|Pure>, function_type = (i32) -> (), sym_name = "loop"}> ({
    ^bb0(%arg0: i32 loc("<stdin>":24:20)):
      %0 = "spirv.Constant"() <{value = 0 : i32}> : () -> i32 loc(#loc4)
      %1 = "spirv.Variable"(%0) <{storage_class = #spirv.storage_class<Function>}> : (i32) -> !spirv.ptr<i32, Function> loc(#loc5)
      "spirv.mlir.loop"() <{loop_control = #spirv.loop_control<Unroll>}> ({
        "spirv.Branch"()[^bb1] : () -> () loc(#loc7)
      ^bb1:  // 2 preds: ^bb0, ^bb3
        %3 = "spirv.Load"(%1) : (!spirv.ptr<i32, Function>) -> i32 loc(#loc8)
        %4 = "spirv.SLessThan"(%3, %arg0) : (i32, i32) -> i1 loc(#loc9)
        "spirv.BranchConditional"(%4)[^bb2, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> () loc(#loc10)
      ^bb2:  // pred: ^bb1
        "spirv.Branch"()[^bb3] : () -> () loc(#loc11)
      ^bb3:  // pred: ^bb2
        "spirv.Branch"()[^bb1] : () -> () loc(#loc12)
      ^bb4:  // pred: ^bb1
        "spirv.mlir.merge"() : () -> () loc(#loc13)
      }) : () -> () loc(#loc6)
      "spirv.mlir.selection"() <{selection_control = #spirv.selection_control<None>}> ({
        %2 = "spirv.Constant"() <{value = true}> : () -> i1 loc(#loc15)
        "spirv.BranchConditional"(%2)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> () loc(#loc16)
      ^bb1:  // pred: ^bb0
        "spirv.Branch"()[^bb2] : () -> () loc(#loc17)
      ^bb2:  // 2 preds: ^bb0, ^bb1
        "spirv.mlir.merge"() : () -> () loc(#loc18)
      }) : () -> () loc(#loc14)
      "spirv.Return"() : () -> () loc(#loc19)
    }) : () -> () loc(#loc2)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":22:9)
#loc1 = loc("<stdin>":23:1)
#loc2 = loc("<stdin>":24:3)
#loc4 = loc("<stdin>":25:10)
#loc5 = loc("<stdin>":26:10)
#loc6 = loc("<stdin>":27:5)
#loc7 = loc("<stdin>":28:7)
#loc8 = loc("<stdin>":30:12)
#loc9 = loc("<stdin>":31:12)
#loc10 = loc("<stdin>":32:7)
#loc11 = loc("<stdin>":34:7)
#loc12 = loc("<stdin>":36:7)
#loc13 = loc("<stdin>":38:7)
#loc14 = loc("<stdin>":40:5)
#loc15 = loc("<stdin>":41:12)
#loc16 = loc("<stdin>":42:7)
#loc17 = loc("<stdin>":44:7)
#loc18 = loc("<stdin>":46:7)
#loc19 = loc("<stdin>":48:5)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (!spirv.ptr<f32, Uniform>, !spirv.array<4 x vector<4xf32>>, !spirv.rtarray<f32, stride=4>, !spirv.struct<()>, !spirv.struct<(f32 [0, NonWritable], i32 [4])>, !spirv.struct<named, (!spirv.ptr<!spirv.struct<named>, StorageBuffer>)>, !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>, !spirv.sampled_image<!spirv.image<f32, Cube, IsDepth, Arrayed, MultiSampled, NoSampler, Unknown>>, !spirv.matrix<3 x vector<3xf32>>, !spirv.coopmatrix<8x16xi32, Subgroup, MatrixA>, !spirv.struct<(f32 [0], !spirv.matrix<3 x vector<3xf32>> [4, ColMajor, MatrixStride=16])>) -> (), sym_name = "types", sym_visibility = "private"}> ({
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":51:9)
#loc1 = loc("<stdin>":52:1)

// -----
#loc2 = loc("<stdin>":56:16)
#loc3 = loc("<stdin>":56:25)
"builtin.module"() ({
  "func.func"() <{function_type = (f32, vector<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32 loc("<stdin>":56:16), %arg1: vector<4xf32> loc("<stdin>":56:25)):
    %0 = "spirv.GL.Exp"(%arg0) : (f32) -> f32 loc(#loc4)
    %1 = "spirv.GL.FMix"(%arg1, %arg1, %arg1) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32> loc(#loc5)
    %2 = "spirv.VectorShuffle"(%arg1, %arg1) <{components = [0 : i32, 5 : i32, -1 : i32]}> : (vector<4xf32>, vector<4xf32>) -> vector<3xf32> loc(#loc6)
    "func.return"() : () -> () loc(#loc7)
  }) : () -> () loc(#loc1)
}) {spirv.target_env = #spirv.target_env<#spirv.vce<v1.5, [Shader, GroupNonUniform], []>, NVIDIA:DiscreteGPU, #spirv.resource_limits<max_compute_workgroup_size = [256, 256, 64]>>} : () -> () loc(#loc)
#loc = loc("<stdin>":55:1)
#loc1 = loc("<stdin>":56:3)
#loc4 = loc("<stdin>":57:10)
#loc5 = loc("<stdin>":58:10)
#loc6 = loc("<stdin>":59:10)
#loc7 = loc("<stdin>":60:5)
