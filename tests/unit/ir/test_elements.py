"""Dense elements: bytes, splats, hexadecimal text, numpy views, and element text against mlir-opt."""

from __future__ import annotations

import doctest
import mmap
import random
import re
import shutil
import subprocess
import sys
import tracemalloc
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, strategies as st

from dlc.ir import decimals, elements, elements_reader, elements_text, floats
from dlc.ir.elements import (
    INDEX,
    ElementLayout,
    as_numpy,
    compress,
    element_count,
    from_hex,
    from_numpy,
    numpy_type,
    pack,
    splat_element,
    to_hex,
    unpack,
)
from dlc.ir.elements_reader import ElementsReader
from dlc.ir.elements_text import ElementsError, format_elements, parse_elements
from dlc.ir.float_array_text import f32_texts
from dlc.ir.floats import BF16, F16, F32, F64, F80, FLOAT_FORMATS, TF32

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

integer = ElementLayout.integer
floating = ElementLayout.floating
I1, I4, I8, I24, I32, U8 = integer(1), integer(4), integer(8), integer(24), integer(32), integer(8, "unsigned")
BITS_COMPLEX = ElementLayout.complex(I1)
MLIR_OPT = shutil.which("mlir-opt-22")
needs_mlir = pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-22 is not installed")

SCALARS = {
    **{f"i{width}": integer(width) for width in (1, 2, 4, 7, 8, 16, 24, 32, 33, 64, 65, 128)},
    **{f"si{width}": integer(width, "signed") for width in (1, 4, 8, 32, 64)},
    **{f"ui{width}": integer(width, "unsigned") for width in (1, 4, 8, 32, 64)},
    **{name: floating(form) for name, form in FLOAT_FORMATS.items()},
    "index": INDEX,
}
LAYOUTS = {
    **SCALARS,
    **{
        f"complex<{name}>": ElementLayout.complex(SCALARS[name])
        for name in ("i1", "i4", "i8", "i24", "ui8", "f32", "f16")
    },
}
layouts = st.sampled_from(list(LAYOUTS.values()))
shapes = st.lists(st.integers(1, 4), min_size=1, max_size=3)


@st.composite
def element_cases(draw: st.DrawFn) -> tuple[ElementLayout, tuple[int, ...], list[int]]:
    """A layout, a shape, and that many raw values."""
    layout, shape = draw(layouts), tuple(draw(shapes))
    count = element_count(shape) * (2 if layout.part else 1)
    width = layout.scalar.width
    return layout, shape, draw(st.lists(st.integers(0, (1 << width) - 1), min_size=count, max_size=count))


# Storage.


