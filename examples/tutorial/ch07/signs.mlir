func.func @signs(%x: !pico.array<[3]>) -> (!pico.array<[3]>, !pico.array<[3]>) {
  %two = pico.constant 2.0 : !pico.array<[]>
  %0 = pico.exp %x : (!pico.array<[3]>) -> !pico.array<[3]>
  %1 = pico.mul %0, %two : (!pico.array<[3]>, !pico.array<[]>) -> !pico.array<[3]>
  %2 = pico.relu %1 : (!pico.array<[3]>) -> !pico.array<[3]>
  %3 = pico.add %2, %x : (!pico.array<[3]>, !pico.array<[3]>) -> !pico.array<[3]>
  %4 = pico.relu %3 : (!pico.array<[3]>) -> !pico.array<[3]>
  return %2, %4 : !pico.array<[3]>, !pico.array<[3]>
}
