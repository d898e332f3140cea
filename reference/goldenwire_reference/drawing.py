"""Old name of goldenwire_reference.strategy_blocks, which packages of formats may still import."""

from goldenwire_reference.strategy_blocks import Choose as Pick
from goldenwire_reference.strategy_blocks import Encodings, Example, LeftOpen, Unfit, built, mapped, one_of, where
from goldenwire_reference.strategy_blocks import chooser as picker

__all__ = ["Encodings", "Example", "LeftOpen", "Pick", "Unfit", "built", "mapped", "one_of", "picker", "where"]
