"""Syncs the results of a class into nbgrader: its database, and the notebooks that formgrader shows."""
