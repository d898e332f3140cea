"""The reference codecs of goldenwire: one room per wire format, each with its normative spec.md."""
