"""The reference codecs of goldenwire: one package per wire format, each with its normative spec.md."""
