"""Interoperability: codecs read each other's encodings; searches find the smallest input on which two disagree.

Each exchange (a value, its writer, its reader) is a finding with the operation `WRITER>READER`, so known failures,
saved failures and exit codes mean the same as for a check. The reference is the referee: it decides which of two that
disagree is right, and whether two that agree conform to the specification.
"""
