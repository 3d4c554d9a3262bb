// A key that is there twice.
module attributes {dlti.dl_spec = #dlti.dl_spec<i32 = dense<32> : vector<2xi64>, i32 = dense<64> : vector<2xi64>>} {}

// -----
// A key without a name.
module attributes {test.a = #dlti.map<"" = 1>} {}

// -----
// A key that is neither a type nor a string.
module attributes {test.a = #dlti.dl_entry<@a, 1>} {}

// -----
// An entry that is another attribute.
module attributes {test.a = #dlti.dl_spec<#dlti.map<"a" = 1>>} {}

// -----
// A type as a property of a device.
module attributes {test.a = #dlti.target_device_spec<i32 = 1>} {}

// -----
// A device without properties.
module attributes {test.a = #dlti.target_device_spec<>} {}

// -----
// A system whose device is a number.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = 1>} {}

// -----
// An alignment without its kind.
module attributes {test.a = #dlti.function_pointer_alignment<64>} {}
