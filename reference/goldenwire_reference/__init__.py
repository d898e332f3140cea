"""The reference codecs of goldenwire: one package per wire format, each with its normative spec.md."""

from goldenwire_reference.renamed import accept_old_modules

accept_old_modules()
