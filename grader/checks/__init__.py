"""Checks, one file each: a check takes what a launch produced and returns a verdict."""

from __future__ import annotations

from grader.checks.base import CaseRun, Check, Context, Failure, FailureKind, Observations, Verdict
from grader.checks.evaluate import CHECKS, evaluate, exit_status, measurements
from grader.checks.interface import InterfaceFault, interface_fault
from grader.checks.ordering import order_cases

__all__ = [
    "CHECKS",
    "CaseRun",
    "Check",
    "Context",
    "Failure",
    "FailureKind",
    "InterfaceFault",
    "Observations",
    "Verdict",
    "evaluate",
    "exit_status",
    "interface_fault",
    "measurements",
    "order_cases",
]
