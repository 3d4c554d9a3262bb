"""`dlc.jit`: Python functions of arrays as compiled functions.

    @dlc.jit
    def normalize(x):
        xp = dlc.array
        return x / xp.sum(x, axis=-1, keepdims=True)

    normalize(np.ones((4, 8)))

A function is traced once for each combination of shapes and dtypes, or once for all sizes if specs with names are
given: `@dlc.jit(specs=[dlc.spec("n", 8)])`. Tracing is in `frontends.array`; this file keeps what was compiled.
"""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable, Sequence
from copy import copy
from functools import cache, partial, update_wrapper
from threading import Lock
from types import MethodType
from typing import Any, cast, overload

import numpy as np

from .compiler import compile
from .frontends.array import gradients
from .frontends.array.arrays import Array, without_mask
from .frontends.array.errors import call_error
from .frontends.array.fixed_arguments import Divided, FixedArguments, places_without
from .frontends.array.functions import ArraySpec, Traced, check_function, is_argument, traced
from .frontends.array.objects import array_within, is_any_array
from .frontends.array.tracing import Structure, flattened, is_tracing
from .ir.diagnostics import did_you_mean
from .ir.elements import numpy_type_named
from .runtime.dlpack import array_from, like

Function = Callable[..., Any]
Static = int | str | Sequence[int | str]
"""Parameters, by position or name."""
MOST_PROGRAMS = 256
"""The maximum number of compiled versions of a function; the oldest one is dropped for a new one."""


@overload
def jit(
    function: Function,
    /,
    *,
    specs: Sequence[Any] | None = None,
    donate: int | Sequence[int] = (),
    static: Static = (),
    **options: Any,
) -> JitFunction: ...
@overload
def jit(
    *,
    specs: Sequence[Any] | None = None,
    donate: int | Sequence[int] = (),
    static: Static = (),
    **options: Any,
) -> Callable[[Function], JitFunction]: ...
def jit(
    function: Function | None = None,
    /,
    *,
    specs: Sequence[Any] | None = None,
    donate: int | Sequence[int] = (),
    static: Static = (),
    **options: Any,
) -> Any:
    """Make a function of arrays a compiled one, called with numpy arrays or any others with DLPack.

    `specs` are the shapes and dtypes of the arguments (`dlc.spec`); without them, each combination is compiled when it
    is first met. `options` are those of `dlc.compile`. Arguments that are neither arrays nor numbers are part of the
    combination, and so must be hashable. Results are arrays of the library of the first array argument.
    So are those of the parameters `static`, given by position or name, when they are numbers: they may decide how often
    a loop of Python runs, for example. `specs` are for the other ones.
    A function under `jax.jit` is traced by JAX, takes and returns trees of its arrays, and has none of these options.

    Arrays in the positional arguments `donate` are given away: results may be in their memory, and what they contain
    after a call is undefined. They must share no memory with other arguments.
    """
    donated = (donate,) if isinstance(donate, int) else tuple(donate)

    def decorate(decorated: Function) -> Any:
        if not _is_jax_function(decorated):
            return JitFunction(decorated, specs, options, donated, static)
        if specs is not None or donated or static != ():
            raise call_error(
                "dlc.jit: a function under jax.jit is traced by JAX, without 'specs', 'donate' and 'static'; "
                "jax.jit has 'static_argnames'"
            )
        return _jax_functions().JaxFunction(decorated, options)

    return decorate if function is None else decorate(function)


def _is_jax_function(function: object) -> bool:
    """Return whether a function is one under `jax.jit`; what is none does not import JAX."""
    return "jax" in sys.modules and importlib.import_module("dlc.frontends.jax").is_jitted(function)  # heavy


def _jax_functions() -> Any:
    return importlib.import_module("dlc.jax_functions")  # heavy


