"""Attributes that tell which memory accesses cannot alias: scopes, access groups, types.

A scope is one or several objects. An access with `alias_scopes` goes to those; one with `noalias_scopes` to none of
those. Scopes belong to a domain, and only those of the same domain are compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dlc.ir import Attribute, attribute
from dlc.ir.attributes import AttributeReport
from dlc.ir.builtin_attributes import UNIT, ArrayAttr, DistinctAttr, StringAttr
from dlc.ir.builtin_constraints import array_of

if TYPE_CHECKING:
    from typing_extensions import Self

    from dlc.ir.assembly import AsmReader


def _check_id(id: Attribute, report: AttributeReport) -> None:
    if not isinstance(id, (DistinctAttr, StringAttr)):
        report.error(f"id of an alias scope must be a distinct attribute or a string, but got '{id}'")


@attribute("llvm.alias_scope_domain")
class AliasScopeDomainAttr(Attribute):
    """A family of scopes: `#llvm.alias_scope_domain<id = distinct[0]<>, description = "kernel">`."""

    id: Attribute
    description: StringAttr | None = None
    syntax = "`<` struct(params) `>`"
    has_alias = True

    def verify(self, report: AttributeReport) -> None:
        _check_id(self.id, report)


@attribute("llvm.alias_scope")
class AliasScopeAttr(Attribute):
    """Memory that no other scope of its domain shares: `#llvm.alias_scope<id = distinct[1]<>, domain = #domain>`."""

    id: Attribute
    domain: AliasScopeDomainAttr
    description: StringAttr | None = None
    syntax = "`<` struct(params) `>`"
    has_alias = True

    def verify(self, report: AttributeReport) -> None:
        _check_id(self.id, report)


@attribute("llvm.access_group")
class AccessGroupAttr(Attribute):
    """Accesses of a loop that do not depend on those of other iterations: `#llvm.access_group<id = distinct[0]<>>`."""

    id: DistinctAttr
    syntax = "`<` struct(params) `>`"
    has_alias = True


@attribute("llvm.tbaa_root")
class TBAARootAttr(Attribute):
    """The root of a tree of types: `#llvm.tbaa_root<id = "dlc">`."""

    id: StringAttr | None = None
    has_alias = True

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        if not p.accept("<"):
            return cls()
        p.expect("id")
        p.expect("=")
        id = StringAttr(p.string())
        p.expect(">")
        return cls(id)

    def print_parameters(self) -> str:
        return f"<id = {self.id}>" if self.id is not None else ""


@attribute("llvm.tbaa_member")
class TBAAMemberAttr(Attribute):
    """A type inside another, at an offset: `#llvm.tbaa_member<#type, 8>`."""

    type_desc: Attribute
    offset: int


@attribute("llvm.tbaa_type_desc")
class TBAATypeDescriptorAttr(Attribute):
    """A type of a language: `#llvm.tbaa_type_desc<id = "float", members = {<#root, 0>}>`."""

    id: str
    members: tuple[TBAAMemberAttr, ...]
    has_alias = True

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        p.expect("<")
        p.expect("id")
        p.expect("=")
        id = p.string()
        p.expect(",")
        p.expect("members")
        p.expect("=")
        p.expect("{")
        members: list[TBAAMemberAttr] = []
        while not p.at("}"):
            if members:
                p.expect(",")
            members.append(_read_member(p))
        p.expect("}")
        p.expect(">")
        return cls(id, tuple(members))

    def print_parameters(self) -> str:
        members = ", ".join(f"<{member.type_desc}, {member.offset}>" for member in self.members)
        return f"<id = {StringAttr(self.id)}, members = {{{members}}}>"


def _read_member(p: AsmReader) -> TBAAMemberAttr:
    """`<#type, 0>`, or the same with its prefix."""
    if not p.accept("<"):
        offset = p.pos
        member = p.attribute()
        if not isinstance(member, TBAAMemberAttr):
            p.fail(f"expected a member of a type, but got '{member}'", offset)
        return member
    type = p.attribute()
    p.expect(",")
    offset = p.integer()
    p.expect(">")
    return TBAAMemberAttr(type, offset)


@attribute("llvm.tbaa_tag")
class TBAATagAttr(Attribute):
    """An access to a member of a type: `#llvm.tbaa_tag<base_type = #a, access_type = #b, offset = 4>`."""

    base_type: TBAATypeDescriptorAttr
    access_type: TBAATypeDescriptorAttr
    offset: int
    constant: bool = False
    syntax = "`<` struct(params) `>`"
    has_alias = True


alias_scope_list = array_of(AliasScopeAttr, "LLVM dialect alias scope array")
access_group_list = array_of(AccessGroupAttr, "LLVM dialect access group metadata array")
tbaa_tag_list = array_of(TBAATagAttr, "LLVM dialect TBAA tag metadata array")


class AliasScopes:
    """Makes scopes of one domain: `scopes = AliasScopes("kernel"); a, b = scopes.new("a"), scopes.new("b")`.

    Accesses through pointers that are known not to overlap get a scope each, and the scopes of all others as those that
    they are not in.
    """

    def __init__(self, description: str) -> None:
        self.domain = AliasScopeDomainAttr(DistinctAttr.fresh(UNIT), StringAttr(description))
        self.scopes: list[AliasScopeAttr] = []

    def new(self, description: str) -> AliasScopeAttr:
        """Create another scope."""
        scope = AliasScopeAttr(DistinctAttr.fresh(UNIT), self.domain, StringAttr(description))
        self.scopes.append(scope)
        return scope

    def others(self, scope: AliasScopeAttr) -> ArrayAttr | None:
        """Return all scopes but one, or `None` if there are no others."""
        rest = tuple(other for other in self.scopes if other is not scope)
        return ArrayAttr(rest) if rest else None
