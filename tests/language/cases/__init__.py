"""Launches and NumPy references, a module for each file of kernels."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from tests.language.case import Case

CASES: list[Case] = [
    case
    for module in sorted(m.name for m in pkgutil.iter_modules(__path__))
    for case in import_module(f"{__name__}.{module}").cases.all
]
