"""The console entry point; it imports nothing but the command line, and what that needs in any case."""


def main() -> None:
    try:
        from goldenwire import system

        with system.insistent():
            from goldenwire.cli import cli

            cli()
    except KeyboardInterrupt:  # before or after the command
        _leave()
    except SystemExit as end:
        if end.code == INTERRUPTED:
            _leave()
        raise


INTERRUPTED = 130


def _leave() -> None:
    """End the process at once, because waiting for a thread blocked by an interrupted import would never end."""
    import contextlib
    import os
    import sys

    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()
