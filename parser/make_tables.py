"""Generate the parse tables from `mlir.lark` with Lark, and store them as JSON: `python -m dlc.parser.make_tables`.

The reader needs only the tables. Only this module imports Lark, which takes longer than reading a small file, and
nothing imports this module.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

from .tables import GRAMMAR_FILE, TABLES_FILE

STARTS = (
    "file",
    "region_rest",
    "attribute",
    "untyped_attribute",
    "type",
    "attr_dict_text",
    "properties_text",
    "function_type_text",
    "location_text",
    "metadata_text",
    "map_text",
    "affine_map",
    "affine_set",
)


def make_tables(grammar: str) -> dict[str, Any]:
    """Return states as `{terminal: action}` and `{nonterminal: state}`; an action >= 0 shifts, `~rule` reduces."""
    from lark import Lark  # noqa: PLC0415 (heavy)

    lark = Lark(grammar, parser="lalr", start=list(STARTS), maybe_placeholders=False)
    table: Any = cast("Any", lark.parser).parser._parse_table
    numbers = {rule: index for index, rule in enumerate(lark.rules)}
    names = {terminal.name: terminal for terminal in lark.terminals}
    actions: list[dict[str, int]] = [{} for _ in table.states]
    gotos: list[dict[str, int]] = [{} for _ in table.states]
    for state, entries in table.states.items():
        for symbol, (kind, target) in entries.items():
            shifts = kind.name == "Shift"
            if shifts and symbol not in names and symbol != "$END":
                gotos[state][symbol] = target
            else:
                actions[state][symbol] = target if shifts else ~numbers[target]
    return {
        "starts": table.start_states,
        "ends": table.end_states,
        "actions": actions,
        "gotos": gotos,
        "rules": [_rule(rule) for rule in lark.rules],
        "literals": {n: t.pattern.value for n, t in names.items() if t.pattern.type == "str"},
        "patterns": {n: t.pattern.value for n, t in names.items() if t.pattern.type == "re"},
    }


def _rule(rule: Any) -> list[Any]:
    """Return a rule's result, its number of symbols, its method, and the symbols that carry meaning."""
    kept = [index for index, symbol in enumerate(rule.expansion) if not symbol.is_term or not symbol.filter_out]
    return [rule.origin.name, len(rule.expansion), rule.alias or rule.origin.name, kept]


def main() -> None:
    text = json.dumps(make_tables(Path(GRAMMAR_FILE).read_text()), separators=(",", ":"), sort_keys=True)
    temporary = Path(f"{TABLES_FILE}.new")
    temporary.write_text(text + "\n")
    temporary.replace(TABLES_FILE)


if __name__ == "__main__":
    main()
