"""The student edition: the course without its answers."""
