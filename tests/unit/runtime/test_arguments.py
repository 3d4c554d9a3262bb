"""The arguments of executables: arrays in place, copies if that is harmless, and one clear error for all else."""

from __future__ import annotations

import ctypes
import gc
import threading
from collections.abc import Sequence
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import dlc
from dlc.compiler import Executable
from dlc.ir.elements import IN_NATIVE_ORDER
from dlc.runtime import dlpack
from dlc.runtime.array_arguments import SharedMemory
from dlc.runtime.signature import Parameter

LAYER = """
!rows = tensor<?x8xf32, #graph.dims<n>>
!found = tensor<?x4xf32, #graph.dims<n>>
func.func @layer(%x: !rows, %weights: tensor<8x4xf32>, %bias: tensor<4xf32>) -> !found {
  %product = graph.contract %x, %weights, batch = [] x [], contracting = [1] x [0] : !rows, tensor<8x4xf32> -> !found
  %biases = graph.broadcast %bias, [1] : tensor<4xf32> -> !found
  %sum = graph.add %product, %biases : !found
  return %sum : !found
}
"""


@pytest.fixture(scope="module")
def layer() -> Executable:
    return dlc.compile(LAYER, threads=1)


def arrays(rows: int = 3) -> list[Any]:
    generator = np.random.default_rng(rows)
    return [generator.standard_normal(shape).astype(np.float32) for shape in ((rows, 8), (8, 4), (4,))]


def check(layer: Executable, *arguments: Any) -> None:
    x, weights, bias = (np.asarray(each, np.float32) for each in arguments)
    np.testing.assert_allclose(layer(*arguments), x @ weights + bias, rtol=1e-5, atol=1e-5)


def message(call: Any, *arguments: Any, **named: Any) -> str:
    with pytest.raises(dlc.InvalidArgument) as error:
        call(*arguments, **named)
    return str(error.value)


# -- Shapes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [0, 1, 3, 100])
def test_sizes_with_names_may_be_any(layer: Executable, rows: int) -> None:
    check(layer, *arrays(rows))


def test_arguments_go_by_name_too(layer: Executable) -> None:
    x, weights, bias = arrays()
    np.testing.assert_array_equal(layer(x, bias=bias, weights=weights), layer(x, weights, bias))
    assert message(layer, x, weigths=weights, bias=bias) == "@layer has no argument 'weigths', did you mean 'weights'?"
    assert message(layer, x, weights, x=x) == "argument 'x' of @layer is given twice"
    assert message(layer, x, bias=bias) == "@layer takes 3 arguments (x, weights, bias), but got 2"


def test_errors_name_argument_expected_and_got(layer: Executable) -> None:
    x, weights, bias = arrays()
    assert message(layer, x, weights) == "@layer takes 3 arguments (x, weights, bias), but got 2"
    assert message(layer, x[0], weights, bias) == "argument 'x' of @layer must have shape (n, 8), but got (8,)"
    assert message(layer, x[:, :7], weights, bias) == "argument 'x' of @layer must have shape (n, 8), but got (3, 7)"
    assert (
        message(layer, x, weights.astype(np.float64), bias)
        == "argument 'weights' of @layer must have elements of type float32, but got float64"
    )
    assert message(layer, x, weights, "b") == "argument 'bias' of @layer must be an array of float32, but got a 'str'"
    assert message(layer, x, weights, None).endswith("must be an array of float32, but got a 'NoneType'")
    assert message(layer, x, weights, [[1], [2, 3]]).startswith("argument 'bias' of @layer must be an array of float32")


def test_names_of_sizes_must_agree() -> None:
    exe = dlc.compile(
        """
        func.func @both(%a: tensor<?x?xf32, #graph.dims<n, m>>, %b: tensor<?x?xf32, #graph.dims<n, m>>)
            -> tensor<?x?xf32, #graph.dims<n, m>> {
          %r = graph.add %a, %b : tensor<?x?xf32, #graph.dims<n, m>>
          return %r : tensor<?x?xf32, #graph.dims<n, m>>
        }
        """,
        threads=1,
    )
    ones = np.ones((2, 3), np.float32)
    assert exe(ones, ones).tolist() == [[2] * 3] * 2
    assert (
        message(exe, ones, np.ones((2, 4), np.float32))
        == "argument 'b' of @both must have shape (n, m), with m = 3 by argument 'a', but got (2, 4)"
    )


