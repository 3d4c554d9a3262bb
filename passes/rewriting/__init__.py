"""Rewriting machinery: the greedy driver, folding, dialect conversion and type converters."""
