// RUN: dlc-opt %s --format | filecheck %s
// RUN: not dlc-opt %s --format --cse 2>&1 | filecheck %s --check-prefix=PASSES
// RUN: echo 'func.func @f(' > %t.mlir && not dlc-opt %t.mlir --format 2>&1 | filecheck %s --check-prefix=BROKEN

// PASSES: dlc-opt: error: '--format' only changes the layout of a text; run passes without it
// BROKEN: cannot format a text with errors: {{.*}}:2:1: error: expected

// CHECK: {{^}}func.func @comments_stay(%a: i32) { // here{{$}}
// CHECK-NEXT: {{^}}  // and here{{$}}
// CHECK-NEXT: {{^}}  return{{$}}
// CHECK-NEXT: {{^}}}{{$}}
func.func @comments_stay( %a:   i32) { // here
// and here
return }
