"""Quizzes: items written in YAML, variants drawn from a seed, answers computed by models, scoring."""
