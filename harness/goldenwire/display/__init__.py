"""Display of bytes, values and codecs' words for people, on one line or as a ruler of annotated bytes."""
