"""Old name of goldenwire_reference.mutations, which packages of formats may still import."""

from goldenwire_reference.mutations import Constant, Entry, Rewrite
from goldenwire_reference.mutations import Mutation as Misreading
from goldenwire_reference.mutations import mutation as misreading

__all__ = ["Constant", "Entry", "Misreading", "Rewrite", "misreading"]
