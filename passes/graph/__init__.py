"""What is computed: passes on `graph`, before anything is lowered."""