SIZES = """
func.func @odd(%a: tensor<?xf32, #graph.dims<2 * n + 1>>, %b: tensor<?xf32, #graph.dims<n>>)
    -> tensor<?xf32, #graph.dims<3 * n + 1>> {
  %r = graph.concat %a, %b along 0
    : tensor<?xf32, #graph.dims<2 * n + 1>>, tensor<?xf32, #graph.dims<n>> -> tensor<?xf32, #graph.dims<3 * n + 1>>
  return %r : tensor<?xf32, #graph.dims<3 * n + 1>>
}
func.func @sum(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %r = graph.add %a, %b : tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @told(%a: tensor<?xf32, #graph.dims<n>>, %b: tensor<?xf32>) -> tensor<?xf32, #graph.dims<n>> {
  %c = graph.with_shape %b : tensor<?xf32> -> tensor<?xf32, #graph.dims<n>>
  %r = graph.add %a, %c : tensor<?xf32, #graph.dims<n>>
  return %r : tensor<?xf32, #graph.dims<n>>
}
func.func @named(%a: tensor<1x?x?xf32>, %b: tensor<?xf32>) -> tensor<?xf32, #graph.dims<m>> {
  %n = graph.with_shape %a : tensor<1x?x?xf32> -> tensor<1x?x?xf32, #graph.dims<n, m>>
  %r = graph.reshape %n : tensor<1x?x?xf32, #graph.dims<n, m>> -> tensor<?x?xf32, #graph.dims<n, m>>
  %s = graph.reduce <sum> %r, [0] : tensor<?x?xf32, #graph.dims<n, m>> -> tensor<?xf32, #graph.dims<m>>
  %c = graph.with_shape %b : tensor<?xf32> -> tensor<?xf32, #graph.dims<m>>
  %t = graph.add %s, %c : tensor<?xf32, #graph.dims<m>>
  return %t : tensor<?xf32, #graph.dims<m>>
}
"""


def test_sizes_that_are_computed_must_agree() -> None:
    """The name has its value from a later argument."""
    exe = dlc.compile(SIZES, threads=1)
    ones = np.ones(9, np.float32)
    assert exe.run("odd", ones[:5], ones[:2]).shape == (7,)
    text = message(exe.entry("odd"), ones[:6], ones[:2])
    assert text == "argument 'a' of @odd must have shape (n * 2 + 1,), with n = 2 by argument 'b', but got (6,)"


@pytest.mark.parametrize("entry", ["sum", "told"])
def test_sizes_without_names_are_checked_by_what_the_function_does(entry: str) -> None:
    exe = dlc.compile(SIZES, threads=1)
    ones = np.ones(9, np.float32)
    for size in (0, 4, 9, 4):
        assert exe.run(entry, ones[:size], ones[:size]).tolist() == [2] * size
    for sizes in ((5, 3), (3, 5)):
        text = message(exe.entry(entry), *[ones[:size] for size in sizes])
        assert text.startswith(f"the arguments of @{entry} do not match: 'graph.")
        assert "but got" in text


def test_sizes_that_get_names_inside_a_function_are_checked() -> None:
    exe = dlc.compile(SIZES, threads=1)
    ones = np.ones((1, 3, 4), np.float32)
    assert exe.run("named", ones, ones[0, 0]).tolist() == [4] * 4
    text = message(exe.entry("named"), ones, ones[0, 0, :3])
    assert text.startswith("the arguments of @named do not match: 'graph.with_shape' op size 0 must be '4'")


# -- How elements lie --------------------------------------------------------------------------------------------------


def unaligned(array: Any) -> Any:
    raw = np.zeros(array.nbytes + 1, np.uint8)
    shifted = raw[1:].view(array.dtype).reshape(array.shape)
    shifted[...] = array
    assert not shifted.flags.aligned
    return shifted


