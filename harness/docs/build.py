"""`python -m docs.build [FOLDER]` builds the site, strictly: a link or an anchor that leads nowhere fails."""

import logging
import os
import sys
from pathlib import Path

os.environ["NO_MKDOCS_2_WARNING"] = "true"  # an advertisement that the theme prints


def build(folder: Path | None = None) -> None:
    """Build the site into the folder, by default that of mkdocs.yml. Raises mkdocs.exceptions.Abort for any warning."""
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    from mkdocs.commands import build
    from mkdocs.config import load_config

    chosen = {} if folder is None else {"site_dir": str(folder)}
    config = load_config(str(Path(__file__).parent / "mkdocs.yml"), strict=True, **chosen)
    config.plugins.on_startup(command="build", dirty=False)
    build.build(config)
    config.plugins.on_shutdown()


if __name__ == "__main__":
    build(*map(Path, sys.argv[1:]))
