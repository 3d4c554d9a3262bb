"""Printed IR reads back as the same IR, and prints the same again: for IR of every shape, in both forms."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, strategies as st

from dlc.dialects import register_all
from dlc.ir.builtin_attributes import Blob
from dlc.ir.context import Context
from dlc.ir.locations import Source
from dlc.ir.operations import Operation
from dlc.parser import PrintOptions, print_ir
from dlc.parser.parse import parse_file
from support.drawn_ir import IRMaker
from support.properties import examples

FORMS = {
    "generic": {"generic": True},
    "custom": {},
    "debuginfo": {"generic": True, "debuginfo": True},
    "local": {"generic": True, "debuginfo": True, "local_scope": True},
    "unique": {"generic": True, "unique_ids": True, "value_users": True},
    "numbers": {"generic": True, "use_hints": False},
}


def read(text: str, registered: bool) -> Operation:
    context = Context(allow_unregistered=True)
    if registered:
        register_all(context)
    parsed = parse_file(Source("drawn.mlir", text), context)
    rendered = "\n".join(map(context.diagnostics.render, context.diagnostics.diagnostics))
    assert parsed is not None, f"{rendered}\nin\n{text}"
    return parsed.op


@pytest.mark.parametrize("form", FORMS)
@given(seed=st.integers(0, 2**32), registered=st.booleans())
@examples(25)
def test_print_and_read_agree(form: str, seed: int, registered: bool) -> None:
    options = PrintOptions(**FORMS[form])  # type: ignore[arg-type]
    module: Operation = IRMaker(Random(seed)).module()
    if registered:
        module = read(print_ir(module, PrintOptions(generic=True)), registered)
    once = print_ir(module, options)
    again = print_ir(read(once, registered), options)
    assert again == once


@given(seed=st.integers(0, 2**32))
@examples(50)
def test_attributes_read_back_as_themselves(seed: int) -> None:
    random = Random(seed)
    maker = IRMaker(random)
    attr = random.choice((maker.attribute, maker.type, maker.location))()
    text = print_ir(read(f'"t.op"() {{a = {attr}}} : () -> ()', False), PrintOptions(generic=True, local_scope=True))
    assert f"{{a = {attr}}}" in text or attr.name == "builtin.unit", text


def test_blob_of_nobody_is_kept_out() -> None:
    module = read('"t.op"() {a = dense_resource<k> : tensor<1xi8>} : () -> ()', False)
    assert "{-#" not in print_ir(module)
    assert Blob("builtin", "k").raw is None
