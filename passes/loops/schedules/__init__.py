"""In what order: schedules on loop nests, the cost model that writes them, and the pass that applies them."""
