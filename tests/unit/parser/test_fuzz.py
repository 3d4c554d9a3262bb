"""A short run of the fuzzer, and what it has found before. A long run: `make fuzz-parser`."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from dlc.parser import parse
from support.programs import new_context

FOUND = {
    "spaces behind the results": "%0 =" + " " * 60,
    "bad escape in a symbol": '"t.op"() {a = @"\\}"} : () -> ()',
    "index out of range": "func.func @f(%v: vector<4xf32>) {\n"
    "  %e = vector.extract %v[999999999999999999993] : f32 from vector<4xf32>\n  return\n}",
    "long list of booleans": '"t.op"() {a = dense<[' + "true, false, " * 60 + "falsex]> : tensor<121xi1>} : () -> ()",
    "end of input in a region": '"t.op"() ({\n  foo\n',
    "letters behind a number": "%a = arith.constant 4i32 : i32",
    "an underscore in a number": "%a = arith.constant 1_0 : i32",
    "a float for an integer": "func.func @f(%m: memref<4xf32>) {\n"
    "  %a = memref.assume_alignment %m, 1.5 : memref<4xf32>\n}",
    "results without an op": "%0 =\n",
    "error in a nested region of a custom form": "module {\n  func.func @f() {\n    foo {\n",
    "ends in a comment": "// x",
    "a NUL": '"t.op"() : () -> ()\0',
    "one of a million brackets": "[" * 1_000_000,
    "nested regions": '"t.op"() ({' * 10_000,
    "nested modules": "module {\n" * 10_000,
    "nested arrays": '"t.op"() {a = ' + "[" * 10_000 + "]" * 10_000 + "} : () -> ()",
    "nested types": '"t.op"() : () -> ' + "tuple<" * 10_000 + ">" * 10_000,
    "nested locations": '"t.op"() : () -> () loc(' + "fused[" * 10_000,
    "nested affine parentheses": '"t.op"() {a = affine_map<(d0) -> (' + "(" * 10_000,
    "long affine sum": '"t.op"() {a = affine_map<(d0) -> (d0' + " + d0 mod 3" * 10_000 + ")>} : () -> ()",
    "aliases that double": "#a0 = 1\n" + "".join(f"#a{i} = [#a{i - 1}, #a{i - 1}]\n" for i in range(1, 100)),
    "aliases in opaque text that double": "#a0 = 1\n"
    + "".join(f"#a{i} = #t<#a{i - 1} #a{i - 1}>\n" for i in range(1, 100)),
    "large splat": '"t.op"() {a = dense<1> : tensor<999999999999xf32>} : () -> ()'.replace("<1>", "<1.0>"),
    "dimension without bounds": '"t.op"() {a = dense<1> : tensor<99999999999999999999xi32>} : () -> ()',
    "a billion results": '%0:1000000000 = "t.op"() : () -> i32',
    "huge decimal": f'"t.op"() {{a = {"9" * 1_000_000}}} : () -> ()',
    "huge hexadecimal": f'"t.op"() {{a = 0x{"f" * 1_000_000} : i8000000}} : () -> ()',
    "wide integers": '"t.op"() {a = array<i16777208: ' + ", ".join("1" * 1000) + ">} : () -> ()",
    "errors on every line": "foo\n" * 20_000,
    "blocks that never end": "%a = foo {\n" * 20_000,
}


@pytest.fixture(scope="module")
def fuzz() -> ModuleType:
    path = Path(__file__).parents[2] / "fuzz" / "fuzz_parser.py"
    spec = importlib.util.spec_from_file_location("fuzz_parser", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["fuzz_parser"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", FOUND)
def test_found_before(fuzz: ModuleType, name: str) -> None:
    fuzzer = fuzz.Fuzzer(0, guided=False)
    fuzzer.run_one(FOUND[name])
    assert not fuzzer.findings, fuzzer.findings[0][1][-2000:]


@pytest.mark.parametrize("name", ["nested regions", "nested modules"])
def test_too_deep_a_nest_is_one_error(name: str) -> None:
    context = new_context(allow_unregistered=True)
    assert parse(FOUND[name].replace("{", "{\n"), context) is None
    assert [each.message for each in context.diagnostics.diagnostics] == [
        "regions are nested more than 1000 levels deep"
    ]


def test_short_run_finds_nothing(fuzz: ModuleType) -> None:
    fuzzer = fuzz.Fuzzer(1, guided=False)
    for _ in range(1500):
        fuzzer.step()
    assert not fuzzer.findings, "\n".join(fuzzer.findings[0])[-3000:]


def test_guidance_grows_the_corpus(fuzz: ModuleType) -> None:
    fuzzer = fuzz.Fuzzer(2)
    before = len(fuzzer.corpus)
    for _ in range(60):
        fuzzer.step()
    assert len(fuzzer.corpus) > before
    assert not fuzzer.findings, "\n".join(fuzzer.findings[0])[-3000:]
