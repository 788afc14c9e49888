"""The command line: `templetop …`."""


def main() -> None:
    """Run what was asked for on the command line."""
    try:
        from templetop.cli.app import app

        app()
    except KeyboardInterrupt:  # while this was still being loaded
        raise SystemExit(130) from None
