"""Metadata in LLVM IR: numbered nodes with facts about accesses, branches and loops."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from dlc.dialects.llvm import (
    AccessGroupAttr,
    AliasScopeAttr,
    AliasScopeDomainAttr,
    LoopAnnotationAttr,
    LoopUnrollAndJamAttr,
    LoopUnrollAttr,
    TBAARootAttr,
    TBAATagAttr,
    TBAATypeDescriptorAttr,
)
from dlc.ir import ArrayAttr, Attribute, IntegerAttr, StringAttr

from .names import quoted
from .problems import Untranslatable


class Metadata:
    """The nodes of a module. Equal nodes are shared, except for distinct ones."""

    def __init__(self) -> None:
        self.nodes: list[str] = []
        """The text of each node: `!0 = `, `!1 = ` …"""
        self._equal: dict[str, str] = {}
        self._known: dict[Attribute, str] = {}

    def node(self, *operands: str) -> str:
        """Return the number of the node `!{operands}`, which is created if it does not exist."""
        text = f"!{{{', '.join(operands)}}}"
        number = self._equal.get(text)
        if number is None:
            number = self._equal[text] = f"!{len(self.nodes)}"
            self.nodes.append(text)
        return number

    def distinct(self, *operands: str) -> str:
        """Return a node that is different from all others, because it is its own first operand."""
        number = f"!{len(self.nodes)}"
        self.nodes.append("")
        self.nodes[int(number[1:])] = f"distinct !{{{', '.join((number, *operands))}}}"
        return number

    def named(self, text: str, *operands: str) -> str:
        """Return a node that begins with a string."""
        return self.node(f"!{quoted(text)}", *operands)

    # -- Aliasing ------------------------------------------------------------------------------------------------------

    def of(self, attr: Attribute) -> str:
        """Return the node for a scope, domain, group or type."""
        number = self._known.get(attr)
        if number is None:
            number = self._known[attr] = self._made(attr)
        return number

    def _made(self, attr: Attribute) -> str:
        if isinstance(attr, AliasScopeDomainAttr):
            return self._identified(attr.id, *self._described(attr.description))
        if isinstance(attr, AliasScopeAttr):
            return self._identified(attr.id, self.of(attr.domain), *self._described(attr.description))
        if isinstance(attr, AccessGroupAttr):
            number = f"!{len(self.nodes)}"
            self.nodes.append("distinct !{}")
            return number
        if isinstance(attr, TBAARootAttr):
            return self.distinct() if attr.id is None else self.named(attr.id.value)
        if isinstance(attr, TBAATypeDescriptorAttr):
            members: list[str] = []
            for member in attr.members:
                members += (self.of(member.type_desc), f"i64 {member.offset}")
            return self.named(attr.id, *members)
        if isinstance(attr, TBAATagAttr):
            constant = ("i64 1",) if attr.constant else ()
            return self.node(self.of(attr.base_type), self.of(attr.access_type), f"i64 {attr.offset}", *constant)
        raise Untranslatable(f"'{attr}' cannot be attached as metadata")

    def _identified(self, id: Attribute, *operands: str) -> str:
        if isinstance(id, StringAttr):
            return self.named(id.value, *operands)
        return self.distinct(*operands)

    @staticmethod
    def _described(description: StringAttr | None) -> Iterable[str]:
        return (f"!{quoted(description.value)}",) if description is not None else ()

    def list_of(self, attrs: ArrayAttr) -> str:
        """Return a node that lists the nodes of several attributes."""
        return self.node(*map(self.of, attrs))

    def groups(self, attrs: ArrayAttr) -> str:
        """Return one access group, or a list of several."""
        return self.of(attrs[0]) if len(attrs) == 1 else self.list_of(attrs)

    # -- Branches and loops --------------------------------------------------------------------------------------------

    def weights(self, weights: Sequence[int]) -> str:
        return self.named("branch_weights", *(f"i32 {weight}" for weight in weights))

    def loop(self, annotation: LoopAnnotationAttr) -> str:
        """Return the annotation of a loop, a distinct node for each loop."""
        facts = [self._fact(name, value) for name, value in _facts(annotation)]
        if annotation.parallelAccesses:
            accesses = map(self.of, annotation.parallelAccesses)
            facts.append(self.named("llvm.loop.parallel_accesses", *accesses))
        return self.distinct(*facts)

    def _fact(self, name: str, value: Fact) -> str:
        if isinstance(value, LoopAnnotationAttr):
            value = self.loop(value)
        return self.named(f"llvm.{name}", *(() if value is None else (value,)))


Fact = str | LoopAnnotationAttr | None
"""The value of a fact: none, a number, or the annotation of a loop that results from this one."""


def _facts(annotation: LoopAnnotationAttr) -> Iterable[tuple[str, Fact]]:
    """Return the names of facts without `llvm.`, with their values if they have any."""
    yield from _flags(annotation, disableNonforced="loop.disable_nonforced", mustProgress="loop.mustprogress")
    if annotation.isVectorized is not None:
        yield "loop.isvectorized", f"i32 {annotation.isVectorized.value}"
    vectorize = annotation.vectorize
    if vectorize is not None:
        yield from _enabled(vectorize.disable, "loop.vectorize.enable")
        for field, name in (("predicateEnable", "predicate.enable"), ("scalableEnable", "scalable.enable")):
            flag: IntegerAttr | None = getattr(vectorize, field)
            if flag is not None:
                yield f"loop.vectorize.{name}", _bool(bool(flag.value))
        yield from _number(vectorize.width, "loop.vectorize.width")
        yield from _followups(vectorize, "vectorize", "Vectorized", "Epilogue", "All")
    if annotation.interleave is not None:
        yield from _number(annotation.interleave.count, "loop.interleave.count")
    if annotation.unroll is not None:
        yield from _unrolling(annotation.unroll, "unroll", "Unrolled", "Remainder", "All")
    if annotation.unrollAndJam is not None:
        kinds = ("Outer", "Inner", "RemainderOuter", "RemainderInner", "All")
        yield from _unrolling(annotation.unrollAndJam, "unroll_and_jam", *kinds)
    if annotation.licm is not None:
        yield from _flags(annotation.licm, disable="licm.disable", versioningDisable="loop.licm_versioning.disable")
    if annotation.distribute is not None:
        yield from _enabled(annotation.distribute.disable, "loop.distribute.enable")
        yield from _followups(annotation.distribute, "distribute", "Coincident", "Sequential", "Fallback", "All")
    if annotation.pipeline is not None:
        if annotation.pipeline.disable is not None:
            yield "loop.pipeline.disable", _bool(bool(annotation.pipeline.disable.value))
        yield from _number(annotation.pipeline.initiationinterval, "loop.pipeline.initiationinterval")
    if annotation.peeled is not None:
        yield from _number(annotation.peeled.count, "loop.peeled.count")
    if annotation.unswitch is not None:
        yield from _flags(annotation.unswitch, partialDisable="loop.unswitch.partial.disable")


def _unrolling(kind: LoopUnrollAttr | LoopUnrollAndJamAttr, name: str, *followups: str) -> Iterable[tuple[str, Fact]]:
    if kind.disable is not None:
        yield f"loop.{name}.{'disable' if kind.disable.value else 'enable'}", None
    yield from _number(kind.count, f"loop.{name}.count")
    runtime: IntegerAttr | None = getattr(kind, "runtimeDisable", None)
    if runtime is not None:
        yield f"loop.{name}.runtime.disable", _bool(bool(runtime.value))
    yield from _flags(kind, full=f"loop.{name}.full")
    yield from _followups(kind, name, *followups)


def _flags(holder: Any, **names: str) -> Iterable[tuple[str, None]]:
    """Return the flags that are set."""
    for field, name in names.items():
        flag: IntegerAttr | None = getattr(holder, field, None)
        if flag is not None and flag.value:
            yield name, None


def _enabled(disable: IntegerAttr | None, name: str) -> Iterable[tuple[str, str]]:
    if disable is not None:
        yield name, _bool(not disable.value)


def _number(number: IntegerAttr | None, name: str) -> Iterable[tuple[str, str]]:
    if number is not None:
        yield name, f"i32 {number.value}"


def _bool(value: bool) -> str:
    return "i1 true" if value else "i1 false"


def _followups(holder: Any, name: str, *kinds: str) -> Iterable[tuple[str, Fact]]:
    """Return the annotations of the loops that result from a transformation."""
    for kind in kinds:
        followup: LoopAnnotationAttr | None = getattr(holder, f"followup{kind}")
        if followup is not None:
            suffix = kind.replace("RemainderO", "Remainder_o").replace("RemainderI", "Remainder_i").lower()
            yield f"loop.{name}.followup_{suffix}", followup
