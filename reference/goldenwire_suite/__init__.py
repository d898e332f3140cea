"""How the golden vectors of each format are made and proven, and what its properties draw."""
