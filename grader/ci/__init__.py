"""Grading a student's repository in CI: what the grading job hands to the posting job, and what that one writes."""
