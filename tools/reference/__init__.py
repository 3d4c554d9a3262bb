"""The reference: what can be said of ops, types, attributes, dialects, passes and flags from their definitions.

A definition becomes a `Document` (`op_document`, `pass_document` …), which is shown as text by `dlc-opt --help-op`, and
as Markdown by editors and by the pages that `make reference` writes.
"""
