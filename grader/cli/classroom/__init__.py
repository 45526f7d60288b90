"""`grader class`: what instructors do with a whole class."""
