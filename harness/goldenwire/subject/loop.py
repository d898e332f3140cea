"""A poll loop: file descriptors and the handlers to call when they are ready."""

import math
import select
from collections.abc import Callable


class Loop:
    """`select.poll` with a handler for each file descriptor."""

    def __init__(self) -> None:
        self._poll = select.poll()
        self._handlers: dict[int, Callable[[], None]] = {}

    def watch(self, fd: int, handler: Callable[[], None], events: int = select.POLLIN) -> None:
        """Call `handler` whenever `fd` is ready or broken."""
        self._poll.register(fd, events)
        self._handlers[fd] = handler

    def forget(self, *fds: int) -> None:
        """Stop watching these descriptors."""
        for fd in fds:
            if self._handlers.pop(fd, None):
                self._poll.unregister(fd)

    def step(self, seconds: float) -> None:
        """Wait at most `seconds`, and call the handlers of the descriptors that are ready."""
        for fd, _ in self._poll.poll(None if seconds == math.inf else math.ceil(seconds * 1000)):
            handler = self._handlers.get(fd)
            if handler:  # not removed by an earlier handler
                handler()
