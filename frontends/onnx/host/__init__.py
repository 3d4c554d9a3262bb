"""Models that cannot be compiled as one module, because they work on sequences or strings or on values of inputs.

Their tensor parts are compiled when they are first needed; what is between them runs in Python.
"""
