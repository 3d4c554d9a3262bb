"""Parallel loops on threads: division of iterations, estimates of work, outlined functions and their launch."""
