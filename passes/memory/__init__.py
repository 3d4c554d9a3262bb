"""Where it lies: bufferization, the arena, globals, and which memrefs may share memory."""
