func.func @wrong(%x: !pico.array<[2, 3]>, %b: !pico.array<[4]>) {
  %0 = pico.add %x, %b : (!pico.array<[2, 3]>, !pico.array<[4]>) -> !pico.array<[2, 3]>
  %1 = pico.exp %x : (!pico.array<[2, 3]>) -> !pico.array<[3, 2]>
  return
}
