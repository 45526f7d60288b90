"""Versions of installed distributions."""

from __future__ import annotations


def installed(distribution: str) -> str | None:
    """The version of a distribution; None where it is not installed."""
    from importlib import metadata  # 13 ms that every command would pay

    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None
