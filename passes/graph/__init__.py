"""Rewriting of networks, which decides what is computed: passes on `graph`, before anything is lowered."""
