// RUN: dlc-opt %s --gpu-use-mma="loops=i,j,k tile=16,8" --split-input-file --verify-diagnostics

func.func @order(%a: memref<16x32xf16, #gpu.address_space<workgroup>>, %b: memref<32x8xf16, #gpu.address_space<workgroup>>, %c: memref<16x8xf32>) {
  loop.for %i = 0 to 16 {
    loop.for %j = 0 to 8 {
      %0 = loop.load %c[%i, %j] : memref<16x8xf32>
      %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<16x32xf16, #gpu.address_space<workgroup>>
        %y = loop.load %b[%k, %j] : memref<32x8xf16, #gpu.address_space<workgroup>>
        %xw = arith.extf %x : f16 to f32
        %yw = arith.extf %y : f16 to f32
        %xy = arith.mulf %xw, %yw : f32
        // expected-error @+1 {{'arith.addf' op cannot be computed by tensor cores: it must be summed in this order, as it has no `reassoc` flag}}
        %t = arith.addf %s, %xy : f32
        loop.yield %t : f32
      } {loop.name = "k"}
      loop.store %1, %c[%i, %j] : memref<16x8xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// -----

func.func @space(%a: memref<16x32xf16, #gpu.address_space<global>>, %b: memref<32x8xf16, #gpu.address_space<workgroup>>, %c: memref<16x8xf32>) {
  loop.for %i = 0 to 16 {
    loop.for %j = 0 to 8 {
      %0 = loop.load %c[%i, %j] : memref<16x8xf32>
      %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (f32) {
        // expected-error @+1 {{'loop.load' op cannot be computed by tensor cores: an operand must be in workgroup memory, row by row, but got 'memref<16x32xf16, #gpu.address_space<global>>'}}
        %x = loop.load %a[%i, %k] : memref<16x32xf16, #gpu.address_space<global>>
        %y = loop.load %b[%k, %j] : memref<32x8xf16, #gpu.address_space<workgroup>>
        %xw = arith.extf %x : f16 to f32
        %yw = arith.extf %y : f16 to f32
        %xy = arith.mulf %xw, %yw : f32
        %t = arith.addf %s, %xy fastmath<reassoc> : f32
        loop.yield %t : f32
      } {loop.name = "k"}
      loop.store %1, %c[%i, %j] : memref<16x8xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// -----

func.func @depth(%a: memref<16x32xf16, #gpu.address_space<workgroup>>, %b: memref<32x8xf16, #gpu.address_space<workgroup>>, %c: memref<16x8xf32>) {
  loop.for %i = 0 to 16 {
    loop.for %j = 0 to 8 {
      %0 = loop.load %c[%i, %j] : memref<16x8xf32>
      // expected-error @+1 {{'loop.for' op cannot be computed by tensor cores: it must run a multiple of 16 iterations, but got 24 iterations}}
      %1 = loop.for %k = 0 to 24 iter_args(%s = %0) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<16x32xf16, #gpu.address_space<workgroup>>
        %y = loop.load %b[%k, %j] : memref<32x8xf16, #gpu.address_space<workgroup>>
        %xw = arith.extf %x : f16 to f32
        %yw = arith.extf %y : f16 to f32
        %xy = arith.mulf %xw, %yw : f32
        %t = arith.addf %s, %xy fastmath<reassoc> : f32
        loop.yield %t : f32
      } {loop.name = "k"}
      loop.store %1, %c[%i, %j] : memref<16x8xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// -----

func.func @strided(%a: memref<16x64xf16, #gpu.address_space<workgroup>>, %b: memref<32x8xf16, #gpu.address_space<workgroup>>, %c: memref<16x8xf32>) {
  loop.for %i = 0 to 16 {
    loop.for %j = 0 to 8 {
      %0 = loop.load %c[%i, %j] : memref<16x8xf32>
      %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (f32) {
        // expected-error @+1 {{'loop.load' op cannot be computed by tensor cores: the index of an operand must move by 1}}
        %x = loop.load %a[%i, %k * 2] : memref<16x64xf16, #gpu.address_space<workgroup>>
        %y = loop.load %b[%k, %j] : memref<32x8xf16, #gpu.address_space<workgroup>>
        %xw = arith.extf %x : f16 to f32
        %yw = arith.extf %y : f16 to f32
        %xy = arith.mulf %xw, %yw : f32
        %t = arith.addf %s, %xy fastmath<reassoc> : f32
        loop.yield %t : f32
      } {loop.name = "k"}
      loop.store %1, %c[%i, %j] : memref<16x8xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// -----

func.func @begins(%a: memref<16x40xf16, #gpu.address_space<workgroup>>, %b: memref<32x8xf16, #gpu.address_space<workgroup>>, %c: memref<16x8xf32>) {
  loop.for %i = 0 to 16 {
    loop.for %j = 0 to 8 {
      %0 = loop.load %c[%i, %j] : memref<16x8xf32>
      %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (f32) {
        // expected-error @+1 {{'loop.load' op cannot be computed by tensor cores: the rows of an operand must begin at multiples of 16 bytes}}
        %x = loop.load %a[%i, %k + 4] : memref<16x40xf16, #gpu.address_space<workgroup>>
        %y = loop.load %b[%k, %j] : memref<32x8xf16, #gpu.address_space<workgroup>>
        %xw = arith.extf %x : f16 to f32
        %yw = arith.extf %y : f16 to f32
        %xy = arith.mulf %xw, %yw : f32
        %t = arith.addf %s, %xy fastmath<reassoc> : f32
        loop.yield %t : f32
      } {loop.name = "k"}
      loop.store %1, %c[%i, %j] : memref<16x8xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// -----

func.func @types(%a: memref<16x32xbf16, #gpu.address_space<workgroup>>, %b: memref<32x8xf16, #gpu.address_space<workgroup>>, %c: memref<16x8xf32>) {
  loop.for %i = 0 to 16 {
    loop.for %j = 0 to 8 {
      %0 = loop.load %c[%i, %j] : memref<16x8xf32>
      %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<16x32xbf16, #gpu.address_space<workgroup>>
        %y = loop.load %b[%k, %j] : memref<32x8xf16, #gpu.address_space<workgroup>>
        %xw = arith.extf %x : bf16 to f32
        %yw = arith.extf %y : f16 to f32
        %xy = arith.mulf %xw, %yw : f32
        %t = arith.addf %s, %xy fastmath<reassoc> : f32
        loop.yield %t : f32
      } {loop.name = "k"}
      // expected-error @+1 {{'loop.store' op cannot be computed by tensor cores: they do not multiply elements of 'bf16' and 'f16' to sums of 'f32'}}
      loop.store %1, %c[%i, %j] : memref<16x8xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// -----

func.func @element(%a: memref<16x32xf16, #gpu.address_space<workgroup>>, %b: memref<32x8xf16, #gpu.address_space<workgroup>>, %c: memref<16x8xf32>) {
  loop.for %i = 0 to 16 {
    loop.for %j = 0 to 8 {
      %0 = loop.load %c[%i, %j] : memref<16x8xf32>
      %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<16x32xf16, #gpu.address_space<workgroup>>
        %y = loop.load %b[%k, %j] : memref<32x8xf16, #gpu.address_space<workgroup>>
        %xw = arith.extf %x : f16 to f32
        %yw = arith.extf %y : f16 to f32
        %xy = arith.mulf %xw, %yw : f32
        %t = arith.addf %s, %xy fastmath<reassoc> : f32
        loop.yield %t : f32
      } {loop.name = "k"}
      // expected-error @+1 {{'loop.store' op cannot be computed by tensor cores: it stores to another element than that of the sum}}
      loop.store %1, %c[%i, 7 - %j] : memref<16x8xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}
