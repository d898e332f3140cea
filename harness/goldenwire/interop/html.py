"""The matrix as a self-contained page: no script, no network, and foreign text is escaped."""

from importlib.resources import files
from typing import Any

from goldenwire.interop.markdown import anchor
from goldenwire.interop.matrix import READ, Matrix, MatrixCell
from goldenwire.interop.text import breakdown, declines, feature_label, in_words, ordered, other_output, title, verdict


def page(matrix: Matrix) -> str:
    """Return the page. Its content security policy allows only its own style, identified by its hash."""
    from markupsafe import Markup

    from goldenwire.display import pages

    home = files("goldenwire.interop")
    style = home.joinpath("page.css").read_text()
    template = pages.environment().from_string(home.joinpath("page.html.j2").read_text())
    cells = [*matrix.cells.values(), *matrix.between.values()]
    assert matrix.header is not None
    text = template.render(
        style=Markup(style),
        policy=pages.policy(style),
        matrix=matrix,
        run=matrix.run,
        header=matrix.header,
        footer=matrix.footer,
        verdict=verdict(matrix),
        cells=[_shown(cell) for cell in cells if cell.state != "whole"],
        anchor=anchor,
        other_output=list(other_output(matrix)),
    )
    return str(text)


def _shown(cell: MatrixCell) -> dict[str, Any]:
    """Return the variables of the template for a cell."""
    return {
        "anchor": anchor(cell),
        "title": title(cell),
        "state": cell.state,
        "label": cell.label,
        "words": in_words(cell),
        "features": [
            (name, breakdown(counts) if cell.between else feature_label(counts))
            for name, counts in cell.features.items()
            if counts.total() != counts[READ]
        ],
        "declines": declines(cell),
        "smallest": ordered(cell),
    }
