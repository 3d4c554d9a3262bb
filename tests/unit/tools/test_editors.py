"""Grammars of editors and of Pygments: they see the tokens that dlc sees, and can be packaged."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from dlc.parser.highlighting import tokens_of
from support.run_lines import ROOT

EXAMPLE = """\
#map = affine_map<(d0) -> (d0)>
!rows = tensor<?x8xf32, #graph.dims<n>>
// a comment
module @m {
  func.func @f(%a: i32, %n: !rows) -> memref<4x?xbf16> {
    %one = arith.constant 1 : i32
    %two:2 = "test.two"(%a) {x = "s\\"", y = 0x1F, z = -1.5e3 : f32} : (i32) -> (i32, index)
    ^next(%q: i32):
      return %two#1 : index
  }
}
"""
EXTENSION = ROOT / "editors/vscode"
SCOPES = {
    "comment": "comment.line.double-slash",
    "string": "string.quoted.double",
    "value": "variable.other",
    "block": "entity.name.label",
    "symbol": "entity.name.function",
    "attribute": "constant.other",
    "type": "storage.type",
    "number": "constant.numeric",
    "op": "keyword.operator.word",
    "keyword": "keyword.other",
}


def kinds_by_textmate(text: str) -> dict[int, str]:
    """Return the scope of each token, as an editor finds it: the pattern that matches first, then the first listed."""
    grammar = json.loads((EXTENSION / "syntaxes/mlir.tmLanguage.json").read_text())
    patterns = [(each, re.compile(each["match"])) for each in grammar["patterns"]]
    scopes: dict[int, str] = {}
    for line in re.finditer(r".*\n", text):
        pos = line.start()
        while True:
            matches = [(match, rule) for rule, each in patterns if (match := each.search(line[0], pos - line.start()))]
            if not matches:
                break
            match, rule = min(matches, key=lambda pair: pair[0].start())
            for group, named in rule.get("captures", {"0": rule}).items():
                begin = match.end(int(group)) - len(match[int(group)].lstrip())
                scopes[line.start() + begin] = named["name"].removesuffix(".mlir")
            pos = line.start() + match.end()
    return scopes


def test_the_textmate_grammar_sees_the_same_tokens() -> None:
    scopes = kinds_by_textmate(EXAMPLE)
    for kind, start, end in tokens_of(EXAMPLE):
        if kind != "punctuation" and EXAMPLE[start] != '"':  # names of ops in quotes have the color of strings there
            assert scopes.get(start) == SCOPES[kind], EXAMPLE[start:end]


@pytest.mark.skipif(not shutil.which("vim"), reason="vim is not installed")
def test_the_vim_grammar_sees_the_same_tokens(tmp_path: Path) -> None:
    tokens = [token for token in tokens_of(EXAMPLE) if token.kind != "punctuation" and EXAMPLE[token.start] != '"']
    places = [(EXAMPLE.count("\n", 0, start) + 1, start - EXAMPLE.rfind("\n", 0, start)) for _, start, _ in tokens]
    (tmp_path / "example.mlir").write_text(EXAMPLE)
    lines = [
        "syntax on",
        "set filetype=mlir",
        "let scopes = []",
        *(f"call add(scopes, synIDattr(synID({line}, {column}, 1), 'name'))" for line, column in places),
        f"call writefile(scopes, '{tmp_path / 'found'}')",
        "qall!",
    ]
    (tmp_path / "script.vim").write_text("\n".join(lines))
    command = ["vim", "-Nu", "NONE", "-i", "NONE", "-n", "-es", "--cmd", f"set runtimepath^={ROOT / 'editors/vim'}"]
    subprocess.run(  # vim reports an error where there is no terminal
        [*command, "-S", str(tmp_path / "script.vim"), str(tmp_path / "example.mlir")], timeout=60, check=False
    )
    scopes = (tmp_path / "found").read_text().split("\n")[:-1]
    expected = [f"mlir{token.kind.capitalize()}" for token in tokens]
    names = [EXAMPLE[start:end] for _, start, end in tokens]
    assert list(zip(names, scopes, strict=True)) == list(zip(names, expected, strict=True))


@pytest.mark.skipif(not shutil.which("npm"), reason="npm is not installed")
def test_the_extension_can_be_packaged() -> None:
    packed = subprocess.run(
        ["npm", "pack", "--dry-run", "--json", "--offline"], cwd=EXTENSION, capture_output=True, text=True, check=True
    )
    files = {each["path"] for each in json.loads(packed.stdout)[0]["files"]}
    manifest = json.loads((EXTENSION / "package.json").read_text())
    contributed = manifest["contributes"]
    named = {
        manifest["main"],
        *(each["path"] for each in contributed["grammars"]),
        *(each["configuration"] for each in contributed["languages"]),
    }
    assert {name.removeprefix("./") for name in named} <= files
    subprocess.run(["node", "--check", "client.js"], cwd=EXTENSION, check=True)


def test_pygments_finds_the_lexer_by_name_and_loses_nothing() -> None:
    lexers = pytest.importorskip("pygments.lexers", reason="Pygments is not installed")
    lexer = lexers.get_lexer_by_name("mlir")
    assert type(lexer).__name__ == "MlirLexer"
    parts = list(lexer.get_tokens_unprocessed(EXAMPLE))
    assert "".join(text for _, _, text in parts) == EXAMPLE
    assert all(one[0] + len(one[2]) == other[0] for one, other in pairwise(parts))
    assert ("Token.Name.Builtin", "func.func") in {(str(kind), text) for _, kind, text in parts}
