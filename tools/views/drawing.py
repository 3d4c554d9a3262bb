"""Drawing graphs and memory plans as SVG, and graphs as text for Graphviz. Names are escaped, whatever they contain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from .layers import BOX_WIDTH, Graph, Node, Route, lay_out
from .memory import MemoryPlan

LINE, GAP = 14, 28
"""The heights of a line of text in a box, and of the room between rows of boxes, in pixels."""
MARGIN = 20
PLAN_WIDTH, PLAN_HEIGHT = 900, 300
STYLE = (
    "text{font:11px ui-monospace,monospace;fill:#1f2328}.title{font-weight:600}"
    "rect{fill:#f6f8fa;stroke:#8d96a0}.buffer{fill-opacity:.6}path{fill:none;stroke:#8d96a0}"
)


def graphs_as_svg(graphs: Sequence[Graph]) -> str:
    """Return graphs as one picture, from left to right."""
    parts: list[str] = []
    left, height = float(MARGIN), 0.0
    for graph in graphs:
        lay_out(graph)
        if not graph.nodes:
            continue
        drawn, width, bottom = _graph(graph, left)
        parts += drawn
        left += width + 2 * MARGIN
        height = max(height, bottom)
    return _svg(left, height + MARGIN, parts)


def _graph(graph: Graph, left: float) -> tuple[list[str], float, float]:
    """Return the elements of a graph whose left edge is given, its width and its lower edge."""
    lines = [[node.title, *filter(None, [node.name, *node.detail.split("\n")])] for node in graph.nodes]
    tallest = max(map(_height, lines))
    routes = [route for route in graph.routes if route is not None]
    smallest = min([*(node.x - BOX_WIDTH / 2 for node in graph.nodes), *(route.x for route in routes)])
    rows = _Rows(left - smallest, 2 * LINE + MARGIN, tallest)
    parts = [f'<text class="title" x="{left:.0f}" y="{MARGIN}">{escape(graph.name)}</text>']
    for (source, target, label), route in zip(graph.edges, graph.routes, strict=True):
        path = rows.edge(graph.nodes[source], graph.nodes[target], route, _height(lines[source]))
        parts.append(f'<path d="{path}"><title>{escape(label)}</title></path>')
    for node, texts in zip(graph.nodes, lines, strict=True):
        x, y = node.x - BOX_WIDTH / 2 + rows.left, rows.top_of(node.layer)
        parts.append(f'<rect x="{x:.0f}" y="{y:.0f}" width="{BOX_WIDTH}" height="{_height(texts)}" rx="4"/>')
        parts += _texts(x, y, texts)
    largest = max([*(node.x + BOX_WIDTH / 2 for node in graph.nodes), *(route.x for route in routes)])
    bottom = rows.top_of(max(node.layer for node in graph.nodes)) + tallest
    return parts, largest - smallest, bottom


class _Rows(NamedTuple):
    """The layers of a graph as rows, as high as the highest box."""

    left: float
    """The place of x = 0."""
    top: float
    height: int

    def top_of(self, layer: int) -> float:
        return self.top + layer * (self.height + GAP)

    def edge(self, source: Node, target: Node, route: Route | None, height: int) -> str:
        """Return the path of an edge from a box of some height: it is straight in rows, and curves between them."""
        x1, y1 = source.x + self.left, self.top_of(source.layer) + self.height
        x2, y2 = target.x + self.left, self.top_of(target.layer)
        lane = route.x + self.left if route is not None else 0.0
        begins = x1 + port((lane if route is not None else x2) - x1)
        ends = x2 + port((lane if route is not None else x1) - x2)
        start = f"M{begins:.0f} {y1 - self.height + height:.0f}V{y1:.0f}"
        if route is None:
            return start + _curve(begins, y1, ends, y2)
        if target.layer <= source.layer:
            below, above = y1 + GAP * 0.7, y2 - GAP * 0.7
            return (
                f"{start}C{begins:.0f} {below:.0f} {lane:.0f} {below:.0f} {lane:.0f} {y1:.0f}"
                f"V{y2:.0f}C{lane:.0f} {above:.0f} {ends:.0f} {above:.0f} {ends:.0f} {y2:.0f}"
            )
        enters, leaves = self.top_of(route.first), self.top_of(route.last) + self.height
        return f"{start}{_curve(begins, y1, lane, enters)}V{leaves:.0f}{_curve(lane, leaves, ends, y2)}"


def _height(texts: Sequence[str]) -> int:
    return len(texts) * LINE + LINE // 2


def port(distance: float) -> float:
    """Return where on its side a box has an edge to a line at a distance: towards it, so that edges stay apart."""
    return max(-BOX_WIDTH / 4, min(BOX_WIDTH / 4, distance))


def _curve(x1: float, y1: float, x2: float, y2: float) -> str:
    middle = (y1 + y2) / 2
    return f"C{x1:.0f} {middle:.0f} {x2:.0f} {middle:.0f} {x2:.0f} {y2:.0f}"


def _texts(x: float, y: float, texts: Iterable[str]) -> Iterable[str]:
    """Return the lines of a box; what does not fit is cut off, and whole in a tooltip."""
    for number, text in enumerate(texts):
        shown = text if len(text) <= BOX_WIDTH // 7 else f"{text[: BOX_WIDTH // 7 - 1]}…"
        kind = "" if number else ' class="title"'
        at = f'x="{x + 6:.0f}" y="{y + LINE * (number + 1) - 2:.0f}"'
        yield f"<text{kind} {at}>{escape(shown)}<title>{escape(text)}</title></text>"


def graphs_as_dot(graphs: Sequence[Graph]) -> str:
    """Return graphs as text for Graphviz."""
    lines = ["digraph ir {", "  node [shape=box, fontname=monospace];"]
    for number, graph in enumerate(graphs):
        lines += [f"  subgraph cluster_{number} {{", f"    label={_quoted(graph.name)};"]
        for index, node in enumerate(graph.nodes):
            text = "\n".join(filter(None, (node.title, node.name, node.detail)))
            lines.append(f"    n{number}_{index} [label={_quoted(text)}];")
        for source, target, label in graph.edges:
            shown = f" [label={_quoted(label)}]" if label else ""
            lines.append(f"    n{number}_{source} -> n{number}_{target}{shown};")
        lines.append("  }")
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def plans_as_svg(plans: Sequence[MemoryPlan]) -> str:
    """Return memory over time as one picture: to the right the ops, downwards the bytes, a box for each buffer."""
    parts: list[str] = []
    top = MARGIN
    for plan in plans:
        title = f"{plan.function}: {plan.size} bytes, {len(plan.buffers)} buffers{_unsized(plan)}"
        parts.append(f'<text class="title" x="{MARGIN}" y="{top}">{escape(title)}</text>')
        top += LINE
        parts.append(f'<rect x="{MARGIN}" y="{top}" width="{PLAN_WIDTH}" height="{PLAN_HEIGHT}"/>')
        for number, buffer in enumerate(plan.buffers):
            x = MARGIN + buffer.begin / plan.length * PLAN_WIDTH
            y = top + buffer.offset / max(plan.size, 1) * PLAN_HEIGHT
            width = max((buffer.end - buffer.begin + 1) / plan.length * PLAN_WIDTH, 1)
            height = max(buffer.size / max(plan.size, 1) * PLAN_HEIGHT, 1)
            color = f"hsl({number * 67 % 360} 60% 55%)"
            about = f"{buffer.name}: {buffer.size} bytes at {buffer.offset}, from op {buffer.begin} to {buffer.end}"
            box = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
            parts.append(f'<rect class="buffer" style="fill:{color}" {box}><title>{escape(about)}</title></rect>')
        top += PLAN_HEIGHT + 2 * MARGIN
    return _svg(PLAN_WIDTH + 2 * MARGIN, top, parts)


def plans_as_text(plans: Sequence[MemoryPlan]) -> str:
    """Return memory over time as a table."""
    lines: list[str] = []
    for plan in plans:
        lines.append(f"{plan.function}: {plan.size} bytes, {plan.length} ops{_unsized(plan)}")
        lines += [
            f"  {each.offset:>10} +{each.size:<10} ops {each.begin:>5} to {each.end:<5} {each.name}"
            for each in plan.buffers
        ]
    return "\n".join(lines) + "\n" if lines else "no function has buffers\n"


def _unsized(plan: MemoryPlan) -> str:
    return f", {plan.unsized} more of a size that only a call knows" if plan.unsized else ""


def _svg(width: float, height: float, parts: Iterable[str]) -> str:
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    body = "\n".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n<style>{STYLE}</style>\n{body}\n</svg>\n'
