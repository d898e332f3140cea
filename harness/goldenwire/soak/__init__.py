"""A long run of properties in rounds, on this machine or on a cluster, that can be resumed.

A round is a pure function of its number and the settings, so a round lost with its worker is run again, and its
findings are found again. `journal` stores the rounds, `state` sums them up, `local` and `cluster` play them.
"""
