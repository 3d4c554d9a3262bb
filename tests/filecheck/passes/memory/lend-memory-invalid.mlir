// RUN: dlc-opt %s --lend-memory="only=true" --split-input-file --verify-diagnostics

// expected-error @+1 {{'func.func' op is public and called in the module}}
func.func @called() {
  return
}
func.func @caller() {
  call @called() : () -> ()
  return
}

// -----

func.func @dynamic(%n: index) {
  // expected-error @+1 {{'memref.alloc' op allocates memory whose size is known only when the program runs}}
  %a = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %a : memref<?xf32>
  return
}

// -----

// expected-error @+1 {{'func.func' op returns memory of unknown origin}}
func.func @unknown() -> memref<4xf32> {
  %m = call @other() : () -> memref<4xf32>
  return %m : memref<4xf32>
}
func.func private @other() -> memref<4xf32>

// -----

// expected-error @+1 {{'func.func' op has several blocks}}
func.func @blocks() {
  cf.br ^next
^next:
  return
}
