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
  // expected-error @+1 {{'memref.alloc' op allocates memory whose size is known only when the program runs, as it depends on numbers that the program computes}}
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

// -----

func.func private @body(%begin: index, %end: index) {
  // expected-error @+1 {{allocates memory in a loop or on several threads at once, which the caller cannot lend}}
  %large = memref.alloc() : memref<65536xf32>
  memref.dealloc %large : memref<65536xf32>
  return
}
func.func private @launch(%count: index) attributes {llvm.launch = {body = @body}} {
  %zero = arith.constant 0 : index
  call @body(%zero, %count) : (index, index) -> ()
  return
}
func.func @main(%count: index) {
  call @launch(%count) : (index) -> ()
  return
}
