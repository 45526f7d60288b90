"""Checks, one file each: a check takes what a launch produced and returns a verdict."""
