"""The console entry point; it imports nothing but the command line."""


def main() -> None:
    from goldenwire.cli import cli

    cli()


if __name__ == "__main__":
    main()
