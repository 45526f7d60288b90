"""`grader gradebook`: exports grades to learning platforms."""
