"""The class report: a page for the instructor and one per student. Reads the results, never the submissions."""
