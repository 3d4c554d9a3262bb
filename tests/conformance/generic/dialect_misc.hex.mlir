"builtin.module"() ({
^bb0:
}) {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "little", index = 32 : i32, i64 = dense<"0x20000000000000004000000000000000"> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>>, dlti.map = #dlti.map<"k" = 1 : i32, "nested" = #dlti.map<"z" = 2.000000e+00 : f32>>, dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 65536 : ui32>, "GPU:1" = #dlti.target_device_spec<"max_vector_op_width" = 128 : ui32>>} : () -> ()

// -----
"builtin.module"() ({
^bb0:
}) {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "little", index = 32 : i32, i64 = dense<"0x20000000000000004000000000000000"> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>>} : () -> ()
