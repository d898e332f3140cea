"""A long run of properties in rounds, on this machine or on a cluster, that can be gone on with.

A round is a pure function of its number and the settings, so a round that is lost with its worker is run again, and
what has been found is found again. `journal` keeps the rounds, `state` sums them up, `local` and `cluster` play them.
"""