@pytest.mark.parametrize(
    ("layout", "values", "expected"),
    [
        (I1, [1, 0, 1, 1, 1, 1, 1, 1, 0, 1], "fd02"),
        (I4, [1, -1], "010f"),
        (integer(7), [1, -1], "017f"),
        (I24, [1, -1], "010000ffffff"),
        (integer(33), [1, -1], "0100000000ffffffff01"),
        (INDEX, [1, -1], "0100000000000000ffffffffffffffff"),
        (floating(TF32), [TF32.from_text("1.0")], "00fc01"),
        (floating(F80), [F80.from_text("1.0")], "0000000000000080ff3f"),
        (ElementLayout.complex(I4), [1, 2, 1, -3], "0102010d"),
        (BITS_COMPLEX, [1, 0, 1, 1], "01000101"),
    ],
)
def test_elements_lie_as_in_mlir(layout: ElementLayout, values: list[int], expected: str) -> None:
    assert pack(values, layout).hex() == expected
    assert len(bytes.fromhex(expected)) == layout.byte_size(len(values) // (2 if layout.part else 1))


@given(element_cases())
def test_unpacking_undoes_packing(case: tuple[ElementLayout, tuple[int, ...], list[int]]) -> None:
    layout, shape, values = case
    assert unpack(pack(values, layout), layout, element_count(shape)) == values


def test_layouts_are_one_object_each_and_do_not_change() -> None:
    assert integer(8, "signed") is integer(8, "signed") is not integer(8)
    assert ElementLayout.complex(I8) is ElementLayout.complex(I8)
    assert [str(layout) for layout in (I8, U8, INDEX, floating(BF16), BITS_COMPLEX)] == [
        f"ElementLayout({name})" for name in ("i8", "ui8", "si64", "bf16", "complex<i1>")
    ]
    with pytest.raises(AttributeError, match="cannot be changed"):
        I8.width = 9
    with pytest.raises(ValueError, match="at least 1 bit"):
        integer(0)
    with pytest.raises(ValueError, match="made of complex"):
        ElementLayout.complex(BITS_COMPLEX)


# Splats.


@given(layouts, st.integers(1, 40), st.data())
def test_equal_elements_are_found(layout: ElementLayout, count: int, data: st.DataObject) -> None:
    parts = 2 if layout.part else 1
    element = data.draw(st.lists(st.integers(0, (1 << layout.scalar.width) - 1), min_size=parts, max_size=parts))
    packed = pack(element * count, layout)
    splat = splat_element(packed, layout, count) or b""
    assert splat == ((b"\xff" if element[0] else b"\x00") if layout.is_packed else pack(element, layout))
    assert splat_element(splat, layout, count) == splat == compress(packed, layout, count)
    assert format_elements(splat, layout, (count,)) == format_elements(packed[: layout.stride], layout, (1,))
    at = data.draw(st.integers(0, count * parts - 1))
    changed = element * count
    changed[at] ^= 1
    different = pack(changed, layout)
    assert (splat_element(different, layout, count) is None) == (count > 1)
    assert (compress(different, layout, count) is different) == (count > 1)


def test_a_long_run_of_equal_elements_is_compared_in_pieces() -> None:
    assert splat_element(b"\x01\x02\x03" * 100_000, I24, 100_000) == b"\x01\x02\x03"
    assert splat_element(b"\x01\x02\x03" * 99_999 + b"\x01\x02\x04", I24, 100_000) is None
    assert splat_element(b"\xff" * 100_000, I1, 799_999) == b"\xff"


def test_a_byte_of_bits_is_a_splat_only_if_they_are_equal() -> None:
    assert I1.is_splat_size(b"\xff", 9)
    assert not I1.is_splat_size(b"\x01", 9)
    assert not I1.is_valid_size(b"\x01", 9)
    assert I1.is_valid_size(b"\x05", 3)
    assert I1.is_splat_size(b"\x01", 1)


def test_a_huge_splat_stays_one_element() -> None:
    shape = (999_999_999_999, 999_999)
    tracemalloc.start()
    assert format_elements(b"\x07", I8, shape) == "7"
    assert compress(b"\x07", I8, element_count(shape)) == b"\x07"
    assert from_hex("0xFF", I1, element_count(shape)) == b"\xff"
    assert as_numpy(b"\x07", I8, shape).shape == shape
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100_000


# Hexadecimal text.


@given(st.binary(max_size=300))
def test_hex_text_reads_back(data: bytes) -> None:
    assert to_hex(data) == "0x" + data.hex().upper()
    assert from_hex(to_hex(data), I8, len(data)) == data


def test_hex_of_more_than_a_block() -> None:
    data = random.Random(1).randbytes(200_001)
    assert from_hex(to_hex(data), I8, len(data)) == data


@pytest.mark.parametrize("text", ["0102", "0X01", "0x010", "0x0g", "0x 01", "0x01 ", "0x\u0661\u0661", "", "x"])
def test_what_is_no_hex_text(text: str) -> None:
    with pytest.raises(ValueError, match="expected string containing hex digits starting with `0x`"):
        from_hex(text, I8, 2)


@pytest.mark.parametrize(
    ("text", "layout", "count"), [("0x010203", I8, 2), ("0x", I8, 2), ("0x01", I1, 9), ("0x01", I24, 1)]
)
def test_hex_text_of_the_wrong_size(text: str, layout: ElementLayout, count: int) -> None:
    with pytest.raises(ValueError, match="elements hex data size is invalid for provided type"):
        from_hex(text, layout, count)


# Numpy.

NUMPY_TYPES = [
    *("bool", "int8", "uint16", "int32", "uint64", "float16", "float32", "float64", "complex64", "complex128"),
    *("bfloat16", "float8_e5m2", "float8_e4m3", "float8_e4m3fn", "float8_e5m2fnuz", "float8_e4m3fnuz", "float8_e3m4"),
    *("float8_e4m3b11fnuz", "float4_e2m1fn", "float6_e2m3fn", "float6_e3m2fn", "int2", "int4", "uint2", "uint4"),
]


@pytest.mark.parametrize("name", NUMPY_TYPES)
def test_arrays_come_back_as_views(name: str) -> None:
    dtype = np.dtype(getattr(ml_dtypes, name, name))
    array = np.array([[1, 0, 1], [0, 0, 1]]).astype(dtype)
    layout, shape, data = from_numpy(array)
    back = as_numpy(data, layout, shape)
    assert back.dtype == dtype == numpy_type(layout)
    assert (back == array).all()
    assert not back.flags.writeable
    assert np.shares_memory(back, array) == (name != "bool")


def test_values_of_arrays_are_those_of_the_formats() -> None:
    values = [1.5, -2.0, 0.25]
    for form in (F16, BF16, F32, F64):
        array = as_numpy(pack([form.from_float(value) for value in values], floating(form)), floating(form), (3,))
        assert array.astype(float).tolist() == values
    assert as_numpy(pack([-1, 7, -8], I4), I4, (3,)).astype(int).tolist() == [-1, 7, -8]


def test_arrays_are_copied_only_to_put_them_in_order() -> None:
    array = np.arange(6, dtype=np.int32).reshape(2, 3)
    for other in (array.T, array.astype(">i4"), array[:, ::2]):
        layout, shape, data = from_numpy(other)
        assert layout is I32
        assert (as_numpy(data, layout, shape) == other).all()
    assert from_numpy(np.array(1.5, np.float32))[1] == ()
    assert as_numpy(b"", I8, (2, 0)).shape == (2, 0)


def test_what_numpy_and_elements_do_not_share() -> None:
    for layout in (I24, floating(F80), floating(TF32), ElementLayout.complex(I8)):
        with pytest.raises(ValueError, match="numpy has no type for"):
            numpy_type(layout)
    for name in ("datetime64[s]", "object", "U3"):
        with pytest.raises(ValueError, match="no element type for numpy's"):
            from_numpy(np.zeros(2, name))
    with pytest.raises(ValueError, match="3 elements need 12 bytes, but got 8"):
        as_numpy(bytes(8), I32, (3,))


def test_a_mapped_file_is_read_in_place(tmp_path: Path) -> None:
    path = tmp_path / "weights"
    path.write_bytes(bytes(range(64)))
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        array = as_numpy(mapped, I32, (4, 4))
        assert array[0, 0] == 0x03020100
        assert to_hex(mapped).startswith("0x000102")
        assert compress(mapped, I32, 16) is mapped
        assert format_elements(mapped, I8, (8, 8)).startswith("[[0, 1, 2, 3, 4, 5, 6, 7], [8,")
        assert parse_elements(format_elements(mapped, I32, (16,)), I32)[1] == bytes(range(64))
        del array


def test_importing_leaves_numpy_and_json_alone() -> None:
    heavy = {"numpy", "ml_dtypes", "json", "fractions", "dataclasses"}
    code = f"import sys, dlc.ir.elements_text; print(*{heavy} & {{*sys.modules}})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize("module", [decimals, elements, elements_reader, elements_text, floats])
def test_examples_in_docstrings_hold(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed


# Text.


@given(element_cases())
def test_text_reads_back_as_the_same_bytes(case: tuple[ElementLayout, tuple[int, ...], list[int]]) -> None:
    layout, shape, values = case
    form = layout.scalar.format
    if form is not None:
        values = [value if form.is_finite(value) else form.largest for value in values]
        values = [form.from_text(form.to_text(value)) for value in values]  # f80 has two patterns for some values
    data = pack(values, layout)
    text = format_elements(data, layout, shape)
    if layout.is_splat_size(data, element_count(shape)):
        assert parse_elements(text, layout)[0] == ()
    else:
        assert parse_elements(text, layout) == ElementsReader(text, layout).read() == (shape, data)


def test_shapes_are_nested_lists() -> None:
    data = bytes(range(12))
    assert format_elements(data, I8, (2, 3, 2)) == "[[[0, 1], [2, 3], [4, 5]], [[6, 7], [8, 9], [10, 11]]]"
    assert format_elements(data[:2], integer(7), (1, 2, 1)) == "[[[0], [1]]]"
    assert format_elements(data[:2], I8, (1,) * 70 + (2,)) == "[" * 71 + "0, 1" + "]" * 71
    assert format_elements(b"", I8, (2, 0)) == ""
    assert format_elements(b"\x01", I8, (0,)) == "1"
    assert parse_elements("", I8) == ((0,), b"")
    assert parse_elements("[]", I8) == ((0,), b"")
    assert parse_elements("[[], []]", floating(F32)) == ((2, 0), b"")


@pytest.mark.parametrize(
    ("text", "layout", "shape", "expected"),
    [
        ("[255, -128]", I8, (2,), "ff80"),
        ("[0xFF, -0x7F, 007]", I8, (3,), "ff8107"),
        ("[true, -1, 0]", I1, (3,), "03"),
        ("true", I1, (), "ff"),
        ("-1", I1, (), "ff"),
        ("7", I8, (), "07"),
        ("[ 1 , // one\n\t2 ]", I8, (2,), "0102"),
        ("[- 1, 0]", I8, (2,), "ff00"),
        ("[1.0, 0x7FC00000]", floating(F32), (2,), "0000803f0000c07f"),
        ("[1., -0.0]", floating(F16), (2,), "003c0080"),
        ("[1.00000005960464477539062500000000001, 1.0]", floating(F32), (2,), "0100803f0000803f"),
        ("[1.0e-45, 3.0e-45]", floating(F32), (2,), "0100000002000000"),
        ("[1.0e400, -1.0e400]", floating(F32), (2,), "0000807f000080ff"),
        ("[(1,2), (-1, 0x7F)]", ElementLayout.complex(I8), (2,), "0102ff7f"),
        ("(1,2)", ElementLayout.complex(I8), (), "0102"),
        ("[(true,false), (true,true)]", BITS_COMPLEX, (2,), "01000101"),
        ("[18446744073709551615]", integer(64), (1,), "ff" * 8),
    ],
)
def test_what_text_becomes(text: str, layout: ElementLayout, shape: tuple[int, ...], expected: str) -> None:
    assert parse_elements(text, layout) == (shape, bytes.fromhex(expected))


F32_LAYOUT, PAIR = floating(F32), ElementLayout.complex(I8)
RAGGED = "tensor literal is invalid; ranks are not consistent between elements"
NO_ELEMENT = "expected element literal of primitive type"


@pytest.mark.parametrize(
    ("text", "layout", "offset", "message"),
    [
        ("[1, 300]", I8, 4, "integer constant out of range for type"),
        ("[1, -129]", I8, 5, "integer constant out of range for type"),
        ("[128]", integer(8, "signed"), 1, "integer constant out of range for type"),
        ("[18446744073709551615]", INDEX, 1, "integer constant out of range for type"),
        ("[2]", I1, 1, "integer constant out of range for type"),
        ("[" + "9" * 5000 + "]", I8, 1, "integer constant out of range for type"),
        ("[0, -1]", U8, 5, "expected unsigned integer elements, but parsed negative value"),
        ("[0, -0]", U8, 5, "expected unsigned integer elements, but parsed negative value"),
        ("[1, 1.0]", I8, 4, "expected integer elements, but parsed floating-point"),
        ("[true]", I8, 1, "expected i1 type for 'true' or 'false' values"),
        ("[1.0, 1]", F32_LAYOUT, 6, "unexpected decimal integer literal for a floating point value"),
        ("[1.0, true]", F32_LAYOUT, 6, "expected floating point literal"),
        ("[1.0, 1e5]", F32_LAYOUT, 6, "unexpected decimal integer literal for a floating point value"),
        ("[1.0, 0x1FFFFFFFF]", F32_LAYOUT, 6, "hexadecimal float constant out of range for type"),
        ("[1.0, -0x7F]", F32_LAYOUT, 7, "hexadecimal float literal should not have a leading minus"),
        ("[[1, 2], [3]]", I8, 9, RAGGED),
        ("[[1, 2], 3]", I8, 9, RAGGED),
        ("[1, [2]]", I8, 4, RAGGED),
        ("[[1.0,2.0,3.0], 1.0]", floating(F16), 16, RAGGED),
        ("[[], [1]]", I8, 5, RAGGED),
        ("[1, 2", I8, 5, "expected ']'"),
        ("[1 2]", I8, 3, "expected ']'"),
        ("[1_0]", I8, 2, "expected ']'"),
        ("[1,]", I8, 3, NO_ELEMENT),
        ("[,1]", I8, 1, NO_ELEMENT),
        ("[+1]", I8, 1, NO_ELEMENT),
        ("[null]", I8, 1, NO_ELEMENT),
        ('["a"]', I8, 1, NO_ELEMENT),
        ("[truetrue]", I1, 1, NO_ELEMENT),
        ("[NaN, Infinity]", F32_LAYOUT, 1, NO_ELEMENT),
        ("[-true]", I1, 2, "expected integer or floating point literal"),
        ("[-]", F32_LAYOUT, 2, "expected integer or floating point literal"),
        ("[1] 2", I8, 4, "expected end of elements"),
        ("[(1)]", PAIR, 3, "expected ',' between complex elements"),
        ("[(1,2]", PAIR, 5, "expected ')' after complex elements"),
        ("[[1,2]]", PAIR, 2, "expected '(' of a complex element"),
        ("[(1,2), [3,4]]", PAIR, 9, "expected '(' of a complex element"),
        ("[" * 100_000, I8, 1000, "more than 1000 lists within one another"),
    ],
)
def test_what_is_wrong_with_a_text(text: str, layout: ElementLayout, offset: int, message: str) -> None:
    with pytest.raises(ElementsError, match=f"^{re.escape(message)}$") as caught:
        parse_elements(text, layout)
    assert caught.value.offset == offset


@given(st.text(alphabet="[](),-+.0123456789xeEftrusal \n/", max_size=30), layouts)
def test_the_quick_way_to_read_agrees_with_the_thorough_one(text: str, layout: ElementLayout) -> None:
    results: list[Any] = []
    for read in (lambda: parse_elements(text, layout), lambda: ElementsReader(text, layout).read()):
        try:
            results.append(read())
        except ElementsError as error:
            results.append((str(error), error.offset))
    assert results[0] == results[1]


def test_many_f32_are_formatted_like_each() -> None:
    source = np.random.default_rng(3)
    arrays = [
        source.integers(0, 1 << 32, 20_000, dtype=np.uint32).view(np.float32),
        source.standard_normal(40_000) * 10.0 ** source.integers(-10, 10, 40_000),
        np.round(source.uniform(-1000, 1000, 20_000), 3),
        source.integers(-(10**8), 10**8, 5_000),
        2.0 ** np.arange(-149, 128),
        10.0 ** np.arange(-12, 13),
        np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 0.7, -0.7, 9.9999995, 999999.94, 0.99999994]),
    ]
    with np.errstate(all="ignore"):
        values = np.concatenate([array.astype(np.float32) for array in arrays])
    expected = [F32.to_text(bits) for bits in values.view(np.uint32).tolist()]
    assert f32_texts(np, values.data.cast("B")) == expected
    finite = values[np.isfinite(values)]
    text = format_elements(finite.data, F32_LAYOUT, (1, len(finite), 1))
    assert parse_elements(text, F32_LAYOUT) == ((1, len(finite), 1), finite.tobytes())


