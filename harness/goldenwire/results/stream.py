"""A run as a stream of records, and its consumers: each output is one, and is independent of the others.

A source (a run, or a stored one) yields header, canaries, findings and footer; the gate may change them on the way;
every consumer takes every record in turn. So `goldenwire report` shows a file as the run itself was shown.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Protocol, Self

from goldenwire.errors import UserError
from goldenwire.results.records import Footer, Record


class Consumer(Protocol):
    """An output: the terminal, a file. A context manager that takes each record of a run, the footer last."""

    def take(self, record: Record) -> None:
        """Take one record."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def play(
    records: Iterator[Record], consumers: Sequence[Consumer], interrupted: Callable[[], None] = lambda: None
) -> Footer:
    """Pass every record to every consumer and return the footer. Raises the first UserError of a consumer.

    A consumer that fails does not keep records from the others. An interrupt while a record is being taken loses no
    record either: `interrupted` is called, so that the source ends.
    """
    footer: Footer | None = None
    trouble: UserError | None = None
    with ExitStack() as stack:
        takers = tuple(stack.enter_context(consumer).take for consumer in consumers)
        for record in records:
            for take in takers:
                try:
                    take(record)
                except KeyboardInterrupt:
                    interrupted()
                except UserError as error:
                    trouble = trouble or error
                    takers = tuple(other for other in takers if other is not take)
                    if not takers:
                        raise
            if type(record) is Footer:
                footer = record
    if trouble:
        raise trouble
    assert footer is not None, "a run ends with its footer"
    return footer
