"""`python -m templetop` is `templetop`."""

from templetop.cli import main

if __name__ == "__main__":
    main()
