// RUN: dlc-opt %s --loop-prefetch="loops=panel distance=1 within=sum parts=tile" --verify-diagnostics

func.func @a_loop_between_goes_on(%panels: memref<4x10x16xf32>, %out: memref<4x20xf32>) {
  loop.for %j = 0 to 4 {
    loop.for %t = 0 to 20 {
      // expected-note @+1 {{here}}
      loop.for %i = 0 to 2 {
        loop.for %k = 0 to 10 {
          // expected-error @+1 {{cannot be prefetched in parts: a loop around it has several iterations}}
          %0 = loop.load %panels[%j, %k, %i] : memref<4x10x16xf32>
          loop.store %0, %out[%j, %t] : memref<4x20xf32>
        } {loop.name = "sum"}
      }
    } {loop.name = "tile"}
  } {loop.name = "panel"}
  return
}

func.func @nobody_knows_how_often(%panels: memref<4x?xf32>, %out: memref<4x20xf32>, %n: index) {
  loop.for %j = 0 to 4 {
    // expected-note @+1 {{here}}
    loop.for %t = 0 to 20 {
      loop.for %k = 0 to %n {
        // expected-error @+1 {{cannot be prefetched in parts: the number of iterations is unknown}}
        %0 = loop.load %panels[%j, %k] : memref<4x?xf32>
        loop.store %0, %out[%j, %t] : memref<4x20xf32>
      } {loop.name = "sum"}
    } {loop.name = "tile"}
  } {loop.name = "panel"}
  return
}

func.func @on_a_condition(%panels: memref<4x10xf32>, %out: memref<4x20xf32>, %c: i1) {
  loop.for %j = 0 to 4 {
    // expected-note @+1 {{inside this one}}
    loop.for %t = 0 to 5 {
      loop.when %c {
        loop.for %k = 0 to 10 {
          // expected-error @+1 {{cannot be prefetched in parts: it is not in loops only}}
          %0 = loop.load %panels[%j, %k] : memref<4x10xf32>
          loop.store %0, %out[%j, %t] : memref<4x20xf32>
        } {loop.name = "sum"}
      }
    } {loop.name = "tile"}
  } {loop.name = "panel"}
  return
}

func.func @no_such_loop(%panels: memref<4x10xf32>, %out: memref<4x20xf32>) {
  loop.for %j = 0 to 4 {
    loop.for %k = 0 to 10 {
      // expected-error @+1 {{cannot be prefetched in parts: no loop 'tile' is around it}}
      %0 = loop.load %panels[%j, %k] : memref<4x10xf32>
      loop.store %0, %out[%j, %k] : memref<4x20xf32>
    } {loop.name = "sum"}
  } {loop.name = "panel"}
  return
}
