"""`grader tune`: what is asked for, the search with its progress, and what it found."""