class JitFunction:
    """A Python function that is compiled when it is called."""

    def __init__(
        self,
        function: Function,
        specs: Sequence[Any] | None,
        options: dict[str, Any],
        donate: tuple[int, ...] = (),
        static: Static = (),
    ) -> None:
        check_function(function)
        update_wrapper(self, function)
        self.function = function
        self.specs = specs
        self.options = _checked_options(options)
        self.donate = donate
        """The positional arguments whose memory results may have."""
        self.static = static
        """The parameters whose arguments are fixed before the function is traced."""
        self._fixed = FixedArguments(function, static) if static != () else None
        self._with_fixed: dict[Any, JitFunction] = {}
        self._programs: dict[Any, _Program] = {}
        self._lock = Lock()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._fixed is not None:
            return self._call_with_fixed(self._fixed, args, kwargs)
        key: Any = (
            self
            if self.specs is not None
            else tuple([(each.shape, each.dtype) if type(each) in _passed_on else _Unknown for each in args])
        )
        program = self._programs.get(key) if not kwargs else None
        if program is not None and program.direct is not None:
            return program.direct(*args)
        return self._call(args, kwargs)

    def __repr__(self) -> str:
        programs = [each for function in (self, *self._with_fixed.values()) for each in function._programs.values()]
        versions = [str(program.entry) for program in programs]
        compiled = f"compiled as {', '.join(versions)}" if versions else "not compiled yet"
        return f"<dlc.jit of {getattr(self.function, '__qualname__', self.function)}, {compiled}>"

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        """Return the function as a method of an instance, which is the first argument, as for Python's functions."""
        return self if instance is None else MethodType(self, instance)

    def _call_with_fixed(self, fixed: FixedArguments, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call the function of the other arguments, which is compiled by itself."""
        given = fixed.divided(args, kwargs)
        return self._function_with(fixed, given)(*given.args, **given.kwargs)

    def _function_with(self, fixed: FixedArguments, given: Divided) -> JitFunction:
        key = given.key
        try:
            known = self._with_fixed.get(key)
        except TypeError:
            raise call_error(f"{self.function.__name__}: 'static' arguments must be hashable") from None
        if known is not None:
            return known
        function = JitFunction(fixed.bound(given), self.specs, self.options, places_without(self.donate, given))
        with self._lock:
            drop_oldest(self._with_fixed)
            return self._with_fixed.setdefault(key, function)

    def _call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if is_tracing():
            return self.function(*args, **kwargs)
        leaves: list[Any] = []
        structure = flattened((args, kwargs), is_argument, leaves)
        arrays = [_numpy_of(leaf) for leaf in leaves]
        is_plain = structure == _plain_structure(len(args)) and all(type(leaf) is np.ndarray for leaf in leaves)
        shapes = tuple((array.shape, array.dtype) for array in arrays)
        if self.specs is not None:
            key: Any = self if structure == _plain_structure(len(self.specs)) else structure
        elif is_plain:
            key = shapes
        else:
            weak = tuple(isinstance(leaf, (bool, int, float)) for leaf in leaves)
            key = (structure, shapes, weak)
        try:
            program = self._programs.get(key)
        except TypeError:
            raise call_error(
                f"{self.function.__name__}: arguments that are neither arrays nor numbers must be hashable"
            ) from None
        if program is None:
            _refuse_objects(self.function.__name__, structure)
            program = self._compiled(key, args, kwargs, is_plain)
        is_by_shapes = self.specs is None and structure == _plain_structure(len(args))
        if program.returns_array and is_by_shapes and leaves and all(map(_is_tensor, leaves)):
            _passed_on.add(cast("type", leaves[0].__class__))
            with self._lock:
                drop_oldest(self._programs)
                self._programs[tuple((each.shape, each.dtype) for each in leaves)] = program.for_tensors()
        results = program.entry(*arrays)
        return program.results(results, leaves)

    def _compiled(self, key: Any, args: tuple[Any, ...], kwargs: dict[str, Any], is_plain: bool) -> _Program:
        with self._lock:
            if key in self._programs:
                return self._programs[key]
            program = _Program(*self.built(self._examples(args), kwargs), is_plain, self.specs is None)
            drop_oldest(self._programs)
            self._programs[key] = program
            return program

    def _examples(self, args: tuple[Any, ...]) -> Sequence[Any]:
        """Return what a call is traced with: the specs, if there are some, behind the instance of a method."""
        if self.specs is None:
            return args
        is_method = len(args) == len(self.specs) + 1 and not is_argument(args[0])
        examples = (args[0], *self.specs) if is_method else tuple(self.specs)
        name = self.function.__name__
        if len(args) != len(examples):
            raise call_error(f"{name}: 'specs' are for {len(examples)} arguments, but got {len(args)}")
        for number, (example, given) in enumerate(zip(examples, args, strict=True)):
            if flattened(example, is_argument, []) != flattened(given, is_argument, []):
                raise call_error(
                    f"{name}: argument {number} must be like its spec, {outline(example)}, but got {outline(given)}"
                )
        return examples

    def built(self, args: Sequence[Any], kwargs: dict[str, Any]) -> tuple[Traced, Callable[..., Any]]:
        """Return the graph for arguments like these, and what computes it: a function of arrays, which returns `None`,
        one array, or a tuple of them.
        """
        graph = traced(self.function, args, kwargs, self.donate)
        return graph, compile(graph.module, **self.options).main

    def trace(self, *specs: Any, **named: Any) -> Any:
        """Return the module of the function for arguments like these."""
        if self._fixed is not None:
            given = self._fixed.divided(specs, named)
            return self._function_with(self._fixed, given).trace(*given.args, **given.kwargs)
        return traced(self.function, specs or self.specs or (), named, self.donate).module


def _checked_options(options: dict[str, Any]) -> dict[str, Any]:
    """Return options of `dlc.compile`; raise an error if there is none of one of these names."""
    if not options:
        return options
    known = {name: each.kind for name, each in inspect.signature(compile).parameters.items()}
    for name in options:
        if known.get(name) is not inspect.Parameter.KEYWORD_ONLY:
            of_jit = ("specs", "donate", "static")
            names = [*of_jit, *(each for each, kind in known.items() if kind is inspect.Parameter.KEYWORD_ONLY)]
            hint = did_you_mean(name, names) or f"; there are {', '.join(names)}"
            raise call_error(f"dlc.jit: there is no option '{name}'{hint}")
    return options


def drop_oldest(kept: dict[Any, Any]) -> None:
    """Make room for another compiled version."""
    while len(kept) >= MOST_PROGRAMS:
        del kept[next(iter(kept))]


def _refuse_objects(name: str, arguments: Structure) -> None:
    """Raise an error if an argument is an object with arrays: they would stay what they are in the first call."""
    for value in arguments.statics():
        place = array_within(value, is_any_array)
        if place is not None:
            kind = type(value).__name__
            raise call_error(
                f"{name}: an argument of '{kind}' has an array in '{place:.60}', which would be a constant of "
                f"the compiled function; make '{kind}' a dataclass, or pass its arrays as arguments, in a dictionary "
                "for example"
            )


MOST_SHOWN = 4
"""The entries of a container that a message shows."""


def outline(given: Any) -> str:
    """Return what an argument is made of: arrays by dtype and shape, and containers around them."""
    if isinstance(given, ArraySpec):
        return repr(given)
    if isinstance(given, dict):
        entries = cast("dict[object, object]", given)
        return f"{{{_listed([f'{key!r}: {outline(value)}' for key, value in entries.items()])}}}"
    if isinstance(given, (tuple, list)):
        parts = _listed([outline(each) for each in cast("Sequence[object]", given)])
        return f"[{parts}]" if isinstance(given, list) else f"({parts})"
    if is_argument(given) and hasattr(given, "dtype"):
        return f"{given.dtype}{list(given.shape)}"
    return f"{given!r:.60}"


def _listed(parts: Sequence[str]) -> str:
    return ", ".join(parts) if len(parts) <= MOST_SHOWN else f"{', '.join(parts[:MOST_SHOWN])}, …"


# -- Gradients ---------------------------------------------------------------------------------------------------------


def grad(function: Function, argnums: int | Sequence[int] = 0, *, has_aux: bool = False) -> JitFunction:
    """Return a compiled function with the arguments of another one, which returns its gradients.

    `function` returns one float; with `has_aux` a pair of that and anything else, and then a pair of the gradients and
    that is returned. Gradients are of the positional arguments `argnums`, in the same containers. In a traced function
    the gradients are traced, too.
    """
    return _derived(gradients.grad(function, argnums, has_aux=has_aux), function)


def value_and_grad(function: Function, argnums: int | Sequence[int] = 0, *, has_aux: bool = False) -> JitFunction:
    """Return a compiled function with the arguments of another one, which returns a pair of what that returns and its
    gradients, as `grad` does.
    """
    return _derived(gradients.value_and_grad(function, argnums, has_aux=has_aux), function)


def _derived(derived: Function, function: Function) -> JitFunction:
    """Return a function that is made of another one, compiled like that one where it is compiled."""
    if isinstance(function, JitFunction):
        return JitFunction(derived, function.specs, function.options, function.donate, function.static)
    return JitFunction(derived, None, {})


class _Unknown:
    """In keys, the place of an argument that entries do not take as it is: such keys are never there."""


_passed_on: set[type] = {np.ndarray}
"""The types of arguments that entries take as they are; PyTorch's is one of them once a function was called with it."""


def _is_tensor(value: object) -> bool:
    """Return whether a value is a tensor of PyTorch."""
    torch = sys.modules.get("torch")
    return torch is not None and type(value) is getattr(torch, "Tensor", None)


class _Program:
    """A compiled version of a function."""

    def __init__(self, graph: Traced, entry: Callable[..., Any], is_plain: bool, is_by_shapes: bool) -> None:
        self.entry = entry
        self.structure = graph.results
        self.returns_array = graph.results.kind is None and graph.results.static is None
        """True if the result is one array."""
        self.direct: Callable[..., Any] | None = None
        """The function that takes the arguments themselves, arrays of numpy or tensors, and returns the results."""
        if is_plain and self.returns_array:
            self.direct = entry
        elif is_plain and is_by_shapes:
            self.direct = self._called

    def for_tensors(self) -> _Program:
        """Return the same program, called with tensors of PyTorch."""
        program = copy(self)
        program.direct = self.entry
        return program

    def _called(self, *arguments: Any) -> Any:
        return self.results(self.entry(*arguments), arguments)

    def results(self, returned: Any, arguments: Sequence[Any]) -> Any:
        """Return results in their containers, as arrays of the library of the first array argument."""
        arrays: list[Any] = [returned]
        if returned is None or isinstance(returned, tuple):
            arrays = list(cast("tuple[Any, ...]", returned or ()))
        convert = _converter(arguments)
        return self.structure.rebuilt([convert(np.asarray(array)) for array in arrays])


def _itself(array: Any) -> Any:
    return array


@cache
def _plain_structure(count: int) -> Any:
    leaves: list[Any] = []
    return flattened(((_LEAF,) * count, {}), lambda leaf: leaf is _LEAF, leaves)


_LEAF = object()


def _numpy_of(leaf: Any) -> Any:
    """Return an argument as a numpy array over the same memory."""
    if isinstance(leaf, np.ndarray):
        return without_mask(cast("Any", leaf))
    if isinstance(leaf, Array):
        return leaf.data
    if isinstance(leaf, (np.generic, bool, int, float)):
        return np.asarray(leaf)
    if isinstance(leaf, ArraySpec):
        raise call_error("a spec is not an array; use `dlc.trace` or `dlc.jit(specs=…)`")
    if not _is_tensor(leaf):
        return np.from_dlpack(leaf)
    tensor = leaf.detach().resolve_conj().resolve_neg()  # as entries read it
    if str(tensor.dtype) == "torch.bfloat16":
        return array_from(tensor, numpy_type_named("bfloat16"))
    return tensor.numpy()


def _converter(arguments: Sequence[Any]) -> Callable[[Any], Any]:
    """Return what makes results arrays of the library of the first array argument."""
    first = next((each for each in arguments if not isinstance(each, (int, float))), None)
    if first is None or isinstance(first, (np.ndarray, np.generic)):
        return _itself
    if isinstance(first, Array):
        return Array.of
    return partial(like, sys.modules[type(first).__module__.partition(".")[0]])