@pytest.mark.parametrize(
    "change",
    [
        lambda x: x[::-1],
        np.asfortranarray,
        lambda x: np.concatenate([x, x], axis=1)[:, :8],
        lambda x: np.broadcast_to(x[:1], x.shape),
        lambda x: x.astype(">f4"),
        lambda x: x.tolist(),
        lambda x: np.round(x).astype(int).tolist(),
        unaligned,
        lambda x: x.view(np.matrix),
        lambda x: memoryview(x).toreadonly(),
    ],
)
def test_what_is_only_read_is_copied_where_it_must_be(layer: Executable, change: Any) -> None:
    x, weights, bias = arrays()
    changed = change(x)
    if isinstance(changed, memoryview):
        changed = np.asarray(changed)
        assert not changed.flags.writeable
    check(layer, changed, weights, bias)


class Lender:
    """Something that is no array, but lends its memory."""

    def __init__(self, array: Any, device: tuple[int, int] = (1, 0)) -> None:
        self.array = array
        self.device = device

    def __dlpack__(self, **options: Any) -> Any:
        if self.device[0] != 1:
            raise BufferError("the memory is that of another device")
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device


def test_memory_is_taken_over_by_dlpack(layer: Executable) -> None:
    x, weights, bias = arrays()
    np.testing.assert_array_equal(layer(Lender(x), Lender(weights), bias), layer(x, weights, bias))
    text = message(layer, Lender(x.astype(np.float64)), weights, bias)
    assert text == "argument 'x' of @layer must have elements of type float32, but got float64"
    text = message(layer, Lender(x, (2, 0)), weights, bias)
    assert text.startswith("argument 'x' of @layer cannot be imported from a 'Lender': ")


class LenderOfHalves:
    """Lends bfloat16, as torch does: numpy's own capsule with another number for the kind of elements."""

    def __init__(self, array: Any, given_back: list[int]) -> None:
        self.array = array.view(np.float16)
        self.given_back = given_back

    def __dlpack__(self, **options: Any) -> Any:
        capsule = self.array.__dlpack__()
        managed = dlpack._Managed.from_address(dlpack._pointer_in(capsule, dlpack.FRESH))
        managed.tensor.dtype.code = dlpack.BFLOAT
        kind = type(managed.deleter)
        original = kind(ctypes.cast(managed.deleter, ctypes.c_void_p).value)

        def give_back(address: int) -> None:
            self.given_back.append(address)
            original(address)

        self.kept = managed.deleter = kind(give_back)
        return capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return 1, 0


HALVES = """
func.func @twice(%x: tensor<2x3xbf16>) -> tensor<2x3xbf16> {
  %r = graph.add %x, %x : tensor<2x3xbf16>
  return %r : tensor<2x3xbf16>
}
"""


def test_bfloat16_is_taken_over_by_dlpack() -> None:
    exe = dlc.compile(HALVES, threads=1)
    numbers: Any = np.arange(6).reshape(2, 3).astype(ml_dtypes.bfloat16)
    given_back: list[int] = []
    for array in (numbers, np.asfortranarray(numbers), numbers[::-1]):
        lender = LenderOfHalves(array, given_back)
        np.testing.assert_array_equal(exe(lender), array + array)
    gc.collect()
    assert len(given_back) == 3
    text = message(exe, Lender(np.zeros((2, 3), np.float16)))
    assert text == "argument 'x' of @twice must have elements of type bfloat16, but got float16"
    text = message(exe, Lender(np.zeros((2, 3), np.float16), (2, 0)))
    assert text.endswith("cannot be imported from a 'Lender': its memory is on device 2, not on the CPU")


# -- Elements ----------------------------------------------------------------------------------------------------------

DTYPES = {
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f32": np.float32,
    "f64": np.float64,
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "ui8": np.uint8,
    "ui32": np.uint32,
}


