"""The patterns of the pass `simplify-graph`, by what they are about."""
