"""Programs of MLIR's `bufferization`: compiled, they give what the interpreter says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from support.programs import assert_machine_code_agrees

PROGRAMS = {
    "matmul into memory": """
        func.func @main(%x: memref<4x4xf32>, %y: memref<4x4xf32>) {
          %a = bufferization.to_tensor %x restrict : memref<4x4xf32> to tensor<4x4xf32>
          %c = bufferization.to_tensor %y restrict writable : memref<4x4xf32> to tensor<4x4xf32>
          %r = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>)
            outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
          bufferization.materialize_in_destination %r in restrict writable %y : (tensor<4x4xf32>, memref<4x4xf32>) -> ()
          return
        }""",
    "a tensor is what was in memory": """
        func.func @main(%x: memref<4x4xf32>, %y: memref<4x4xf32>) -> tensor<4x4xf32> {
          %c0 = arith.constant 0 : index
          %s = arith.constant 7.0 : f32
          %a = bufferization.to_tensor %x : memref<4x4xf32> to tensor<4x4xf32>
          %b = bufferization.to_tensor %y restrict : memref<4x4xf32> to tensor<4x4xf32>
          memref.store %s, %x[%c0, %c0] : memref<4x4xf32>
          memref.store %s, %y[%c0, %c0] : memref<4x4xf32>
          %e = bufferization.alloc_tensor() : tensor<4x4xf32>
          %r = linalg.add ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
          return %r : tensor<4x4xf32>
        }""",
    "through a view": """
        func.func @main(%x: memref<4x4xf32>, %y: memref<4x4xf32>) -> tensor<2x4xf32> {
          %c0 = arith.constant 0 : index
          %s = arith.constant 7.0 : f32
          %v = memref.subview %x[1, 0] [2, 4] [1, 1] : memref<4x4xf32> to memref<2x4xf32, strided<[4, 1], offset: 4>>
          %a = bufferization.to_tensor %v restrict : memref<2x4xf32, strided<[4, 1], offset: 4>> to tensor<2x4xf32>
          %c1 = arith.constant 1 : index
          memref.store %s, %x[%c1, %c0] : memref<4x4xf32>
          %e = tensor.empty() : tensor<2x4xf32>
          %r = linalg.exp ins(%a : tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) -> tensor<2x4xf32>
          return %r : tensor<2x4xf32>
        }""",
    "memory of a tensor": """
        func.func @main(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> (f32, f32, tensor<4x4xf32>) {
          %c0 = arith.constant 0 : index
          %s = arith.constant 7.0 : f32
          %m = bufferization.to_buffer %x : tensor<4x4xf32> to memref<4x4xf32>
          memref.store %s, %m[%c0, %c0] : memref<4x4xf32>
          %n = bufferization.to_buffer %x read_only : tensor<4x4xf32> to memref<4x4xf32, strided<[?, ?], offset: ?>>
          %0 = memref.load %m[%c0, %c0] : memref<4x4xf32>
          %1 = memref.load %n[%c0, %c0] : memref<4x4xf32, strided<[?, ?], offset: ?>>
          %r = bufferization.to_tensor %m restrict : memref<4x4xf32> to tensor<4x4xf32>
          return %0, %1, %r : f32, f32, tensor<4x4xf32>
        }""",
    "memory that is read after the tensor changed": """
        func.func @main(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> (f32, f32, tensor<4x4xf32>) {
          %c0 = arith.constant 0 : index
          %s = arith.constant 7.0 : f32
          %e = bufferization.alloc_tensor() copy(%x) : tensor<4x4xf32>
          %a = linalg.exp ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
          %n = bufferization.to_buffer %a read_only : tensor<4x4xf32> to memref<4x4xf32>
          %b = tensor.insert %s into %a[%c0, %c0] : tensor<4x4xf32>
          %1 = memref.load %n[%c0, %c0] : memref<4x4xf32>
          %w = bufferization.to_buffer %b : tensor<4x4xf32> to memref<4x4xf32>
          %2 = memref.load %w[%c0, %c0] : memref<4x4xf32>
          memref.store %1, %w[%c0, %c0] : memref<4x4xf32>
          return %1, %2, %b : f32, f32, tensor<4x4xf32>
        }""",
    "in loops": """
        func.func @main(%x: memref<4x4xf32>, %y: tensor<4x4xf32>) -> (tensor<4x4xf32>, f32) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c4 = arith.constant 4 : index
          %zero = arith.constant 0.0 : f32
          %a = bufferization.to_tensor %x restrict : memref<4x4xf32> to tensor<4x4xf32>
          %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %y, %s = %zero) -> (tensor<4x4xf32>, f32) {
            %e = tensor.extract %a[%i, %c0] : tensor<4x4xf32>
            %b = bufferization.to_tensor %x : memref<4x4xf32> to tensor<4x4xf32>
            memref.store %s, %x[%i, %c0] : memref<4x4xf32>
            %f = tensor.extract %b[%i, %c0] : tensor<4x4xf32>
            %m = bufferization.to_buffer %t : tensor<4x4xf32> to memref<4x4xf32>
            memref.store %f, %m[%c0, %i] : memref<4x4xf32>
            %u = bufferization.to_tensor %m restrict : memref<4x4xf32> to tensor<4x4xf32>
            %v = tensor.insert %e into %u[%i, %i] : tensor<4x4xf32>
            %g = arith.addf %s, %e : f32
            scf.yield %v, %g : tensor<4x4xf32>, f32
          }
          return %r#0, %r#1 : tensor<4x4xf32>, f32
        }""",
    "in the memory of another tensor": """
        func.func @main(%x: tensor<4x4xf32>, %y: memref<4x4xf32>) -> tensor<4x4xf32> {
          %d = bufferization.to_tensor %y restrict writable : memref<4x4xf32> to tensor<4x4xf32>
          %e = tensor.empty() : tensor<4x4xf32>
          %a = linalg.exp ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
          %r = bufferization.materialize_in_destination %a in %d : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
          bufferization.materialize_in_destination %r in writable %y : (tensor<4x4xf32>, memref<4x4xf32>) -> ()
          bufferization.dealloc_tensor %a : tensor<4x4xf32>
          return %r : tensor<4x4xf32>
        }""",
    "parts that overlap": """
        func.func @main(%x: memref<4x4xf32>, %y: memref<4x4xf32>) {
          %a = bufferization.to_tensor %x restrict : memref<4x4xf32> to tensor<4x4xf32>
          %s = tensor.extract_slice %a[0, 0] [3, 4] [1, 1] : tensor<4x4xf32> to tensor<3x4xf32>
          %v = memref.subview %x[1, 0] [3, 4] [1, 1] : memref<4x4xf32> to memref<3x4xf32, strided<[4, 1], offset: 4>>
          bufferization.materialize_in_destination %s in writable %v
            : (tensor<3x4xf32>, memref<3x4xf32, strided<[4, 1], offset: 4>>) -> ()
          return
        }""",
    "calls": """
        func.func private @change(%m: memref<4x4xf32>) {
          %c0 = arith.constant 0 : index
          %s = arith.constant 7.0 : f32
          memref.store %s, %m[%c0, %c0] : memref<4x4xf32>
          return
        }
        func.func private @same(%m: memref<4x4xf32>) -> memref<4x4xf32> {
          return %m : memref<4x4xf32>
        }
        func.func @main(%x: tensor<4x4xf32>, %y: memref<4x4xf32>) -> (f32, tensor<4x4xf32>, tensor<4x4xf32>) {
          %c0 = arith.constant 0 : index
          %t = bufferization.to_tensor %y restrict : memref<4x4xf32> to tensor<4x4xf32>
          %m = bufferization.to_buffer %x : tensor<4x4xf32> to memref<4x4xf32>
          func.call @change(%m) : (memref<4x4xf32>) -> ()
          func.call @change(%y) : (memref<4x4xf32>) -> ()
          %n = bufferization.to_buffer %t : tensor<4x4xf32> to memref<4x4xf32>
          %k = func.call @same(%n) : (memref<4x4xf32>) -> memref<4x4xf32>
          %0 = memref.load %m[%c0, %c0] : memref<4x4xf32>
          %r = bufferization.to_tensor %k restrict : memref<4x4xf32> to tensor<4x4xf32>
          return %0, %r, %t : f32, tensor<4x4xf32>, tensor<4x4xf32>
        }""",
    "clones and deallocations": """
        func.func @main(%x: memref<4x4xf32>, %y: memref<4x4xf32>) -> (f32, i1, i1) {
          %c0 = arith.constant 0 : index
          %yes = arith.constant true
          %s = arith.constant 7.0 : f32
          %m = memref.alloc() : memref<4x4xf32>
          %n = bufferization.clone %x : memref<4x4xf32> to memref<4x4xf32>
          %e = memref.load %x[%c0, %c0] : memref<4x4xf32>
          %c = arith.cmpf ogt, %e, %s : f32
          %p = arith.select %c, %m, %n : memref<4x4xf32>
          memref.store %s, %p[%c0, %c0] : memref<4x4xf32>
          %o:2 = bufferization.dealloc (%m, %n : memref<4x4xf32>, memref<4x4xf32>) if (%yes, %yes)
            retain (%p, %x : memref<4x4xf32>, memref<4x4xf32>)
          %0 = memref.load %p[%c0, %c0] : memref<4x4xf32>
          bufferization.dealloc (%p : memref<4x4xf32>) if (%o#0)
          return %0, %o#0, %o#1 : f32, i1, i1
        }""",
    "sizes that are found when the program runs": """
        func.func @main(%x: memref<?x4xf32>, %y: tensor<?x4xf32>) -> (tensor<?x4xf32>, index, index) {
          %c0 = arith.constant 0 : index
          %a = bufferization.to_tensor %x : memref<?x4xf32> to tensor<?x4xf32>
          %n = tensor.dim %a, %c0 : tensor<?x4xf32>
          %e = bufferization.alloc_tensor(%n) size_hint=%n : tensor<?x4xf32>
          %k = tensor.dim %e, %c0 : tensor<?x4xf32>
          %r = linalg.add ins(%a, %y : tensor<?x4xf32>, tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
          %m = bufferization.to_buffer %r read_only : tensor<?x4xf32> to memref<?x4xf32>
          %l = memref.dim %m, %c0 : memref<?x4xf32>
          memref.copy %m, %x : memref<?x4xf32> to memref<?x4xf32>
          return %r, %k, %l : tensor<?x4xf32>, index, index
        }""",
}


@pytest.mark.parametrize("level", [0, 1])
@pytest.mark.parametrize("text", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_machine_code_gives_what_the_program_means(text: str, level: int) -> None:
    given: list[Any] = [np.reshape(np.arange(16, dtype=np.float32), (4, 4)) / 8 + number for number in range(2)]
    assert_machine_code_agrees(text, given, level, tolerance=1e-6)
