"""How alike two kernels are, apart from what the course gave to everybody. A hint for people, never a verdict."""
