"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, tensor<1x4x4xf32>, tensor<1xf32>) -> (), sym_name = "tosa_custom"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<1x4x4xf32>, %arg2: tensor<1xf32>):
    %0 = "tosa.add"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %1 = "tosa.custom"(%arg0) <{domain_name = "d", implementation_attrs = "", operator_name = "op \22q\22"}> : (tensor<4xf32>) -> tensor<4xf32>
    %2 = "tosa.const"() <{values = dense_resource<__elided__> : tensor<2x2xi4>}> : () -> tensor<2x2xi4>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
