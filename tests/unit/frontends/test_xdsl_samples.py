"""Modules made up from the declarations of xDSL's ops become modules of dlc and come back, in memory and as text."""

from __future__ import annotations

import re

import pytest
from xdsl.dialects.builtin import ModuleOp

from dlc.frontends.xdsl import catalog, forms, from_xdsl, load_dialect, sampling, to_xdsl
from dlc.frontends.xdsl.coverage import is_readable, problem_with, same, x_text

Samples = dict[str, list[ModuleOp]]
"""Modules with an op, by the op's name."""


@pytest.fixture(scope="module", params=catalog.dialect_names())
def dialect(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def samples(dialect: str) -> Samples:
    contents = catalog.contents(dialect)
    assert contents is not None
    return {name: list(sampling.sample_modules(x_class)) for name, x_class in contents.ops.items()}


FILLED_IN = ("llvm",)
"""Dialects of which dlc's ops have what xDSL may leave out, such as flags that are none."""


@pytest.mark.sampled(4)
@pytest.mark.slow
def test_they_come_back_as_they_were(dialect: str, samples: Samples) -> None:
    for module in (module for modules in samples.values() for module in modules):
        converted = from_xdsl(module)
        again = to_xdsl(converted)
        original = module
        if dialect in FILLED_IN:
            original, again = again, to_xdsl(from_xdsl(again))
        assert same(original, again), f"{module}\nbecame\n{converted}"


KNOWN_TO_DIFFER = {
    "affine": "drawn ops have no sound bodies, for which dlc's forms are written",
    "arith": "dlc writes the overflow flags of trunci, which xDSL does not have",
    "gpu": "dlc writes ops in a custom form that xDSL only reads in generic form",
    "llvm": "dlc writes overflow flags that are none, which xDSL leaves out, and call_intrinsic in LLVM's form",
    "memref": "dlc writes ops in a custom form that xDSL only reads in generic form",
    "scf": "drawn ops have no sound bodies, for which dlc's forms are written",
    "vector": "dlc writes ops in a custom form that xDSL only reads in generic form, and print with its punctuation",
}


@pytest.mark.sampled(4)
@pytest.mark.slow
def test_they_go_through_dlc_in_both_forms(dialect: str, samples: Samples) -> None:
    if dialect in KNOWN_TO_DIFFER:
        return
    for module in (module for modules in samples.values() for module in modules):
        for generic in (True, False):
            text = printed(module, generic=generic)
            problem = problem_with(text, module, generic=generic) if text is not None else ""
            assert not problem or not is_readable(text or "", module), f"{problem}\n{text}"


def printed(module: ModuleOp, *, generic: bool) -> str | None:
    """The text of a module, if it makes enough sense to have one."""
    try:
        return x_text(module, generic=generic)
    except Exception:  # noqa: BLE001 (xDSL's own business)
        return None


def test_compiled_forms_print_what_xdsl_prints(dialect: str, samples: Samples) -> None:
    """A form that dlc compiles is the form that xDSL has: the texts differ in spaces at most."""
    for cls in load_dialect(dialect).ops.values():
        if getattr(cls, "x_class", None) is None or forms.compiled_syntax(cls) is None:
            continue
        for module in samples[cls.name]:
            wanted = printed(module, generic=False)
            if wanted is not None:
                assert custom_form(str(from_xdsl(module)), cls.name) == custom_form(wanted, cls.name)


def custom_form(text: str, name: str) -> str:
    """Return the text after an op's name, without spaces, with one name for all values, and sorted dictionaries."""
    short = name.partition(".")[2]
    match = next(
        match
        for line in text.split("\n")
        if (match := re.search(rf'(?:^|[ =])(?:{re.escape(name)}|{re.escape(short)})(?![\w".])(.*)', line))
    )
    form = "".join(NAME.sub(r"\1", match.group(1)).split())
    return DICTIONARY.sub(lambda entries: "{" + ",".join(sorted(entries.group(1).split(","))) + "}", form)


NAME = re.compile(r"([%^])[\w$.-]+(?:#[0-9]+)?")
DICTIONARY = re.compile(r"\{([^{}]*)\}")
