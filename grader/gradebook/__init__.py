"""Grades on their way to a learning platform: one sheet of students and items, and a file format for each platform."""