@pytest.mark.parametrize("element", DTYPES)
def test_types_of_elements(element: str) -> None:
    exe = dlc.compile(
        f"""
        func.func @twice(%x: tensor<2x3x{element}>) -> tensor<2x3x{element}> {{
          %r = graph.add %x, %x : tensor<2x3x{element}>
          return %r : tensor<2x3x{element}>
        }}
        """,
        threads=1,
    )
    x = np.arange(6).reshape(2, 3).astype(DTYPES[element])
    doubled = exe(x)
    assert doubled.dtype == x.dtype
    assert doubled.astype(int).tolist() == [[0, 2, 4], [6, 8, 10]]


def test_truth_values_are_numpy_bools() -> None:
    exe = dlc.compile(
        """
        func.func @differ(%x: tensor<4xi1>, %y: tensor<4xi1>) -> tensor<4xi1> {
          %r = graph.xor %x, %y : tensor<4xi1>
          return %r : tensor<4xi1>
        }
        """,
        threads=1,
    )
    equal = exe(np.array([True, True, False, False]), [True, False, True, False])
    assert equal.dtype == bool
    assert equal.tolist() == [False, True, True, False]
    assert message(exe, np.ones(4, np.uint8), [True] * 4).endswith("must have elements of type bool, but got uint8")


def test_numbers_in_lists_are_converted_only_if_that_loses_nothing() -> None:
    exe = dlc.compile("func.func @same(%x: tensor<2xi8>) -> tensor<2xi8> { return %x : tensor<2xi8> }", threads=1)
    assert exe([1, -2]).tolist() == [1, -2]
    for wrong in ([1.5, 2], ["a", "b"]):
        assert message(exe, wrong).startswith("argument 'x' of @same must have elements of type int8, but got")
    assert message(exe, [300, 1]).endswith("must have elements of type int8, into which 300 does not fit")


# -- Numbers -----------------------------------------------------------------------------------------------------------

NUMBERS = """
func.func @numbers(%a: f32, %b: f64, %c: f16, %d: bf16, %i: i8, %j: i64, %n: index, %t: i1)
    -> (f32, f64, f16, bf16, i8, i64, index, i1) {
  return %a, %b, %c, %d, %i, %j, %n, %t : f32, f64, f16, bf16, i8, i64, index, i1
}
func.func @small(%x: i8) -> i8 { return %x : i8 }
func.func @unsigned(%x: ui8) -> ui8 { return %x : ui8 }
func.func @long(%x: i64) -> i64 { return %x : i64 }
func.func @index(%x: index) -> index { return %x : index }
func.func @truth(%x: i1) -> i1 { return %x : i1 }
func.func @float(%x: f32) -> f32 { return %x : f32 }
"""


@pytest.fixture(scope="module")
def numbers() -> Executable:
    return dlc.compile(NUMBERS, threads=1)


def test_numbers_are_passed_and_given(numbers: Executable) -> None:
    given = (1.5, -2.25, 0.5, 3.0, -7, 1 << 40, 12, True)
    returned = numbers.run("numbers", *given)
    assert returned == given
    assert [type(each) for each in returned] == [type(each) for each in given]
    assert numbers.run("numbers", *map(np.array, given)) == given
    assert numbers.run("numbers", *[np.asarray(each)[()] for each in given]) == given


def test_floats_are_rounded(numbers: Executable) -> None:
    assert numbers.run("float", 0.1) == np.float32(0.1)
    assert numbers.run("float", 1e300) == np.inf
    assert np.isnan(numbers.run("float", np.nan))
    assert numbers.run("float", 3) == 3


@pytest.mark.parametrize(
    ("entry", "value", "returned"),
    [
        ("small", -128, -128),
        ("small", 255, -1),
        ("unsigned", 255, 255),
        ("long", (1 << 64) - 1, -1),
        ("truth", 1, True),
    ],
)
def test_integers_at_the_border(numbers: Executable, entry: str, value: int, returned: int) -> None:
    assert numbers.run(entry, value) == returned


