"builtin.module"() ({
  "o.r"() {a = dense_resource<r> : tensor<3xi64>, b = #test.e1di64_elements<blob1> : tensor<3xi64>, c = dense_resource<"needs \22quotes\22"> : tensor<1xi8>} : () -> ()
}) : () -> ()

{-#
  external_resources: {
    x: {
      y: "z\0A",
      n: false
    }
  }
#-}
