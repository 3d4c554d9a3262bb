// RUN: dlc-opt %s | dlc-opt | filecheck %s

// CHECK-LABEL: func.func @binary
func.func @binary(%a: index, %b: index) {
  // CHECK: index.add %a, %b
  %add = index.add %a, %b
  // CHECK: index.sub %a, %b
  %sub = index.sub %a, %b
  // CHECK: index.mul %a, %b
  %mul = index.mul %a, %b
  // CHECK: index.divs %a, %b
  %divs = index.divs %a, %b
  // CHECK: index.divu %a, %b
  %divu = index.divu %a, %b
  // CHECK: index.ceildivs %a, %b
  %ceildivs = index.ceildivs %a, %b
  // CHECK: index.ceildivu %a, %b
  %ceildivu = index.ceildivu %a, %b
  // CHECK: index.floordivs %a, %b
  %floordivs = index.floordivs %a, %b
  // CHECK: index.rems %a, %b
  %rems = index.rems %a, %b
  // CHECK: index.remu %a, %b
  %remu = index.remu %a, %b
  // CHECK: index.maxs %a, %b
  %maxs = index.maxs %a, %b
  // CHECK: index.maxu %a, %b
  %maxu = index.maxu %a, %b
  // CHECK: index.mins %a, %b
  %mins = index.mins %a, %b
  // CHECK: index.minu %a, %b
  %minu = index.minu %a, %b
  // CHECK: index.shl %a, %b
  %shl = index.shl %a, %b
  // CHECK: index.shrs %a, %b
  %shrs = index.shrs %a, %b
  // CHECK: index.shru %a, %b
  %shru = index.shru %a, %b
  // CHECK: index.and %a, %b
  %and = index.and %a, %b
  // CHECK: index.or %a, %b
  %or = index.or %a, %b
  // CHECK: index.xor %a, %b {marked}
  %xor = index.xor %a, %b {marked}
  return
}

// CHECK-LABEL: func.func @compare
func.func @compare(%a: index, %b: index) {
  // CHECK: index.cmp eq(%a, %b)
  %eq = index.cmp eq(%a, %b)
  // CHECK: index.cmp ne(%a, %b)
  %ne = index.cmp ne(%a, %b)
  // CHECK: index.cmp slt(%a, %b)
  %slt = index.cmp slt(%a, %b)
  // CHECK: index.cmp sle(%a, %b)
  %sle = index.cmp sle(%a, %b)
  // CHECK: index.cmp sgt(%a, %b)
  %sgt = index.cmp sgt(%a, %b)
  // CHECK: index.cmp sge(%a, %b)
  %sge = index.cmp sge(%a, %b)
  // CHECK: index.cmp ult(%a, %b)
  %ult = index.cmp ult(%a, %b)
  // CHECK: index.cmp ule(%a, %b)
  %ule = index.cmp ule(%a, %b)
  // CHECK: index.cmp ugt(%a, %b)
  %ugt = index.cmp ugt(%a, %b)
  // CHECK: index.cmp uge(%a, %b)
  %uge = index.cmp uge(%a, %b)
  return
}

// CHECK-LABEL: func.func @casts
func.func @casts(%a: index, %x: i32) {
  // CHECK: index.casts %a : index to i8
  %cast1 = index.casts %a : index to i8
  // CHECK: index.casts %x : i32 to index
  %cast2 = index.casts %x : i32 to index
  // CHECK: index.castu %a : index to i128
  %cast3 = index.castu %a : index to i128
  // CHECK: index.castu %x : i32 to index
  %cast4 = index.castu %x : i32 to index
  return
}

// CHECK-LABEL: func.func @constants
func.func @constants() {
  // CHECK: %idx42 = index.constant 42
  %0 = index.constant 42
  // CHECK: %idx-1 = index.constant -1
  %1 = index.constant -1
  // CHECK: %true = index.bool.constant true
  %2 = index.bool.constant true
  // CHECK: %false = index.bool.constant false
  %3 = index.bool.constant false
  // CHECK: index.sizeof
  %4 = index.sizeof
  return
}
