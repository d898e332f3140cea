# A codec of the format sciserialize, at its beginning: null, true and false, on both carriers.
#
# Read `goldenwire spec sciserialize`, then go on, a part at a time:
#
# 1. decode: read field by field, and call rejected(code, offset, message) for what the text does not allow;
# 2. encode: the same fields the other way round; a value that has no encoding is refused with the offset NULL;
# 3. what you have not come to calls unsupported, which is honest and never passes;
# 4. declare in hello what the text lists as features and policies, once you keep what they promise.

program <- c(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)), "codec.R")[1]
protocol <- new.env()
source(file.path(dirname(gsub("~+~", " ", program, fixed = TRUE)), "protocol.R"), local = protocol)

VALUES <- list(NULL, TRUE, FALSE)
# By carrier: the bytes of each of them.
BYTES <- list(json = lapply(c("null", "true", "false"), charToRaw), msgpack = lapply(c(0xc0, 0xc3, 0xc2), as.raw))

hello <- function() {
  formats <- list(sciserialize = list(
    operations = list("decode", "encode", "transcode"),
    features = list("json", "msgpack", "codes", "offsets"),
    policies = protocol$parse("{}")
  ))
  list(codec = list(name = "my-codec", version = "0.1", language = "R"), formats = formats)
}

decode <- function(format, data, context) {
  if (length(data) == 0) protocol$rejected("SYNTAX", 0, "expected a value, found no bytes")
  VALUES[[place(data, known(context))]]
}

encode <- function(format, value, context, plan) known(context)[[place(value, VALUES)]]

# What there is on the carrier of a request, which is JSON if it has no context.
known <- function(context) BYTES[[if (is.null(context)) "json" else context[["carrier"]]]]

place <- function(one, all) {
  at <- Position(function(item) identical(item, one), all)
  if (is.na(at)) protocol$unsupported("another value than null, true and false: not written yet")
  at
}

transcode <- function(format, data, context) encode(format, decode(format, data, context), context, NULL)

codec <- list(hello = hello, decode = decode, encode = encode, transcode = transcode)
if (sys.nframe() == 0) protocol$serve(codec) # if this file is the program
