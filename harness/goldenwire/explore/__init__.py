"""The explorer: a page on this machine that decodes, edits and encodes bytes, and browses what the kit knows.

`server` answers requests of the page's own origin alone; `answers` has an answer for each name of the API, made by
`decoding`, `changes`, `encoding`, `library` and `runs`. The page is in `static`: HTML, CSS and JavaScript as they are.
"""
