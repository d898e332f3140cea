"""How bytes, values and codecs' words are shown to people, on one line or as a ruler of annotated bytes."""
