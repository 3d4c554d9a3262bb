// RUN: dlc-opt %s --gpu-pipeline-tiles="loops=k" --split-input-file --verify-diagnostics

func.func @skewed_chunks(%a: memref<8x64xf16>, %out: memref<8xf16> {llvm.noalias}) {
  loop.parallel (%b) = (0) to (2) {
    %w = memref.alloc() : memref<2x16x8xf16, #gpu.address_space<workgroup>>
    loop.for %k = 0 to 64 step 16 {
      loop.for %i = 0 to 8 {
        loop.for %j = affine_map<(d0) -> (d0)>(%k) to affine_map<(d0) -> (d0 + 16)>(%k) {
          %x = loop.load %a[%i, %j] : memref<8x64xf16>
  // expected-error @+1 {{'loop.store' op cannot be copied as a tile: it does not write the whole buffer}}
          loop.store %x, %w[(%j - %k) floordiv 8, %i, (%j - %k) mod 8] : memref<2x16x8xf16, #gpu.address_space<workgroup>>
        }
      }
      loop.parallel (%t) = (0) to (8) {
        %y = loop.load %w[1, %t, 7] : memref<2x16x8xf16, #gpu.address_space<workgroup>>
        loop.store %y, %out[%t] : memref<8xf16>
      } {mapping = [#gpu.thread<x>]}
    } {loop.name = "k"}
    memref.dealloc %w : memref<2x16x8xf16, #gpu.address_space<workgroup>>
  } {gpu.block_size = 32 : i64, mapping = [#gpu.block<x>]}
  return
}

// -----

func.func @wrong_chunk(%a: memref<8x64xf16>, %out: memref<8xf16> {llvm.noalias}) {
  loop.parallel (%b) = (0) to (2) {
    %w = memref.alloc() : memref<2x8x8xf16, #gpu.address_space<workgroup>>
    loop.for %k = 0 to 64 step 16 {
      loop.for %i = 0 to 8 {
        loop.for %j = affine_map<(d0) -> (d0)>(%k) to affine_map<(d0) -> (d0 + 16)>(%k) {
          %x = loop.load %a[%i, %j] : memref<8x64xf16>
  // expected-error @+1 {{'loop.store' op cannot be copied as a tile: it does not write chunks of 16 bytes one below another}}
          loop.store %x, %w[(%j - %k) mod 2, %i, (%j - %k) floordiv 2] : memref<2x8x8xf16, #gpu.address_space<workgroup>>
        }
      }
      loop.parallel (%t) = (0) to (8) {
        %y = loop.load %w[1, %t, 7] : memref<2x8x8xf16, #gpu.address_space<workgroup>>
        loop.store %y, %out[%t] : memref<8xf16>
      } {mapping = [#gpu.thread<x>]}
    } {loop.name = "k"}
    memref.dealloc %w : memref<2x8x8xf16, #gpu.address_space<workgroup>>
  } {gpu.block_size = 32 : i64, mapping = [#gpu.block<x>]}
  return
}

// -----

func.func @odd_rows(%a: memref<8x64xf16>, %out: memref<8xf16> {llvm.noalias}) {
  loop.parallel (%b) = (0) to (2) {
    %w = memref.alloc() : memref<2x4x8xf16, #gpu.address_space<workgroup>>
    loop.for %k = 0 to 64 step 16 {
      loop.for %i = 0 to 4 {
        loop.for %j = affine_map<(d0) -> (d0)>(%k) to affine_map<(d0) -> (d0 + 16)>(%k) {
          %x = loop.load %a[%i, %j] : memref<8x64xf16>
  // expected-error @+1 {{'loop.store' op cannot be copied as a tile: its buffer does not lie in up to 256 chunks and rows of 16 bytes: 'memref<2x4x8xf16, #gpu.address_space<workgroup>>'}}
          loop.store %x, %w[(%j - %k) floordiv 8, %i, (%j - %k) mod 8] : memref<2x4x8xf16, #gpu.address_space<workgroup>>
        }
      }
      loop.parallel (%t) = (0) to (8) {
        %y = loop.load %w[1, %t floordiv 2, 7] : memref<2x4x8xf16, #gpu.address_space<workgroup>>
        loop.store %y, %out[%t] : memref<8xf16>
      } {mapping = [#gpu.thread<x>]}
    } {loop.name = "k"}
    memref.dealloc %w : memref<2x4x8xf16, #gpu.address_space<workgroup>>
  } {gpu.block_size = 32 : i64, mapping = [#gpu.block<x>]}
  return
}

// -----

func.func @narrow_rows(%a: memref<8x68xf16>, %out: memref<8xf16> {llvm.noalias}) {
  loop.parallel (%b) = (0) to (2) {
    %w = memref.alloc() : memref<2x8x8xf16, #gpu.address_space<workgroup>>
    loop.for %k = 0 to 64 step 16 {
      loop.for %i = 0 to 8 {
        loop.for %j = affine_map<(d0) -> (d0)>(%k) to affine_map<(d0) -> (d0 + 16)>(%k) {
  // expected-error @+1 {{'loop.load' op cannot be copied as a tile: its source has no known sizes and rows at multiples of 16 bytes: 'memref<8x68xf16>'}}
          %x = loop.load %a[%i, %j] : memref<8x68xf16>
          loop.store %x, %w[(%j - %k) floordiv 8, %i, (%j - %k) mod 8] : memref<2x8x8xf16, #gpu.address_space<workgroup>>
        }
      }
      loop.parallel (%t) = (0) to (8) {
        %y = loop.load %w[1, %t, 7] : memref<2x8x8xf16, #gpu.address_space<workgroup>>
        loop.store %y, %out[%t] : memref<8xf16>
      } {mapping = [#gpu.thread<x>]}
    } {loop.name = "k"}
    memref.dealloc %w : memref<2x8x8xf16, #gpu.address_space<workgroup>>
  } {gpu.block_size = 32 : i64, mapping = [#gpu.block<x>]}
  return
}

// -----

func.func @strided_rows(%a: memref<16x64xf16>, %out: memref<8xf16> {llvm.noalias}) {
  loop.parallel (%b) = (0) to (2) {
    %w = memref.alloc() : memref<2x8x8xf16, #gpu.address_space<workgroup>>
    loop.for %k = 0 to 64 step 16 {
  // expected-error @+1 {{'loop.for' op cannot be copied as a tile: rows and columns do not lie one after the other}}
      loop.for %i = 0 to 8 {
        loop.for %j = affine_map<(d0) -> (d0)>(%k) to affine_map<(d0) -> (d0 + 16)>(%k) {
          %x = loop.load %a[%i * 2, %j] : memref<16x64xf16>
          loop.store %x, %w[(%j - %k) floordiv 8, %i, (%j - %k) mod 8] : memref<2x8x8xf16, #gpu.address_space<workgroup>>
        }
      }
      loop.parallel (%t) = (0) to (8) {
        %y = loop.load %w[1, %t, 7] : memref<2x8x8xf16, #gpu.address_space<workgroup>>
        loop.store %y, %out[%t] : memref<8xf16>
      } {mapping = [#gpu.thread<x>]}
    } {loop.name = "k"}
    memref.dealloc %w : memref<2x8x8xf16, #gpu.address_space<workgroup>>
  } {gpu.block_size = 32 : i64, mapping = [#gpu.block<x>]}
  return
}

// -----

func.func @slanted(%a: memref<8x96xf16>, %out: memref<8xf16> {llvm.noalias}) {
  loop.parallel (%b) = (0) to (2) {
    %w = memref.alloc() : memref<2x8x8xf16, #gpu.address_space<workgroup>>
    loop.for %k = 0 to 64 step 16 {
      loop.for %i = 0 to 8 {
        // expected-note @-1 {{this is the loop that they depend on}}
        // expected-error @+1 {{'loop.for' op cannot be copied as a tile: its bounds depend on '%i'}}
        loop.for %j = affine_map<(d0, d1) -> (d0 + d1)>(%k, %i) to affine_map<(d0, d1) -> (d0 + d1 + 16)>(%k, %i) {
          %x = loop.load %a[%i, %j] : memref<8x96xf16>
          loop.store %x, %w[(%j - %k - %i) floordiv 8, %i, (%j - %k - %i) mod 8] : memref<2x8x8xf16, #gpu.address_space<workgroup>>
        }
      }
      loop.parallel (%t) = (0) to (8) {
        %y = loop.load %w[1, %t, 7] : memref<2x8x8xf16, #gpu.address_space<workgroup>>
        loop.store %y, %out[%t] : memref<8xf16>
      } {mapping = [#gpu.thread<x>]}
    } {loop.name = "k"}
    memref.dealloc %w : memref<2x8x8xf16, #gpu.address_space<workgroup>>
  } {gpu.block_size = 32 : i64, mapping = [#gpu.block<x>]}
  return
}

// -----

func.func @computes(%a: memref<8x64xf16>, %out: memref<8xf16> {llvm.noalias}) {
  loop.parallel (%b) = (0) to (2) {
    %w = memref.alloc() : memref<2x8x8xf16, #gpu.address_space<workgroup>>
    loop.for %k = 0 to 64 step 16 {
  // expected-error @+1 {{'loop.for' op cannot be copied as a tile: it is not two loops that only load and store an element}}
      loop.for %i = 0 to 8 {
        loop.for %j = affine_map<(d0) -> (d0)>(%k) to affine_map<(d0) -> (d0 + 16)>(%k) {
          %x = loop.load %a[%i, %j] : memref<8x64xf16>
          %z = arith.addf %x, %x : f16
          loop.store %z, %w[(%j - %k) floordiv 8, %i, (%j - %k) mod 8] : memref<2x8x8xf16, #gpu.address_space<workgroup>>
        }
      }
      loop.parallel (%t) = (0) to (8) {
        %y = loop.load %w[1, %t, 7] : memref<2x8x8xf16, #gpu.address_space<workgroup>>
        loop.store %y, %out[%t] : memref<8xf16>
      } {mapping = [#gpu.thread<x>]}
    } {loop.name = "k"}
    memref.dealloc %w : memref<2x8x8xf16, #gpu.address_space<workgroup>>
  } {gpu.block_size = 32 : i64, mapping = [#gpu.block<x>]}
  return
}

// -----

func.func @twice(%a: memref<8x64xf16>, %out: memref<8xf16> {llvm.noalias}) {
  loop.parallel (%b) = (0) to (2) {
    %w = memref.alloc() : memref<2x8x8xf16, #gpu.address_space<workgroup>>
    loop.for %again = 0 to 2 {
    // expected-error @+1 {{'loop.for' op cannot be copied as a tile: the loop around it does not run once in a block}}
    loop.for %k = 0 to 64 step 16 {
      loop.for %i = 0 to 8 {
        loop.for %j = affine_map<(d0) -> (d0)>(%k) to affine_map<(d0) -> (d0 + 16)>(%k) {
          %x = loop.load %a[%i, %j] : memref<8x64xf16>
          loop.store %x, %w[(%j - %k) floordiv 8, %i, (%j - %k) mod 8] : memref<2x8x8xf16, #gpu.address_space<workgroup>>
        }
      }
      loop.parallel (%t) = (0) to (8) {
        %y = loop.load %w[1, %t, 7] : memref<2x8x8xf16, #gpu.address_space<workgroup>>
        loop.store %y, %out[%t] : memref<8xf16>
      } {mapping = [#gpu.thread<x>]}
    } {loop.name = "k"}
    }
    memref.dealloc %w : memref<2x8x8xf16, #gpu.address_space<workgroup>>
  } {gpu.block_size = 32 : i64, mapping = [#gpu.block<x>]}
  return
}
