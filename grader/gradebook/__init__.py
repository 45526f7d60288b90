"""Exports grades: one sheet of students and items, a file format for each platform, and nbgrader."""
