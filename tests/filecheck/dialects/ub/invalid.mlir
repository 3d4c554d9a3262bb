// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @f() {
  // expected-error @+1 {{'ub.poison' op attribute 'value' failed to satisfy constraint: poison attribute, but got '1 : i32'}}
  %r = "ub.poison"() <{value = 1 : i32}> : () -> i32
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'ub.unreachable' op must be the last operation in the parent block}}
  ub.unreachable
  return
}
