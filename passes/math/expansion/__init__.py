"""What `expand-math` makes of functions: polynomials, tables of constants, and the reductions of arguments to them."""
