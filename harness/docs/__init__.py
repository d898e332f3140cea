"""The documentation's site: its pages, generated content, and the runner of its commands. Not part of the wheel."""
