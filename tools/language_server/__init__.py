"""The language server of `dlc-lsp`: what an editor asks about MLIR text, answered from what the parser knows.

`segments` divides a text into top-level ops, `document` keeps what is known of each and brings it up to date after an
edit, and one module for each question answers it. Only `server` knows pygls and the protocol; offsets count characters.
"""
