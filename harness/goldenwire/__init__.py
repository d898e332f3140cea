"""goldenwire: checks any codec in any language against golden vectors and properties of its wire format."""

__version__ = "0.1.0"
