"""A run as one stream of records, and what takes it in: each output is a consumer that knows no other.

A source (a run, or a stored one) yields header, canaries, findings and footer; the gate may rewrite them on their way;
consumers take every record in turn. What `goldenwire report` shows of a file is therefore what the run showed.
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
    """The footer, once every consumer has taken every record. Raises the UserError of a consumer that failed.

    What one consumer cannot do keeps no record from the others. An interrupt while a record is being taken loses none
    either: `interrupted` is called, so that the source comes to its end.
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
