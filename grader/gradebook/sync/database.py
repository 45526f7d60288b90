"""Opens nbgrader's database: creates a missing one completely, and refuses unusable ones."""

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

from grader.gradebook.errors import CannotSync

PATIENCE = 10.0  # seconds to wait for another program's lock
_NAMELESS = ("", "default_course")  # nbgrader's own commands add these beside the real course


def make_if_missing(path: Path, course: str) -> None:
    """Create a gradebook for `course` unless there is one, atomically: no program ever sees it without its version.

    nbgrader itself would call the program `alembic` for that version, which may not be on the PATH.
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
    """The courses in a gradebook, none for a new one. Raises CannotSync if it cannot be used."""
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
    """A connection to the gradebook. Raises CannotSync if another program keeps it locked."""
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": PATIENCE})
    try:
        with _told(path), engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


@contextmanager
def transaction(connection: Any) -> Iterator[None]:
    """A transaction that excludes other writers from its start, so that what is read within stays valid."""
    connection.execute(text("BEGIN IMMEDIATE"))
    try:
        yield
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def _head() -> str:
    """The database version of this nbgrader."""
    head: str = ScriptDirectory(ALEMBIC_DIR).get_current_head()
    return head


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turn database errors within into CannotSync."""
    try:
        yield
    except (OperationalError, sqlite3.OperationalError) as error:
        reason = str(getattr(error, "orig", error))
        raise CannotSync("locked" if "locked" in reason else "database", path=path, reason=reason) from None
    except (DatabaseError, sqlite3.DatabaseError) as error:
        raise CannotSync("no_database", path=path, reason=str(getattr(error, "orig", error))) from None
