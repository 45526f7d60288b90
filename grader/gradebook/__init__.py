"""Grades on their way out: one sheet of students and items, a file format for each platform, and nbgrader."""
