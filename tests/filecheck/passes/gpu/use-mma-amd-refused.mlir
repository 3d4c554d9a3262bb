// RUN: dlc-opt %s --gpu-use-mma="loops=i,j,k tile=16,16" --split-input-file --verify-diagnostics

module attributes {gpu.machine = {arch = "gfx1030"}} {
  func.func @product(%a: memref<16x32xf16, #gpu.address_space<workgroup>>, %b: memref<32x16xf16, #gpu.address_space<workgroup>>, %c: memref<16x16xf32>) {
    // expected-error @+1 {{'loop.for' op cannot be computed by tensor cores: 'gfx1030' has no units that multiply matrices of a subgroup}}
    loop.for %i = 0 to 16 {
      loop.for %j = 0 to 16 {
        %0 = loop.load %c[%i, %j] : memref<16x16xf32>
        %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (f32) {
          %x = loop.load %a[%i, %k] : memref<16x32xf16, #gpu.address_space<workgroup>>
          %y = loop.load %b[%k, %j] : memref<32x16xf16, #gpu.address_space<workgroup>>
          %xw = arith.extf %x : f16 to f32
          %yw = arith.extf %y : f16 to f32
          %xy = arith.mulf %xw, %yw : f32
          %t = arith.addf %s, %xy fastmath<reassoc> : f32
          loop.yield %t : f32
        } {loop.name = "k"}
        loop.store %1, %c[%i, %j] : memref<16x16xf32>
      } {loop.name = "j"}
    } {loop.name = "i"}
    return
  }
}

// -----

module attributes {gpu.machine = {arch = "sm_61"}} {
  func.func @product(%a: memref<16x32xf16, #gpu.address_space<workgroup>>, %b: memref<32x16xf16, #gpu.address_space<workgroup>>, %c: memref<16x16xf32>) {
    // expected-error @+1 {{'loop.for' op cannot be computed by tensor cores: 'sm_61' has no units that multiply matrices of a subgroup}}
    loop.for %i = 0 to 16 {
      loop.for %j = 0 to 16 {
        %0 = loop.load %c[%i, %j] : memref<16x16xf32>
        %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (f32) {
          %x = loop.load %a[%i, %k] : memref<16x32xf16, #gpu.address_space<workgroup>>
          %y = loop.load %b[%k, %j] : memref<32x16xf16, #gpu.address_space<workgroup>>
          %xw = arith.extf %x : f16 to f32
          %yw = arith.extf %y : f16 to f32
          %xy = arith.mulf %xw, %yw : f32
          %t = arith.addf %s, %xy fastmath<reassoc> : f32
          loop.yield %t : f32
        } {loop.name = "k"}
        loop.store %1, %c[%i, %j] : memref<16x16xf32>
      } {loop.name = "j"}
    } {loop.name = "i"}
    return
  }
}

// -----

// f32 is multiplied by MFMA, and not by WMMA.
module attributes {gpu.machine = {arch = "gfx1100"}} {
  func.func @product(%a: memref<16x32xf32, #gpu.address_space<workgroup>>, %b: memref<32x16xf32, #gpu.address_space<workgroup>>, %c: memref<16x16xf32>) {
    loop.for %i = 0 to 16 {
      loop.for %j = 0 to 16 {
        %0 = loop.load %c[%i, %j] : memref<16x16xf32>
        %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (f32) {
          // expected-error @+1 {{'loop.load' op cannot be computed by tensor cores: they do not multiply elements of type 'f32'}}
          %x = loop.load %a[%i, %k] : memref<16x32xf32, #gpu.address_space<workgroup>>
          %y = loop.load %b[%k, %j] : memref<32x16xf32, #gpu.address_space<workgroup>>
          %xy = arith.mulf %x, %y : f32
          %t = arith.addf %s, %xy fastmath<reassoc> : f32
          loop.yield %t : f32
        } {loop.name = "k"}
        loop.store %1, %c[%i, %j] : memref<16x16xf32>
      } {loop.name = "j"}
    } {loop.name = "i"}
    return
  }
}

// -----

module attributes {gpu.machine = {arch = "gfx1100"}} {
  func.func @product(%a: memref<16x32xi8, #gpu.address_space<private>>, %b: memref<32x16xi8, #gpu.address_space<workgroup>>, %c: memref<16x16xi32>) {
    loop.for %i = 0 to 16 {
      loop.for %j = 0 to 16 {
        %0 = loop.load %c[%i, %j] : memref<16x16xi32>
        %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (i32) {
          // expected-error @+1 {{'loop.load' op cannot be computed by tensor cores: they take no sums of 'i8' as an operand, so it must be in workgroup memory}}
          %x = loop.load %a[%i, %k] : memref<16x32xi8, #gpu.address_space<private>>
          %y = loop.load %b[%k, %j] : memref<32x16xi8, #gpu.address_space<workgroup>>
          %xw = arith.extsi %x : i8 to i32
          %yw = arith.extsi %y : i8 to i32
          %xy = arith.muli %xw, %yw : i32
          %t = arith.addi %s, %xy : i32
          loop.yield %t : i32
        } {loop.name = "k"}
        loop.store %1, %c[%i, %j] : memref<16x16xi32>
      } {loop.name = "j"}
    } {loop.name = "i"}
    return
  }
}
