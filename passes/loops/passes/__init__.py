"""The passes of the loop transformations."""
