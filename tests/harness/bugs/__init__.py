"""Bugs to plant in the reference, of each format: mistakes that implementers make, each found by one property."""
