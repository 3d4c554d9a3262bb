"""Pictures of the IR after the passes: `--view-op-graph`, `--view-cfg` and `--view-memory`."""

from __future__ import annotations

import os

from ...ir import Operation
from ..options import UsageError
from .drawing import graphs_as_dot, graphs_as_svg, plans_as_svg, plans_as_text
from .graphs_of_ir import block_graph, functions_of, op_graph
from .memory import memory_plan

VIEWS = ("view-op-graph", "view-cfg", "view-memory")
_GRAPH_ENDINGS = (".svg", ".dot", ".gv", "")
_MEMORY_ENDINGS = (".svg", ".txt", "")


def picture(view: str, module: Operation, file: str) -> str:
    """Return a view of a module: as SVG for a file that ends in `.svg`, otherwise as text."""
    ending = os.path.splitext(file)[1].lower()
    endings = _MEMORY_ENDINGS if view == "view-memory" else _GRAPH_ENDINGS
    if ending not in endings:
        raise UsageError(f"'{file}' of '--{view}' must end in {' or '.join(endings[:2])}")
    is_svg = ending == ".svg"
    functions = functions_of(module)
    if view == "view-memory":
        plans = [plan for each in functions if (plan := memory_plan(each)) is not None]
        return plans_as_svg(plans) if is_svg else plans_as_text(plans)
    graphs = [op_graph(each) if view == "view-op-graph" else block_graph(each) for each in functions]
    return graphs_as_svg(graphs) if is_svg else graphs_as_dot(graphs)
