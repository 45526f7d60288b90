"""The search of `grader tune`: variants of a kernel are compiled, counted, ranked, and timed where there is a GPU."""
