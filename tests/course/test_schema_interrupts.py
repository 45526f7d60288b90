"""Ctrl-C while a course file is validated ends the command; it never becomes a verdict on the file."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from pydantic import BaseModel, field_validator

from grader.course.schema import validate
from grader.course.yaml_marks import parse


class Interrupted(BaseModel):
    name: str

    @field_validator("name")
    @classmethod
    def _interrupt(cls, value: str) -> str:
        os.kill(os.getpid(), signal.SIGINT)
        return value


def test_an_interrupt_during_validation_is_raised_after_it() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        validate(Interrupted, parse("name: x\n", Path("x.yaml")))
    assert signal.getsignal(signal.SIGINT) is before
