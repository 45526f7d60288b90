"""Executes the machine code of a kernel on NumPy lanes."""
