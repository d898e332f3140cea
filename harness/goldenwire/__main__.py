"""The console entry point; it imports nothing but the command line."""


def main() -> None:
    try:
        from goldenwire.cli import cli

        cli()
    except KeyboardInterrupt:  # before or after the command
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
