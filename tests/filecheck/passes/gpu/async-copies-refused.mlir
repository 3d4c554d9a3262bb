// RUN: dlc-opt %s --gpu-async-copies="loops=k width=8" --split-input-file --verify-diagnostics

func.func @offset(%a: memref<64xf16>, %w: memref<32xf16, #gpu.address_space<workgroup>> {llvm.noalias}) {
  loop.for %k = 0 to 32 {
    // expected-error @+1 {{cannot be copied in the background: 8 elements do not begin at a multiple of their size}}
    %x = loop.load %a[%k + 4] : memref<64xf16>
    loop.store %x, %w[%k] : memref<32xf16, #gpu.address_space<workgroup>>
  } {loop.name = "k"}
  return
}

// -----

func.func @stride(%a: memref<64xf16>, %w: memref<32xf16, #gpu.address_space<workgroup>> {llvm.noalias}) {
  loop.for %k = 0 to 32 {
    // expected-error @+1 {{cannot be copied in the background: its elements do not lie side by side}}
    %x = loop.load %a[%k * 2] : memref<64xf16>
    loop.store %x, %w[%k] : memref<32xf16, #gpu.address_space<workgroup>>
  } {loop.name = "k"}
  return
}

// -----

func.func @space(%a: memref<64xf16>, %w: memref<32xf16> {llvm.noalias}) {
  loop.for %k = 0 to 32 {
    %x = loop.load %a[%k] : memref<64xf16>
    // expected-error @+1 {{cannot be copied in the background: 8 elements of 'memref<32xf16>' are not 4, 8 or 16 bytes of workgroup memory}}
    loop.store %x, %w[%k] : memref<32xf16>
  } {loop.name = "k"}
  return
}

// -----

func.func @condition(%a: memref<64xf16>, %w: memref<32xf16, #gpu.address_space<workgroup>> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f16
  loop.for %k = 0 to 32 {
    // expected-error @+1 {{cannot be copied in the background: it may hold for some of 8 elements only}}
    loop.if affine_set<(d0) : (-d0 + 21 >= 0)>(%k) {
      %x = loop.load %a[%k] : memref<64xf16>
      loop.store %x, %w[%k] : memref<32xf16, #gpu.address_space<workgroup>>
    } else {
      loop.store %zero, %w[%k] : memref<32xf16, #gpu.address_space<workgroup>>
    }
  } {loop.name = "k"}
  return
}

// -----

func.func @computes(%a: memref<64xf16>, %w: memref<32xf16, #gpu.address_space<workgroup>> {llvm.noalias}) {
  // expected-error @+1 {{cannot be copied in the background: it does not only load and store an element}}
  loop.for %k = 0 to 32 {
    %x = loop.load %a[%k] : memref<64xf16>
    %y = arith.addf %x, %x : f16
    loop.store %y, %w[%k] : memref<32xf16, #gpu.address_space<workgroup>>
  } {loop.name = "k"}
  return
}

// -----

func.func @computed(%a: memref<64x32xf16>, %w: memref<32xf16, #gpu.address_space<workgroup>> {llvm.noalias}, %last: index) {
  loop.for %k = 0 to 32 {
    %row = arith.minsi %k, %last : index
    // expected-error @+1 {{cannot be copied in the background: its elements do not lie side by side}}
    %x = memref.load %a[%row, %k] : memref<64x32xf16>
    loop.store %x, %w[%k] : memref<32xf16, #gpu.address_space<workgroup>>
  } {loop.name = "k"}
  return
}

// -----

func.func @unknown(%a: memref<64x32xf16, strided<[?, 1], offset: ?>>, %w: memref<32xf16, #gpu.address_space<workgroup>> {llvm.noalias}) {
  loop.for %k = 0 to 32 {
    // expected-error @+1 {{cannot be copied in the background: 8 elements do not begin at a multiple of their size}}
    %x = loop.load %a[3, %k] : memref<64x32xf16, strided<[?, 1], offset: ?>>
    loop.store %x, %w[%k] : memref<32xf16, #gpu.address_space<workgroup>>
  } {loop.name = "k"}
  return
}
