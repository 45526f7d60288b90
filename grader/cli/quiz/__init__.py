"""`grader quiz`: the questions of a module, asked in a terminal or answered in a file."""
