"""The errors of codecs: the class, the requirement, the place, and a sentence for people."""


class WireError(ValueError):
    """A refusal: `code` is one of the format's closed list of error classes, `requirement` an id of its spec.md."""

    def __init__(self, code: str, requirement: str, message: str) -> None:
        super().__init__(code, requirement, message)
        self.code = code
        self.requirement = requirement
        self.message = message

    def __str__(self) -> str:
        return f"{self.code}: {self.message} [{self.requirement}]"


class DecodeError(WireError):
    """Rejected input. `offset` is the byte at which the invalid field begins."""

    def __init__(self, code: str, requirement: str, offset: int, message: str) -> None:
        ValueError.__init__(self, code, requirement, offset, message)
        self.code = code
        self.requirement = requirement
        self.offset = offset
        self.message = message

    def __str__(self) -> str:
        return f"{self.code} at byte {self.offset}: {self.message} [{self.requirement}]"


class EncodeError(WireError):
    """A value or a plan that has no encoding."""


class NotationError(ValueError):
    """Text that is not the neutral notation of any value: a mistake of the caller, not a value without an encoding."""


class AuthorError(ValueError):
    """A mistake in a format's own files, such as a spec.md that cannot be read; the text names file and line."""


class UnsupportedError(ValueError):
    """A call that the codec does not support, such as a profile of another version: no verdict on its data."""