def test_many_values_of_few_kinds() -> None:
    data = bytes(range(256)) * 64
    small = floating(FLOAT_FORMATS["f8E4M3"])
    text = format_elements(data, small, (64, 256))
    assert parse_elements(text, small) == ((64, 256), data)


def mlir_prints(lines: list[str]) -> list[str]:
    """Return what mlir-opt prints between < and > for each of these constants."""
    attributes = ", ".join(f"a{index} = {line}" for index, line in enumerate(lines))
    never_hex = "--mlir-print-elementsattrs-with-hex-if-larger=-1"
    done = subprocess.run(
        [MLIR_OPT or "", "--allow-unregistered-dialect", never_hex, "-"],
        input=f'"t"() {{{attributes}}} : () -> ()',
        capture_output=True,
        text=True,
        check=True,
    )
    printed = dict(re.findall(r"(a\d+) = dense<([^>]*)> : tensor", done.stdout))
    return [printed[f"a{index}"] for index in range(len(lines))]


@needs_mlir
def test_text_is_mlirs() -> None:
    source = random.Random(5)
    given_lines: list[str] = []
    ours: list[str] = []
    for name, layout in LAYOUTS.items():
        if layout is BITS_COMPLEX:
            continue  # mlir-opt 22 prints the wrong bits of it
        for shape in ((7,), (3, 5), (2, 1, 9)):
            count = element_count(shape)
            values = [source.getrandbits(layout.scalar.width) for _ in range(count * (2 if layout.part else 1))]
            data = pack(values, layout)
            sizes = "x".join(map(str, shape))
            given_lines.append(f'dense<"{to_hex(data)}"> : tensor<{sizes}x{name}>')
            ours.append(format_elements(compress(data, layout, count), layout, shape))
            if name not in ("f80", "f128"):  # whose literals mlir-opt reads as f64
                given_lines.append(f"dense<{ours[-1]}> : tensor<{sizes}x{name}>")
                ours.append(ours[-1])
    assert ours == mlir_prints(given_lines)
