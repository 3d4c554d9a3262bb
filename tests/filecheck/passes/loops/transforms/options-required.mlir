// RUN: not dlc-opt %s --loop-pad 2>&1 | filecheck %s
// RUN: not dlc-opt %s --loop-specialize 2>&1 | filecheck %s

// Steps without loops to work on say which options they lack, whatever the module holds.
// CHECK: error: pass 'loop-{{pad|specialize}}' requires the options 'loops' and 'sizes', one size per loop
func.func @nothing() {
  return
}
