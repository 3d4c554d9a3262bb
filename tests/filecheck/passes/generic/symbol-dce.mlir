// RUN: dlc-opt %s --load-dialect=support.test_dialect --symbol-dce --split-input-file | filecheck %s
// RUN: mlir-opt %s --symbol-dce --split-input-file --allow-unregistered-dialect | filecheck %s
// REQUIRES: mlir-opt

// CHECK-LABEL: module attributes {test.chains}
//   CHECK-NOT:   @unused
//       CHECK:   func.func private @leaf
//       CHECK:   func.func private @used
//   CHECK-NOT:   @circle
//       CHECK:   func.func @public
module attributes {test.chains} {
  func.func private @unused()
  func.func private @leaf()
  func.func private @used() { call @leaf() : () -> () return }
  func.func private @circle() { call @circle() : () -> () return }
  func.func @public() { call @used() : () -> () return }
}

// -----

// CHECK-LABEL: module attributes {test.nested_tables}
//       CHECK:   module {
//   CHECK-NOT:     @hidden
//       CHECK:     func.func @public
//   CHECK-NOT:   module @private_table
//       CHECK:   module @visible
//   CHECK-NOT:     func.func nested @not_needed
//       CHECK:     func.func private @needed
module attributes {test.nested_tables} {
  module {
    func.func private @hidden()
    func.func @public() { return }
  }
  module @private_table attributes {sym_visibility = "private"} {
    func.func @inside() { return }
  }
  module @visible {
    func.func nested @not_needed() { return }
    func.func private @needed() { return }
  }
  "test.use"() {callee = [@visible::@needed]} : () -> ()
}
