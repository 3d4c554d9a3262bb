"""Functions of many calls: LLVM's time must not grow with their square."""

from __future__ import annotations

from dlc.codegen.binding import initialize, parsed
from dlc.codegen.machine_code import MANY_CALLS, optimize
from dlc.codegen.target import Target


def test_only_functions_of_many_calls_are_not_scheduled() -> None:
    initialize()
    calls = {"few": MANY_CALLS, "many": MANY_CALLS + 1}
    bodies = [
        "define void @" + name + "() {\n" + "  call void @f()\n" * count + "  ret void\n}"
        for name, count in calls.items()
    ]
    text = "declare void @f()\n" + "\n".join(bodies)
    module = parsed(text)
    optimize(module, text, Target.host().machine(1), 1, is_scheduled=True)
    marked = [each.name for each in module.functions if any(b"optnone" in given for given in each.attributes)]
    assert marked == ["many"]
