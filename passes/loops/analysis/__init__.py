"""The legality of loop transformations: accesses, dependences, ranges, and the linear systems that decide them."""
