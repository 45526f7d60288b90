"""A class: who is in it, what they handed in, and how it was graded. Knows no terminal."""
