"""Runs untrusted work in a child process with limits: the rest of the grader uses `session.Session`."""
