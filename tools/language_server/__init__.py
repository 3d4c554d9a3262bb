"""The language server of `dlc-lsp`, which answers an editor's questions about MLIR text.

`segments` divides a text into top-level ops, `document` parses each and parses it again after an edit, and there is one
module for each kind of question. Only `server` knows pygls and the protocol; offsets count characters.
"""
