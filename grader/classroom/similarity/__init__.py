"""How similar two kernels are, apart from the course's own code. A hint for people, never a verdict."""