@pytest.mark.parametrize(
    ("entry", "value", "problem"),
    [
        ("small", 256, "must be in -128 .. 255, but got 256"),
        ("small", -129, "must be in -128 .. 255, but got -129"),
        ("index", 1 << 63, f"must be in {-(1 << 63)} .. {(1 << 63) - 1}, but got {1 << 63}"),
        ("truth", 2, "must be in 0 .. 1, but got 2"),
        ("long", 1.0, "must be a number of type i64, but got a 'float'"),
        ("float", "1", "must be a number of type f32, but got a 'str'"),
        ("float", 1j, "must be a number of type f32, but got a 'complex'"),
        ("index", np.ones(2), "must be a number of type index, but got a 'ndarray'"),
    ],
)
def test_numbers_that_do_not_fit(numbers: Executable, entry: str, value: Any, problem: str) -> None:
    assert message(numbers.entry(entry), value) == f"argument 'x' of @{entry} {problem}"


# -- Memory that is written to -----------------------------------------------------------------------------------------

WRITER = """
func.func @fill(%m: memref<?x4xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %m, %c0 : memref<?x4xf32>
  loop.for %i = 0 to %n { loop.for %j = 0 to 4 { loop.store %x, %m[%i, %j] : memref<?x4xf32> } }
  return
}
func.func @fill_any(%m: memref<?x4xf32, strided<[?, ?], offset: ?>>, %x: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %m, %c0 : memref<?x4xf32, strided<[?, ?], offset: ?>>
  loop.for %i = 0 to %n {
    loop.for %j = 0 to 4 { loop.store %x, %m[%i, %j] : memref<?x4xf32, strided<[?, ?], offset: ?>> }
  }
  return
}
func.func @total(%m: memref<4xf32, strided<[2], offset: 3>>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = loop.for %i = 0 to 4 iter_args(%so_far = %zero) -> (f32) {
    %v = loop.load %m[%i] : memref<4xf32, strided<[2], offset: 3>>
    %t = arith.addf %so_far, %v : f32
    loop.yield %t : f32
  }
  return %s : f32
}
func.func @add(%a: memref<4xf32> {llvm.noalias}, %b: memref<4xf32> {llvm.noalias}, %r: memref<4xf32> {llvm.noalias}) {
  loop.for %i = 0 to 4 {
    %x = loop.load %a[%i] : memref<4xf32>
    %y = loop.load %b[%i] : memref<4xf32>
    %z = arith.addf %x, %y : f32
    loop.store %z, %r[%i] : memref<4xf32>
  }
  return
}
func.func @aligned(%m: memref<4xf32> {llvm.align = 64 : i64}) -> f32 {
  %c = arith.constant 1 : index
  %v = memref.load %m[%c] : memref<4xf32>
  return %v : f32
}
"""


@pytest.fixture(scope="module")
def writer() -> Executable:
    return dlc.compile(WRITER, threads=1)


def test_writes_are_seen(writer: Executable) -> None:
    m = np.zeros((3, 4), np.float32)
    assert writer.run("fill", m, 2.0) is None
    assert m.tolist() == [[2] * 4] * 3
    assert not writer.entry("fill").signature.parameters[1].is_written
    assert writer.entry("fill").signature.parameters[0].is_written


@pytest.mark.parametrize(
    ("given", "fact"),
    [
        (np.zeros((8, 3), np.float32).T, "must be aligned with strides (3, 1), but got strides (1, 3)"),
        (unaligned(np.zeros((3, 4), np.float32)), "but got an unaligned array"),
        (np.zeros((3, 8), np.float32)[:, ::2], "but got strides (8, 2)"),
        (np.broadcast_to(np.float32(0), (3, 4)), "is written to, but got a read-only array"),
        (
            np.zeros((3, 4), ">f4"),
            "must have elements of type float32, but got float32 in another byte order; pass " + IN_NATIVE_ORDER,
        ),
        ([[1.0] * 4], "must be an array of float32, but got a 'list'"),
    ],
)
def test_a_write_is_never_lost_to_a_copy(writer: Executable, given: Any, fact: str) -> None:
    if fact.startswith("must be aligned"):
        given = np.zeros((4, 3), np.float32).T
        fact = "must be aligned with strides (4, 1), but got strides (1, 3)"
    text = message(writer.entry("fill"), given, 2.0)
    assert text.startswith("argument 'm' of @fill ")
    assert text.endswith(fact)
    assert np.all(np.asarray(given, np.float32)[0] == np.asarray(given, np.float32)[0][0])


