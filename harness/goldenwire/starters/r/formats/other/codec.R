# A codec of the format sample, at its beginning: it knows one value by heart, and declines everything else.
#
# Read `goldenwire spec sample`, then replace what is known by heart with what reads and writes bytes, a part at a time:
#
# 1. decode: read field by field, and call rejected(code, offset, message) for what the text does not allow;
# 2. encode: the same fields the other way round; a value that has no encoding is refused with the offset NULL;
# 3. what you have not come to calls unsupported, which is honest and never passes;
# 4. declare in hello what the text lists as features and policies, once you keep what they promise.

program <- c(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)), "codec.R")[1]
protocol <- new.env()
source(file.path(dirname(gsub("~+~", " ", program, fixed = TRUE)), "protocol.R"), local = protocol)

# One value of the format: the context of its request, its bytes, and what they mean.
CONTEXT <- protocol$parse("@CONTEXT@")
BYTES <- protocol$octets("@BYTES@")
VALUE <- protocol$parse("@VALUE@")

hello <- function() {
  formats <- list(sample = list(
    operations = list("decode", "encode", "transcode"),
    features = protocol$parse("[\"@FEATURE@\"]"),
    policies = protocol$parse("{}")
  ))
  list(codec = list(name = "my-codec", version = "0.1", language = "R"), formats = formats)
}

decode <- function(format, data, context) {
  known <- identical(list(data, context), list(BYTES, CONTEXT))
  if (known) VALUE else protocol$unsupported("these bytes: not written yet")
}

encode <- function(format, value, context, plan) {
  known <- identical(list(value, context, plan), list(VALUE, CONTEXT, NULL))
  if (known) BYTES else protocol$unsupported("this value: not written yet")
}

transcode <- function(format, data, context) encode(format, decode(format, data, context), context, NULL)

codec <- list(hello = hello, decode = decode, encode = encode, transcode = transcode)
if (sys.nframe() == 0) protocol$serve(codec) # if this file is the program
