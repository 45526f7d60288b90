"""Opens nbgrader's database: a new one is made whole, and one that cannot be used is told from one that can."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from alembic.script import ScriptDirectory
from nbgrader.api import Base, Course
from nbgrader.dbutil import ALEMBIC_DIR
from sqlalchemy import create_engine, insert, text
from sqlalchemy.exc import DatabaseError, OperationalError

from grader.gradebook.sync.cannot_sync import CannotSync

PATIENCE = 10.0  # seconds that another program may take to finish what it writes
_NAMELESS = ("", "default_course")  # nbgrader's own commands write these beside the course they work on


def make_if_missing(path: Path, course: str) -> None:
    """A new gradebook for `course` where there is none, all at once: no other program ever sees it without its version.

    nbgrader would ask the program `alembic` for that version, which a shell without this environment does not find.
    Raises CannotSync, OSError.
    """
    if path.exists() and path.stat().st_size:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    for leftover in (part, Path(f"{part}-journal")):
        leftover.unlink(missing_ok=True)
    engine = create_engine(f"sqlite:///{part}")
    try:
        with _told(path), engine.begin() as connection:
            Base.metadata.create_all(bind=connection)
            connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"))
            connection.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": _head()})
            connection.execute(insert(Course), {"id": course})
    finally:
        engine.dispose()
    part.replace(path)


def courses_in(path: Path) -> frozenset[str]:
    """The courses that a gradebook is of; empty for a new one. Raises CannotSync unless it can be worked with."""
    if not path.exists() or not path.stat().st_size:
        return frozenset()
    with _told(path), closing(sqlite3.connect(path.as_uri() + "?mode=rw", uri=True, timeout=PATIENCE)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if "submitted_assignment" not in tables:
            raise CannotSync("no_gradebook", path=path)
        versions = {v for (v,) in connection.execute("SELECT version_num FROM alembic_version")} \
            if "alembic_version" in tables else set()  # fmt: skip
        if versions != {_head()}:
            known = {revision.revision for revision in ScriptDirectory(ALEMBIC_DIR).walk_revisions()}
            raise CannotSync("older" if versions <= known else "newer", path=path)
        found = "SELECT id FROM course UNION SELECT course_id FROM assignment"
        return frozenset(str(name) for (name,) in connection.execute(found)) - frozenset(_NAMELESS)


@contextmanager
def connected(path: Path) -> Iterator[Any]:
    """A connection to the gradebook. Raises CannotSync where another program keeps it locked."""
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": PATIENCE})
    try:
        with _told(path), engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


@contextmanager
def transaction(connection: Any) -> Iterator[None]:
    """All that is written within, or nothing. Nobody else writes meanwhile, so what is read within stays true."""
    connection.execute(text("BEGIN IMMEDIATE"))
    try:
        yield
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def _head() -> str:
    """The version of a database that this nbgrader works with."""
    head: str = ScriptDirectory(ALEMBIC_DIR).get_current_head()
    return head


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """What goes wrong with a database, as a sentence."""
    try:
        yield
    except (OperationalError, sqlite3.OperationalError) as error:
        reason = str(getattr(error, "orig", error))
        raise CannotSync("locked" if "locked" in reason else "database", path=path, reason=reason) from None
    except (DatabaseError, sqlite3.DatabaseError) as error:
        raise CannotSync("no_database", path=path, reason=str(getattr(error, "orig", error))) from None
