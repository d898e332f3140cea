"""Pages for browsers: self-contained files whose policy allows only their own style and script to run."""

import base64
import hashlib
from typing import Any

from jinja2 import BaseLoader, Environment, StrictUndefined
from markupsafe import Markup

from goldenwire.display.text import printable


def policy(style: str, script: str = "") -> str:
    """Return the content security policy of a page with this style and, if given, this script."""
    runs = f"; script-src '{_hash(script)}'" if script else ""
    return f"default-src 'none'; base-uri 'none'; form-action 'none'; style-src '{_hash(style)}'{runs}"


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def environment(loader: BaseLoader | None = None) -> Environment:
    """Return a template environment that escapes HTML and control characters in all values except Markup."""
    return Environment(
        loader=loader,
        autoescape=True,
        finalize=_plain,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _plain(value: Any) -> Any:
    return printable(value) if isinstance(value, str) and not isinstance(value, Markup) else value
