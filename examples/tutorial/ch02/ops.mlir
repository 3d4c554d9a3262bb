func.func @affine(%x: !pico.array<[2, 3]>, %w: !pico.array<[3, 4]>, %b: !pico.array<[4]>) -> !pico.array<[2, 4]> {
  %0 = pico.matmul %x, %w : (!pico.array<[2, 3]>, !pico.array<[3, 4]>) -> !pico.array<[2, 4]>
  %1 = pico.add %0, %b : (!pico.array<[2, 4]>, !pico.array<[4]>) -> !pico.array<[2, 4]>
  return %1 : !pico.array<[2, 4]>
}
