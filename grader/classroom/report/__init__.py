"""The class report: one page for the instructor, one for each student. Reads the results, never the submissions."""
