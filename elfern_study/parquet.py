"""Tables of a study in Parquet."""

from __future__ import annotations

from itertools import batched
from typing import TYPE_CHECKING

import pyarrow as pa
from pyarrow import parquet

from elfern_core.study.plan import StudyError
from elfern_core.study.rows import COLUMNS, Row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

_TYPES = {"string": pa.string(), "integer": pa.int32()}
_GROUP = 100_000

SCHEMA = pa.schema(
    [
        pa.field(
            column.name,
            _TYPES[column.type],
            nullable=column.optional,
            metadata={"description": column.text},
        )
        for column in COLUMNS
    ]
)
"""The columns, each with its description."""


def write(path: Path, rows: Iterable[Row]) -> None:
    """Write a table.

    Raises:
        OSError: if it cannot be written.
    """
    with parquet.ParquetWriter(path, SCHEMA, compression="zstd") as writer:
        for group in batched(rows, _GROUP):
            columns = zip(*group, strict=True)
            arrays = [
                pa.array(values, field.type) for values, field in zip(columns, SCHEMA, strict=True)
            ]
            writer.write_table(pa.table(arrays, schema=SCHEMA))


def read(path: Path) -> Iterator[Row]:
    """Read a table that `write` has written.

    Raises:
        OSError: if it cannot be read.
        StudyError: if it is no such table.
    """
    try:
        with parquet.ParquetFile(path) as file:
            if file.schema_arrow.names != SCHEMA.names:
                message = f"its columns are {', '.join(file.schema_arrow.names)}"
                raise StudyError(message)
            for group in file.iter_batches():
                for values in zip(*(column.to_pylist() for column in group.columns), strict=True):
                    yield Row._make(values)
    except pa.ArrowInvalid as error:
        message = f"it is no Parquet file: {error}"
        raise StudyError(message) from None
