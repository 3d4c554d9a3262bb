"""Drawing graphs and memory plans as SVG, and graphs as text for Graphviz. Names are escaped, whatever they contain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from .layers import WIDTH, Graph, lay_out
from .memory import MemoryPlan

BOX, LINE = 170, 14
"""The width of a box, and the height of a line of text in it, in pixels."""
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
    lines = [[node.title, *filter(None, node.detail.split("\n"))] for node in graph.nodes]
    tallest = max(map(len, lines)) * LINE + 2 * LINE
    smallest = min(node.x for node in graph.nodes)
    places = [(node.x - smallest + left, 2 * LINE + MARGIN + node.layer * (tallest + 2 * LINE)) for node in graph.nodes]
    heights = [len(texts) * LINE + LINE / 2 for texts in lines]
    parts = [f'<text class="title" x="{left:.0f}" y="{MARGIN}">{escape(graph.name)}</text>']
    for source, target, label in graph.edges:
        x1, y1 = places[source][0] + BOX / 2, places[source][1] + heights[source]
        x2, y2 = places[target][0] + BOX / 2, places[target][1]
        middle = (y1 + y2) / 2
        path = f"M{x1:.0f} {y1:.0f}C{x1:.0f} {middle:.0f} {x2:.0f} {middle:.0f} {x2:.0f} {y2:.0f}"
        parts.append(f'<path d="{path}"><title>{escape(label)}</title></path>')
    for (x, y), texts, height in zip(places, lines, heights, strict=True):
        parts.append(f'<rect x="{x:.0f}" y="{y:.0f}" width="{BOX}" height="{height:.0f}" rx="4"/>')
        parts += _texts(x, y, texts)
    width = max(x for x, _ in places) - left + WIDTH
    bottom = max(y + height for (_, y), height in zip(places, heights, strict=True))
    return parts, width, bottom


def _texts(x: float, y: float, texts: Iterable[str]) -> Iterable[str]:
    """Return the lines of a box; what does not fit is cut off, and whole in a tooltip."""
    for number, text in enumerate(texts):
        shown = text if len(text) <= BOX // 7 else f"{text[: BOX // 7 - 1]}…"
        kind = "" if number else ' class="title"'
        at = f'x="{x + 6:.0f}" y="{y + LINE * (number + 1) - 2:.0f}"'
        yield f"<text{kind} {at}>{escape(shown)}<title>{escape(text)}</title></text>"


def graphs_as_dot(graphs: Sequence[Graph]) -> str:
    """Return graphs as text for Graphviz."""
    lines = ["digraph ir {", "  node [shape=box, fontname=monospace];"]
    for number, graph in enumerate(graphs):
        lines += [f"  subgraph cluster_{number} {{", f"    label={_quoted(graph.name)};"]
        for index, node in enumerate(graph.nodes):
            text = "\n".join(filter(None, (node.title, node.detail)))
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
        title = f"{plan.function}: {plan.size} bytes, {len(plan.buffers)} buffers"
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
        lines.append(f"{plan.function}: {plan.size} bytes, {plan.length} ops")
        lines += [
            f"  {each.offset:>10} +{each.size:<10} ops {each.begin:>5} to {each.end:<5} {each.name}"
            for each in plan.buffers
        ]
    return "\n".join(lines) + "\n" if lines else "no function has static buffers\n"


def _svg(width: float, height: float, parts: Iterable[str]) -> str:
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    body = "\n".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n<style>{STYLE}</style>\n{body}\n</svg>\n'
