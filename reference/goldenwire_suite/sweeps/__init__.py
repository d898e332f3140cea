"""Sweeps: single edits of small vectors, made by machine, with golden outcomes.

A sweep takes every place of a small vector (its bytes, the fields of its layout, the leaves of its value, plan and
context, its spelling) and puts every trap of that kind of place there (`traps`). `walks` yields these edits, `choice`
keeps as many as a check can afford, and `outcomes` adds what the reference makes of each. Nothing here knows a format.

They are kept in `vectors/<format>.sweeps` (`lines`), from which a harness makes the requests again with `edits` alone.
"""
