"""Pictures of IR: graphs of ops and blocks, memory over time, and the explorer's page of a whole run of passes.

Each kind of picture is computed here as plain data with places, and drawn as SVG, as text for Graphviz, or by the page.
"""
