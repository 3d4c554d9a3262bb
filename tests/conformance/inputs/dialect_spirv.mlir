spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader, Float64], [SPV_KHR_storage_buffer_storage_class]> {
  spirv.GlobalVariable @in bind(0, 1) : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>
  spirv.GlobalVariable @id built_in("GlobalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.SpecConstant @sc spec_id(5) = 42 : i32
  spirv.SpecConstantComposite @scc (@sc, @sc) : !spirv.array<2 x i32>
  spirv.func @main(%a: i32, %f: f32) -> i32 "None" attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
    %0 = spirv.Constant 1.0 : f32
    %1 = spirv.FAdd %f, %0 : f32
    %2 = spirv.mlir.addressof @id : !spirv.ptr<vector<3xi32>, Input>
    %3 = spirv.Load "Input" %2 ["Volatile|Aligned", 4] : vector<3xi32>
    %4 = spirv.CompositeExtract %3[0 : i32] : vector<3xi32>
    %5 = spirv.SLessThan %a, %4 : i32
    spirv.BranchConditional %5 [5, 10], ^t, ^f
  ^t:
    spirv.ReturnValue %a : i32
  ^f:
    spirv.Branch ^t
  }
  spirv.EntryPoint "GLCompute" @main, @id
  spirv.ExecutionMode @main "LocalSize", 32, 1, 1
}
// -----
spirv.module @m Physical64 OpenCL {
  spirv.func @loop(%n: i32) "Inline|Pure" {
    %z = spirv.Constant 0 : i32
    %v = spirv.Variable init(%z) : !spirv.ptr<i32, Function>
    spirv.mlir.loop control(Unroll) {
      spirv.Branch ^header
    ^header:
      %c = spirv.Load "Function" %v : i32
      %b = spirv.SLessThan %c, %n : i32
      spirv.BranchConditional %b, ^body, ^merge
    ^body:
      spirv.Branch ^continue
    ^continue:
      spirv.Branch ^header
    ^merge:
      spirv.mlir.merge
    }
    spirv.mlir.selection {
      %k = spirv.Constant true
      spirv.BranchConditional %k, ^then, ^m
    ^then:
      spirv.Branch ^m
    ^m:
      spirv.mlir.merge
    }
    spirv.Return
  }
}
// -----
func.func private @types(!spirv.ptr<f32, Uniform>, !spirv.array<4 x vector<4xf32>>, !spirv.rtarray<f32, stride=4>, !spirv.struct<()>, !spirv.struct<(f32 [0, NonWritable], i32 [4])>, !spirv.struct<named, (!spirv.ptr<!spirv.struct<named>, StorageBuffer>)>,
  !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>, !spirv.sampled_image<!spirv.image<f32, Cube, IsDepth, Arrayed, MultiSampled, NoSampler, Unknown>>, !spirv.matrix<3 x vector<3xf32>>, !spirv.coopmatrix<8x16xi32, Subgroup, MatrixA>, !spirv.struct<(f32 [0], !spirv.matrix<3 x vector<3xf32>> [4, ColMajor, MatrixStride=16])>)
// -----
module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.5, [Shader, GroupNonUniform], []>, NVIDIA:DiscreteGPU, #spirv.resource_limits<max_compute_workgroup_size = [256, 256, 64], subgroup_size = 32>>} {
  func.func @f(%a: f32, %b: vector<4xf32>) {
    %0 = spirv.GL.Exp %a : f32
    %1 = spirv.GL.FMix %b : vector<4xf32>, %b : vector<4xf32>, %b : vector<4xf32> -> vector<4xf32>
    %2 = spirv.VectorShuffle [0: i32, 5: i32, 0xffffffff: i32] %b, %b : vector<4xf32>, vector<4xf32> -> vector<3xf32>
    return
  }
}