def test_numbers_in_lists_that_do_not_fit() -> None:
    exe = dlc.compile(
        "func.func @f(%x: tensor<?xi32>, %y: tensor<?xf32>) -> (tensor<?xi32>, tensor<?xf32>) {\n"
        "return %x, %y : tensor<?xi32>, tensor<?xf32> }"
    )
    for number in (2**31, 2**64):
        text = message(exe, [1, number], [1.0])
        assert text == f"argument 'x' of @f must have elements of type int32, into which {number} does not fit"
    assert exe([1], [2**64, 0.5])[1].tolist() == [2.0**64, 0.5]
    assert message(exe, [1], [10**400]) == "argument 'y' of @f must have elements of type float32, but got object"


def test_arrays_with_a_mask_are_refused() -> None:
    exe = dlc.compile("func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> { return %x : tensor<?xf32> }")
    masked = np.ma.masked_array(np.ones(3, np.float32), [False, True, False])
    assert "'x' of @f must be an array without a mask; fill it by `x.filled(0)`" in message(exe, masked)
    assert exe(masked.filled(0)).tolist() == [1, 0, 1]


def test_a_copy_without_memory_names_the_argument() -> None:
    exe = dlc.compile(
        "func.func @f(%x: tensor<?xf32>) -> tensor<f32> {\n"
        "%y = graph.reduce <sum> %x, [0] : tensor<?xf32> -> tensor<f32> return %y : tensor<f32> }"
    )
    text = message(exe, np.broadcast_to(np.float32(1), (1 << 50,)))
    assert text == f"argument 'x' of @f must be copied, but there is no memory for {1 << 52} bytes"


@pytest.mark.parametrize("pick", [np.s_[:, ::2], np.s_[::-1, :4], np.s_[1:, 3:7], np.s_[::2, 7:3:-1]])
def test_memory_of_any_strides_is_passed_as_it_is(writer: Executable, pick: Any) -> None:
    m, expected = np.zeros((5, 8), np.float32), np.zeros((5, 8), np.float32)
    writer.run("fill_any", m[pick], 3.0)
    expected[pick] = 3
    np.testing.assert_array_equal(m, expected)


def test_strides_that_the_type_says_are_met_by_a_copy_of_what_is_only_read(writer: Executable) -> None:
    numbers = np.arange(20, dtype=np.float32)
    for given in (numbers[5:13:2], numbers[:4], numbers[10:6:-1], numbers[:12:3].tolist()):
        assert writer.run("total", given) == np.sum(given)


def test_strides_of_all_kinds_are_met_by_copies() -> None:
    """The copy is made with the strides that the type says, from arrays of others."""
    numbers = np.arange(1, 7, dtype=np.float32).reshape(2, 3)
    for strides in ((1, 2), (-3, 1), (7, -2), (1, 50)):
        layout = f"memref<2x3xf32, strided<[{strides[0]}, {strides[1]}]>>"
        exe = dlc.compile(
            f"""
            func.func @at(%m: {layout}, %i: index, %j: index) -> f32 {{
              %x = memref.load %m[%i, %j] : {layout}
              return %x : f32
            }}
            """,
            threads=1,
        )
        assert [[exe(numbers, i, j) for j in range(3)] for i in range(2)] == numbers.tolist()
    layout = "memref<2x3xf32, strided<[0, 1]>>"
    exe = dlc.compile(
        f"func.func @at(%m: {layout}) -> f32 {{ %c = arith.constant 1 : index\n"
        f"%x = memref.load %m[%c, %c] : {layout} return %x : f32 }}"
    )
    assert message(exe, numbers).startswith("argument 'm' of @at cannot be copied: elements with strides (0, 1)")
    assert exe(np.broadcast_to(numbers[0], (2, 3))) == 2


def test_arguments_that_must_be_apart(writer: Executable) -> None:
    a, b, r = (np.full(4, value, np.float32) for value in (1, 2, 0))
    writer.run("add", a, b, r)
    assert r.tolist() == [3] * 4
    writer.run("add", a, a, r)  # both are only read
    assert r.tolist() == [2] * 4
    text = message(writer.entry("add"), a, b, a)
    assert text.startswith("argument 'a' of @add must not share memory with argument 'r'")


