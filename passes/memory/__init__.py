"""Memory: bufferization, the arena, globals, and which memrefs may alias."""
