"""The expansions of `expand-math`: polynomials, tables of constants, and the reductions of arguments to them."""
