// RUN: dlc-opt %s --gpu-use-wgmma="loops=i,j,k" --split-input-file --verify-diagnostics

func.func @rows(%c: memref<80x16xf32>) {
  %a = memref.alloc() : memref<80x32xf16, #gpu.address_space<workgroup>>
  %b = memref.alloc() : memref<16x32xf16, #gpu.address_space<workgroup>>
  // expected-error @+1 {{'loop.for' op cannot be computed by tensor cores: it must run a multiple of 64 iterations, but got 80 iterations}}
  loop.for %i = 0 to 80 {
    loop.for %j = 0 to 16 {
      %0 = loop.load %c[%i, %j] : memref<80x16xf32>
      %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<80x32xf16, #gpu.address_space<workgroup>>
        %y = loop.load %b[%j, %k] : memref<16x32xf16, #gpu.address_space<workgroup>>
        %xw = arith.extf %x : f16 to f32
        %yw = arith.extf %y : f16 to f32
        %xy = arith.mulf %xw, %yw : f32
        %t = arith.addf %s, %xy fastmath<reassoc> : f32
        loop.yield %t : f32
      } {loop.name = "k"}
      loop.store %1, %c[%i, %j] : memref<80x16xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  memref.dealloc %a : memref<80x32xf16, #gpu.address_space<workgroup>>
  memref.dealloc %b : memref<16x32xf16, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @columns(%c: memref<64x264xf32>) {
  %a = memref.alloc() : memref<64x32xf16, #gpu.address_space<workgroup>>
  %b = memref.alloc() : memref<264x32xf16, #gpu.address_space<workgroup>>
  loop.for %i = 0 to 64 {
  // expected-error @+1 {{'loop.for' op cannot be computed by tensor cores: it must run a multiple of 8, at most 256, iterations, but got 264 iterations}}
    loop.for %j = 0 to 264 {
      %0 = loop.load %c[%i, %j] : memref<64x264xf32>
      %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<64x32xf16, #gpu.address_space<workgroup>>
        %y = loop.load %b[%j, %k] : memref<264x32xf16, #gpu.address_space<workgroup>>
        %xw = arith.extf %x : f16 to f32
        %yw = arith.extf %y : f16 to f32
        %xy = arith.mulf %xw, %yw : f32
        %t = arith.addf %s, %xy fastmath<reassoc> : f32
        loop.yield %t : f32
      } {loop.name = "k"}
      loop.store %1, %c[%i, %j] : memref<64x264xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  memref.dealloc %a : memref<64x32xf16, #gpu.address_space<workgroup>>
  memref.dealloc %b : memref<264x32xf16, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @depth(%c: memref<64x16xf32>) {
  %a = memref.alloc() : memref<64x24xf16, #gpu.address_space<workgroup>>
  %b = memref.alloc() : memref<16x24xf16, #gpu.address_space<workgroup>>
  loop.for %i = 0 to 64 {
    loop.for %j = 0 to 16 {
      %0 = loop.load %c[%i, %j] : memref<64x16xf32>
  // expected-error @+1 {{'loop.for' op cannot be computed by tensor cores: it must run a multiple of 16 iterations, but got 24 iterations}}
      %1 = loop.for %k = 0 to 24 iter_args(%s = %0) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<64x24xf16, #gpu.address_space<workgroup>>
        %y = loop.load %b[%j, %k] : memref<16x24xf16, #gpu.address_space<workgroup>>
        %xw = arith.extf %x : f16 to f32
        %yw = arith.extf %y : f16 to f32
        %xy = arith.mulf %xw, %yw : f32
        %t = arith.addf %s, %xy fastmath<reassoc> : f32
        loop.yield %t : f32
      } {loop.name = "k"}
      loop.store %1, %c[%i, %j] : memref<64x16xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  memref.dealloc %a : memref<64x24xf16, #gpu.address_space<workgroup>>
  memref.dealloc %b : memref<16x24xf16, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @order(%c: memref<64x16xf32>) {
  %a = memref.alloc() : memref<64x32xf16, #gpu.address_space<workgroup>>
  %b = memref.alloc() : memref<16x32xf16, #gpu.address_space<workgroup>>
  loop.for %i = 0 to 64 {
    loop.for %j = 0 to 16 {
      %0 = loop.load %c[%i, %j] : memref<64x16xf32>
      %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<64x32xf16, #gpu.address_space<workgroup>>
        %y = loop.load %b[%j, %k] : memref<16x32xf16, #gpu.address_space<workgroup>>
        %xw = arith.extf %x : f16 to f32
        %yw = arith.extf %y : f16 to f32
        %xy = arith.mulf %xw, %yw : f32
        // expected-error @+1 {{'arith.addf' op cannot be computed by tensor cores: it must be summed in this order, as it has no `reassoc` flag}}
        %t = arith.addf %s, %xy : f32
        loop.yield %t : f32
      } {loop.name = "k"}
      loop.store %1, %c[%i, %j] : memref<64x16xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  memref.dealloc %a : memref<64x32xf16, #gpu.address_space<workgroup>>
  memref.dealloc %b : memref<16x32xf16, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @integers(%c: memref<64x40xi32>) {
  %a = memref.alloc() : memref<64x32xi8, #gpu.address_space<workgroup>>
  %b = memref.alloc() : memref<40x32xi8, #gpu.address_space<workgroup>>
  loop.for %i = 0 to 64 {
  // expected-error @+1 {{'loop.for' op cannot be computed by tensor cores: sums of 'i32' have 8, 24 or a multiple of 16 columns, but got 40}}
    loop.for %j = 0 to 40 {
      %0 = loop.load %c[%i, %j] : memref<64x40xi32>
      %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (i32) {
        %x = loop.load %a[%i, %k] : memref<64x32xi8, #gpu.address_space<workgroup>>
        %y = loop.load %b[%j, %k] : memref<40x32xi8, #gpu.address_space<workgroup>>
        %xw = arith.extsi %x : i8 to i32
        %yw = arith.extsi %y : i8 to i32
        %xy = arith.muli %xw, %yw : i32
        %t = arith.addi %s, %xy : i32
        loop.yield %t : i32
      } {loop.name = "k"}
      loop.store %1, %c[%i, %j] : memref<64x40xi32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  memref.dealloc %a : memref<64x32xi8, #gpu.address_space<workgroup>>
  memref.dealloc %b : memref<40x32xi8, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @tf32(%c: memref<64x16xf32>) {
  %a = memref.alloc() : memref<64x32xf32, #gpu.address_space<workgroup>>
  %b = memref.alloc() : memref<16x32xf32, #gpu.address_space<workgroup>>
  loop.for %i = 0 to 64 {
    loop.for %j = 0 to 16 {
      %0 = loop.load %c[%i, %j] : memref<64x16xf32>
      %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (f32) {
        // expected-error @+1 {{'loop.load' op cannot be computed by tensor cores: they round elements of 'f32' to tf32, which needs 'tf32=true'}}
        %x = loop.load %a[%i, %k] : memref<64x32xf32, #gpu.address_space<workgroup>>
        %y = loop.load %b[%j, %k] : memref<16x32xf32, #gpu.address_space<workgroup>>
        %xy = arith.mulf %x, %y : f32
        %t = arith.addf %s, %xy fastmath<reassoc> : f32
        loop.yield %t : f32
      } {loop.name = "k"}
      loop.store %1, %c[%i, %j] : memref<64x16xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  memref.dealloc %a : memref<64x32xf32, #gpu.address_space<workgroup>>
  memref.dealloc %b : memref<16x32xf32, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @transposed_bytes(%c: memref<64x16xi32>) {
  %a = memref.alloc() : memref<64x32xi8, #gpu.address_space<workgroup>>
  %b = memref.alloc() : memref<32x16xi8, #gpu.address_space<workgroup>>
  loop.for %i = 0 to 64 {
    loop.for %j = 0 to 16 {
      %0 = loop.load %c[%i, %j] : memref<64x16xi32>
      %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (i32) {
        %x = loop.load %a[%i, %k] : memref<64x32xi8, #gpu.address_space<workgroup>>
        // expected-error @+1 {{'loop.load' op cannot be computed by tensor cores: they transpose no elements of type 'i8'}}
        %y = loop.load %b[%k, %j] : memref<32x16xi8, #gpu.address_space<workgroup>>
        %xw = arith.extsi %x : i8 to i32
        %yw = arith.extsi %y : i8 to i32
        %xy = arith.muli %xw, %yw : i32
        %t = arith.addi %s, %xy : i32
        loop.yield %t : i32
      } {loop.name = "k"}
      loop.store %1, %c[%i, %j] : memref<64x16xi32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  memref.dealloc %a : memref<64x32xi8, #gpu.address_space<workgroup>>
  memref.dealloc %b : memref<32x16xi8, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @argument(%c: memref<64x16xf32>, %a: memref<64x32xf16, #gpu.address_space<workgroup>>, %b: memref<16x32xf16, #gpu.address_space<workgroup>>) {
  loop.for %i = 0 to 64 {
    loop.for %j = 0 to 16 {
      %0 = loop.load %c[%i, %j] : memref<64x16xf32>
      %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (f32) {
  // expected-error @+1 {{'loop.load' op cannot be computed by tensor cores: the buffer that is laid out in chunks is not allocated}}
        %x = loop.load %a[%i, %k] : memref<64x32xf16, #gpu.address_space<workgroup>>
        %y = loop.load %b[%j, %k] : memref<16x32xf16, #gpu.address_space<workgroup>>
        %xw = arith.extf %x : f16 to f32
        %yw = arith.extf %y : f16 to f32
        %xy = arith.mulf %xw, %yw : f32
        %t = arith.addf %s, %xy fastmath<reassoc> : f32
        loop.yield %t : f32
      } {loop.name = "k"}
      loop.store %1, %c[%i, %j] : memref<64x16xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// -----

func.func @stages(%c: memref<64x16xf32>) {
  %a = memref.alloc() : memref<2x64x32xf16, #gpu.address_space<workgroup>>
  %b = memref.alloc() : memref<16x32xf16, #gpu.address_space<workgroup>>
  loop.for %i = 0 to 64 {
    loop.for %j = 0 to 16 {
      %0 = loop.load %c[%i, %j] : memref<64x16xf32>
      %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (f32) {
  // expected-error @+1 {{'loop.load' op cannot be computed by tensor cores: only a matrix of a known size is laid out in chunks, but got 'memref<2x64x32xf16, #gpu.address_space<workgroup>>'}}
        %x = loop.load %a[0, %i, %k] : memref<2x64x32xf16, #gpu.address_space<workgroup>>
        %y = loop.load %b[%j, %k] : memref<16x32xf16, #gpu.address_space<workgroup>>
        %xw = arith.extf %x : f16 to f32
        %yw = arith.extf %y : f16 to f32
        %xy = arith.mulf %xw, %yw : f32
        %t = arith.addf %s, %xy fastmath<reassoc> : f32
        loop.yield %t : f32
      } {loop.name = "k"}
      loop.store %1, %c[%i, %j] : memref<64x16xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  memref.dealloc %a : memref<2x64x32xf16, #gpu.address_space<workgroup>>
  memref.dealloc %b : memref<16x32xf16, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @wide(%c: memref<64x16xf32>, %v: vector<16xf16>) {
  %a = memref.alloc() : memref<64x32xf16, #gpu.address_space<workgroup>>
  %b = memref.alloc() : memref<16x32xf16, #gpu.address_space<workgroup>>
  // expected-error @+1 {{'loop.vector_store' op cannot be computed by tensor cores: it accesses an operand that is laid out in chunks, but not within a chunk}}
  loop.vector_store %v, %b[0, 0] : memref<16x32xf16, #gpu.address_space<workgroup>>, vector<16xf16>
  loop.for %i = 0 to 64 {
    loop.for %j = 0 to 16 {
      %0 = loop.load %c[%i, %j] : memref<64x16xf32>
      %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<64x32xf16, #gpu.address_space<workgroup>>
        %y = loop.load %b[%j, %k] : memref<16x32xf16, #gpu.address_space<workgroup>>
        %xw = arith.extf %x : f16 to f32
        %yw = arith.extf %y : f16 to f32
        %xy = arith.mulf %xw, %yw : f32
        %t = arith.addf %s, %xy fastmath<reassoc> : f32
        loop.yield %t : f32
      } {loop.name = "k"}
      loop.store %1, %c[%i, %j] : memref<64x16xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  memref.dealloc %a : memref<64x32xf16, #gpu.address_space<workgroup>>
  memref.dealloc %b : memref<16x32xf16, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @unaligned(%c: memref<64x16xf32>, %v: vector<4xf16>) {
  %a = memref.alloc() : memref<64x32xf16, #gpu.address_space<workgroup>>
  %b = memref.alloc() : memref<16x32xf16, #gpu.address_space<workgroup>>
  // expected-error @+1 {{'loop.vector_store' op cannot be computed by tensor cores: it accesses an operand that is laid out in chunks, but not within a chunk}}
  loop.vector_store %v, %b[0, 2] : memref<16x32xf16, #gpu.address_space<workgroup>>, vector<4xf16>
  loop.for %i = 0 to 64 {
    loop.for %j = 0 to 16 {
      %0 = loop.load %c[%i, %j] : memref<64x16xf32>
      %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<64x32xf16, #gpu.address_space<workgroup>>
        %y = loop.load %b[%j, %k] : memref<16x32xf16, #gpu.address_space<workgroup>>
        %xw = arith.extf %x : f16 to f32
        %yw = arith.extf %y : f16 to f32
        %xy = arith.mulf %xw, %yw : f32
        %t = arith.addf %s, %xy fastmath<reassoc> : f32
        loop.yield %t : f32
      } {loop.name = "k"}
      loop.store %1, %c[%i, %j] : memref<64x16xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  memref.dealloc %a : memref<64x32xf16, #gpu.address_space<workgroup>>
  memref.dealloc %b : memref<16x32xf16, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @one(%c: memref<64x64xf32>) {
  %a = memref.alloc() : memref<64x32xf16, #gpu.address_space<workgroup>>
  %b = memref.alloc() : memref<64x32xf16, #gpu.address_space<workgroup>>
  loop.for %i = 0 to 64 {
    loop.for %j = 0 to 64 {
      %0 = loop.load %c[%i, %j] : memref<64x64xf32>
      %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<64x32xf16, #gpu.address_space<workgroup>>
  // expected-error @+1 {{'loop.load' op cannot be computed by tensor cores: both operands are in one buffer}}
        %y = loop.load %a[%j, %k] : memref<64x32xf16, #gpu.address_space<workgroup>>
        %xw = arith.extf %x : f16 to f32
        %yw = arith.extf %y : f16 to f32
        %xy = arith.mulf %xw, %yw : f32
        %t = arith.addf %s, %xy fastmath<reassoc> : f32
        loop.yield %t : f32
      } {loop.name = "k"}
      loop.store %1, %c[%i, %j] : memref<64x64xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  memref.dealloc %a : memref<64x32xf16, #gpu.address_space<workgroup>>
  memref.dealloc %b : memref<64x32xf16, #gpu.address_space<workgroup>>
  return
}

// -----

module attributes {gpu.machine = {arch = "gfx1100"}} {
  func.func @vendor(%c: memref<80x16xf32>) {
    %a = memref.alloc() : memref<80x32xf16, #gpu.address_space<workgroup>>
    %b = memref.alloc() : memref<16x32xf16, #gpu.address_space<workgroup>>
    // expected-error @+1 {{'loop.for' op cannot be computed by tensor cores: only NVIDIA's GPUs have warpgroups}}
    loop.for %i = 0 to 80 {
      loop.for %j = 0 to 16 {
        %0 = loop.load %c[%i, %j] : memref<80x16xf32>
        %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (f32) {
          %x = loop.load %a[%i, %k] : memref<80x32xf16, #gpu.address_space<workgroup>>
          %y = loop.load %b[%j, %k] : memref<16x32xf16, #gpu.address_space<workgroup>>
          %xw = arith.extf %x : f16 to f32
          %yw = arith.extf %y : f16 to f32
          %xy = arith.mulf %xw, %yw : f32
          %t = arith.addf %s, %xy fastmath<reassoc> : f32
          loop.yield %t : f32
        } {loop.name = "k"}
        loop.store %1, %c[%i, %j] : memref<80x16xf32>
      } {loop.name = "j"}
    } {loop.name = "i"}
    memref.dealloc %a : memref<80x32xf16, #gpu.address_space<workgroup>>
    memref.dealloc %b : memref<16x32xf16, #gpu.address_space<workgroup>>
    return
  }
}
