"""Entries of all kinds of programs: arguments by name and position, and checks between arguments."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from dlc.ir.diagnostics import counted, did_you_mean

from .array_arguments import SharedMemory
from .lent_workspace import workspace_size
from .number_arguments import Bound, InvalidArgument, Passed
from .numpy_memory import NdArray
from .results import targets_in, written_to
from .signature import Array, Output, Parameter, Signature

MOST_KNOWN_SHAPES = 1024
SizeCheck = Callable[[Sequence[Sequence[int]]], "str | None"]
"""Returns why arrays of these shapes cannot be arguments, or `None` if they can."""
_checking = threading.Lock()


class Described:
    """A function by its signature."""

    def __init__(self, signature: Signature) -> None:
        self.signature = signature
        self.name = signature.name

    @property
    def inputs(self) -> tuple[Parameter, ...]:
        """The parameters, with names, element types and sizes."""
        return self.signature.parameters

    @property
    def outputs(self) -> tuple[Output, ...]:
        """The results, with names, element types and sizes."""
        return self.signature.outputs

    @property
    def workspace_size(self) -> int:
        """The number of bytes that a `workspace` of a call must have, wherever it lies; 0 if none is used."""
        return workspace_size(self.signature)


class Entry(Described):
    """A function that is called with arrays and numbers, whose arguments are checked."""

    def __init__(self, signature: Signature, arguments: Sequence[Any], check: SizeCheck | None) -> None:
        super().__init__(signature)
        self._count = len(signature.parameters)
        self._arguments = list(arguments)
        """The object that passes each argument."""
        self._positions = {parameter.name: number for number, parameter in enumerate(signature.parameters)}
        self._checked_later = [number for number, each in enumerate(self._arguments) if each.has_expressions]
        self._arrays = [at for at, each in enumerate(signature.parameters) if isinstance(each.kind, Array)]
        self._shared_memory = SharedMemory([signature.parameters[at] for at in self._arrays], self.name)
        self._must_be_apart = self._shared_memory.is_possible
        """Whether there are arguments that must not share memory."""
        self._check = check
        self._known_shapes: set[tuple[tuple[int, ...], ...]] = set()
        """Combinations of shapes that have passed the checks."""

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Call the function and return one result, a tuple of several, or `None` without results.

        Arguments go by position and by name. One dictionary of all arguments returns a dictionary of the results.
        `out=` is an array for the result, or a tuple or dictionary of arrays. It is returned. `workspace=` is memory
        of `workspace_size` bytes or more that no other call uses, for the buffers of the program.
        """
        if named or len(arguments) != self._count or (self._count == 1 and isinstance(arguments[0], dict)):
            return self._call_by_name(arguments, named)
        results = self._results_for(arguments)
        return results[0] if len(results) == 1 else tuple(results) if results else None

    def _results_for(
        self, arguments: tuple[Any, ...], targets: Sequence[Any] = (), *, as_numpy: bool = False
    ) -> list[Any]:
        """Call the function with all arguments in order; results are arrays of their library, or of numpy.

        `targets` are arrays of the caller for results. They are used if the function can write to them.
        """
        raise NotImplementedError

    def _results_with(
        self, workspace: Any, arguments: tuple[Any, ...], targets: Sequence[Any], *, as_numpy: bool
    ) -> list[Any]:
        """Call the function with memory of the caller for its buffers."""
        del workspace, arguments, targets, as_numpy
        raise InvalidArgument(f"@{self.name} takes no workspace: its buffers are memory of a device")

    # -- By name -----------------------------------------------------------------------------------------------------

    def _call_by_name(self, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        out, workspace = (None if name in self._positions else named.pop(name, None) for name in ("out", "workspace"))
        is_mapping = len(arguments) == 1 and isinstance(arguments[0], Mapping) and not named
        if is_mapping:
            arguments, named = (), dict(cast("Mapping[str, Any]", arguments[0]))
        values = self.in_order(arguments, named) if named else arguments
        if len(values) != self._count:
            raise self._wrong_count(len(values))
        targets = () if out is None else targets_in(out, self.signature)
        if workspace is None:
            results = self._results_for(values, targets, as_numpy=out is not None)
        else:
            results = self._results_with(workspace, values, targets, as_numpy=out is not None)
        if out is not None:
            results = written_to(targets, results, self.signature)
        if is_mapping:
            return {output.name: result for output, result in zip(self.outputs, results, strict=True)}
        return results[0] if len(results) == 1 else tuple(results) if results else None

    def in_order(self, arguments: Sequence[Any], named: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return all arguments by position."""
        missing = object()
        values = [*arguments, *[missing] * (len(self._arguments) - len(arguments))]
        for name, value in named.items():
            position = self._position_of(name)
            if values[position] is not missing:
                raise InvalidArgument(f"argument '{name}' of @{self.name} is given twice")
            values[position] = value
        count = sum(value is not missing for value in values)
        if count != len(values):
            raise self._wrong_count(count)
        return tuple(values)

    def checked_argument(self, name: str, value: Any) -> tuple[int, Any]:
        """Return the position of an argument, and a value for it, as an array if it is one; raise if it is wrong."""
        position = self._position_of(name)
        passed = Passed()
        self._arguments[position].put(value, passed)
        return position, passed.kept[0] if passed.kept else value

    def _position_of(self, name: str) -> int:
        position = self._positions.get(name)
        if position is None:
            known = f"; there are {', '.join(map(repr, self._positions))}" if self._positions else ""
            hint = did_you_mean(name, self._positions) or known
            raise InvalidArgument(f"@{self.name} has no argument '{name}'{hint}")
        return position

    def _wrong_count(self, count: int) -> InvalidArgument:
        names = ", ".join(self._positions) or "none"
        return InvalidArgument(
            f"@{self.name} takes {counted(len(self._positions), 'argument')} ({names}), but got {count}"
        )

    def _check_together(self, kept: Sequence[NdArray], bound: Bound) -> None:
        """Check constraints between arguments, which only arrays have; `kept` contains all arrays if there are any."""
        for number in self._checked_later:
            at = self._arrays.index(number)
            self._arguments[number].check_expressions(kept[at].shape, bound)
        if self._must_be_apart:
            self._shared_memory.refuse(kept)

    def _check_shapes(self, check: SizeCheck, shapes: tuple[tuple[int, ...], ...]) -> None:
        """Check sizes that the types do not determine, once for each combination of shapes."""
        if shapes in self._known_shapes:
            return
        with _checking:
            problem = check(shapes)
        if problem is not None:
            raise InvalidArgument(f"the arguments of @{self.name} do not match: {problem}")
        if len(self._known_shapes) >= MOST_KNOWN_SHAPES:
            self._known_shapes.clear()
        self._known_shapes.add(shapes)
