"""`grader gradebook`: grades on their way to a learning platform."""
