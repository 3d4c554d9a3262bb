"""Printing comments with the users of each value (`--mlir-print-value-users`), in MLIR's format."""

from __future__ import annotations

from ..ir import Block, Operation, Value
from .printer import Printer, PrintOptions


class UsersPrinter(Printer):
    """A printer that also numbers ops without results, so that they can be named as users."""

    def __init__(self, options: PrintOptions) -> None:
        super().__init__(options)
        self.ids = {}

    def operation(self, op: Operation) -> None:
        super().operation(op)
        self.out(self._comment(op))

    def note_arguments(self, block: Block) -> None:
        """Print a line for each argument of a block."""
        for arg in block.args:
            users = f"used by {self._users(arg)}" if arg.has_uses else "unused"
            self.out(f"{self.indent}// {self.names[arg]} is {users}\n")

    def _comment(self, op: Operation) -> str:
        results = op.results
        if not results:
            return f" // id: {self._id(op)}" if op.operands else ""
        if not any(result.has_uses for result in results):
            return " // unused"
        users = {user for result in results for user in result.users}
        is_one = len(users) == 1 and sum(len(user.results) for user in users) <= 1
        shown = [self._users(result) for result in results]
        if len(results) > 1:
            shown = [f"({text})" for text in shown]
        return f" // {'user' if is_one else 'users'}: {', '.join(shown)}"

    def _users(self, value: Value) -> str:
        """Return the users, latest first, as in MLIR's use lists."""
        users = dict.fromkeys(user for user, _ in reversed(value.uses))
        return ", ".join(map(self._id, users)) or "unused"

    def _id(self, op: Operation) -> str:
        if op.results:
            return ", ".join(self.names[result] for result in op.results)
        return (self.ids or {}).get(op, "<<UNKNOWN OPERATION>>")
