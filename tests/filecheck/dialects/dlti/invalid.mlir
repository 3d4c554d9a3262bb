// RUN: dlc-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{keys must differ, but got 2 entries of '"a"'}}
module attributes {dlti.dl_spec = #dlti.dl_spec<"a" = 3, "a" = 4>} {
}

// -----

// expected-error @+1 {{keys must differ, but got 3 entries of 'i32'}}
module attributes {dlti.map = #dlti.map<i32 = 3, i32 = 3, #dlti.dl_entry<i32, 3>>} {
}

// -----

// expected-error @+1 {{a key must not be the empty string}}
module attributes {dlti.dl_spec = #dlti.dl_spec<"" = 3>} {
}

// -----

// expected-error @+1 {{expected a type or a string in quotes}}
module attributes {dlti.dl_spec = #dlti.dl_spec<@a = 3>} {
}

// -----

// expected-error @+1 {{expected an attribute '#dlti.dl_entry', but got '#dlti.map<>'}}
module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.map<>>} {
}

// -----

// expected-error @+1 {{expected ',', but got '='}}
module attributes {test.a = #dlti.dl_entry<i32 = 4>} {
}

// -----

// expected-error @+1 {{expected '=', but got ','}}
module attributes {test.a = #dlti.map<i32, 4>} {
}

// -----

// expected-error @+1 {{'dlti.target_device_spec' must have an entry, but got none}}
module attributes {test.a = #dlti.target_device_spec<>} {
}

// -----

// expected-error @+1 {{keys of 'dlti.target_device_spec' must be strings, but got 'i32'}}
module attributes {test.a = #dlti.target_device_spec<i32 = 4>} {
}

// -----

// expected-error @+1 {{"CPU" must be a '#dlti.target_device_spec', but got '4 : i64'}}
module attributes {test.a = #dlti.target_system_spec<"CPU" = 4>} {
}

// -----

// expected-error @+1 {{expected ',', but got '>'}}
module attributes {test.a = #dlti.function_pointer_alignment<64>} {
}

// -----

// expected-error @+1 {{unknown attribute 'dlti.dl_specs' in dialect 'dlti', did you mean 'dlti.dl_spec'?}}
module attributes {test.a = #dlti.dl_specs<>} {
}
