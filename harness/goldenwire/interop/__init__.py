"""Who reads what whom wrote: codecs against one another, and the smallest input on which two of them disagree.

Each exchange (a value, who writes it, who reads it) is a finding, whose operation is `WRITER>READER`; so what is known
of failures, what saves them and what an exit code means are the same as of a check. The reference is the referee: it
says who of two that disagree is right, and whether two that agree do so by the specification.
"""
