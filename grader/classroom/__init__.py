"""A class: who is in it, what they handed in, and how it was graded. Independent of the terminal."""