APART = """
func.func @apart(%a: memref<?xf32, strided<[?], offset: ?>> {llvm.noalias}, %b: memref<?xf32, strided<[?], offset: ?>>,
                 %c: memref<2xf32>) {
  %zero = arith.constant 0 : index
  %x = memref.load %b[%zero] : memref<?xf32, strided<[?], offset: ?>>
  %y = memref.load %c[%zero] : memref<2xf32>
  %sum = arith.addf %x, %y : f32
  memref.store %sum, %a[%zero] : memref<?xf32, strided<[?], offset: ?>>
  return
}
"""


def test_views_that_must_be_apart() -> None:
    exe = dlc.compile(APART, threads=1)
    m = np.ones(16, np.float32)
    for a, b, c in (
        (m[:4], m[4:8], m[8:10]),
        (m[3::-1], m[4:8], m[8:10]),
        (m[:0], m[:8], m[:2]),
        (m[2:6], m[8:12], m[9:11]),
    ):
        exe(a, b, c)  # `b` and `c` are only read, and may share memory
    for a, b, c, other in (
        (m[:8:2], m[1:8:2], m[8:10], "b"),
        (m[7:3:-1], m[:8], m[8:10], "b"),
        (m[10:4:-2], m[:6], m[12:14], None),
        (m[10:3:-2], m[:6], m[12:14], "b"),
        (m[8:], m[:8], m[8:10], "c"),
        (m[:9], m[10:], m[8:10], "c"),
        (m[:9], m[9:], m[9:11], None),
        (m[2:4], m[:8], m[:2], "b"),
    ):
        if other is None:
            exe(a, b, c)
        else:
            assert message(exe, a, b, c).endswith(f"'a' of @apart must not share memory with argument '{other}'")


def test_arguments_of_which_none_can_be_in_the_way_are_not_compared() -> None:
    m = np.ones(4, np.float32)
    assert not SharedMemory(parameters_of("%a: memref<4xf32> {llvm.noalias}"), "f").is_possible
    assert not SharedMemory(parameters_of("%a: memref<4xf32>, %b: memref<4xf32>"), "f").is_possible
    both = SharedMemory(parameters_of("%a: memref<4xf32> {llvm.noalias}, %b: memref<4xf32>"), "f")
    assert both.is_possible
    with pytest.raises(dlc.InvalidArgument, match="'a' of @f must not share memory with argument 'b'"):
        both.refuse([m, m])


def parameters_of(arguments: str) -> Sequence[Parameter]:
    """Return the parameters of a function with these arguments, which writes the first."""
    text = f"""func.func @f({arguments}) {{
      %zero = arith.constant 0 : index
      %x = arith.constant 1.0 : f32
      memref.store %x, %a[%zero] : memref<4xf32>
      return
    }}"""
    return dlc.compile(text, threads=1).entry("f").signature.parameters


def test_an_alignment_that_is_asked_for_is_seen_to(writer: Executable) -> None:
    numbers = np.arange(40, dtype=np.float32)
    assert [writer.run("aligned", numbers[start : start + 4]) for start in range(32)] == [*range(1, 33)]


def test_a_function_that_frees_its_argument_is_no_entry() -> None:
    exe = dlc.compile("func.func @gone(%m: memref<4xf32>) { memref.dealloc %m : memref<4xf32> return }", threads=1)
    with pytest.raises(dlc.InvalidArgument, match="@gone cannot be called from Python: it frees its argument 'm'"):
        exe.run("gone", np.zeros(4, np.float32))


# -- Threads -----------------------------------------------------------------------------------------------------------


def test_several_threads_may_call_at_once(layer: Executable) -> None:
    wrong: list[int] = []

    def work(number: int) -> None:
        x, weights, bias = arrays(1 + number % 5)
        expected = x @ weights + bias
        results = [layer(x, weights, bias) for _ in range(200)]
        wrong.extend(number for each in results if not np.allclose(each, expected, rtol=1e-5, atol=1e-5))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
