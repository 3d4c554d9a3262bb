// RUN: dlc-opt %s | dlc-opt | filecheck %s

// Entries are read in two forms and printed in one, with the types of their values.

// CHECK: module @of_polygeist attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "little", i64 = dense<64> : vector<2xi64>, index = 64 : i64>} {
module @of_polygeist attributes {dlti.dl_spec = #dlti.dl_spec<
  #dlti.dl_entry<"dlti.endianness", "little">, #dlti.dl_entry<i64, dense<64> : vector<2xi64>>, index = 64>} {
}

// CHECK: module @of_clang attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, f80 = dense<128> : vector<2xi64>, "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.function_pointer_alignment" = #dlti.function_pointer_alignment<64, function_dependent = true>>} {
module @of_clang attributes {dlti.dl_spec = #dlti.dl_spec<
  !llvm.ptr<270> = dense<32> : vector<4xi64>, f80 = dense<128> : vector<2xi64>,
  "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>,
  "dlti.function_pointer_alignment" = #dlti.function_pointer_alignment<64, function_dependent = true>>} {
}

// CHECK: module @machine attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 65536 : ui32>, "GPU" = #dlti.target_device_spec<"vectors" = 128 : i64>>} {
module @machine attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 65536 : ui32>,
  #dlti.dl_entry<"GPU", #dlti<target_device_spec<"vectors" = 128>>>>} {
}

// CHECK: module @maps attributes {test.empty = #dlti.map<>, test.entry = #dlti.dl_entry<i32, "four">, test.nested = #dlti.map<i32 = #dlti.map<"a \22quoted\22 key" = unit>, "list" = [1, 2]>, test.none = #dlti.dl_spec<>} {
module @maps attributes {
  test.empty = #dlti.map<>, test.none = #dlti.dl_spec<>, test.entry = #dlti.dl_entry<i32, "four">,
  test.nested = #dlti.map<i32 = #dlti.map<"a \"quoted\" key" = unit>, "list" = [1, 2]>} {
}
