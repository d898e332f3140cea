# A codec of the format dynd, at its beginning: truth values and integers.
#
# Read `goldenwire spec dynd`, then go on, a part at a time:
#
# 1. decode: read field by field, and call rejected(code, offset, message) for what the text does not allow;
# 2. encode: the same fields the other way round; a value that has no encoding is refused with the offset NULL;
# 3. what you have not come to calls unsupported, which is honest, and passes under unknown profiles alone;
# 4. declare in hello what the text lists as features and policies, once you keep what they promise.

program <- c(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)), "codec.R")[1]
protocol <- new.env()
source(file.path(dirname(gsub("~+~", " ", program, fixed = TRUE)), "protocol.R"), local = protocol)

# By type string: the number of bytes.
SIZES <- c(
  bool = 1, int8 = 1, int16 = 2, int32 = 4, int64 = 8, int128 = 16,
  uint8 = 1, uint16 = 2, uint32 = 4, uint64 = 8, uint128 = 16
)
is_signed <- function(type) startsWith(type, "int")

hello <- function() {
  formats <- list(dynd = list(
    operations = list("decode", "encode", "transcode"),
    features = list("codes", "offsets"),
    policies = protocol$parse("{}")
  ))
  list(codec = list(name = "my-codec", version = "0.1", language = "R"), formats = formats)
}

decode <- function(format, data, context) {
  type <- type_of(context)
  size <- SIZES[[type]]
  if (length(data) < size) protocol$rejected("TRUNCATED", 0, sprintf("expected %d bytes, found %d", size, length(data)))
  if (type == "bool" && data[1] > 1) protocol$rejected("BOOL_INVALID", 0, "expected 00 or 01")
  if (length(data) > size) protocol$rejected("TRAILING_BYTES", size, "expected the end of the input")
  if (type == "bool") data == 1 else protocol$integer_of(data, is_signed(type))
}

encode <- function(format, value, context, plan) {
  type <- type_of(context)
  if (type == "bool") return(as.raw(protocol$boolean(value, "VALUE_INVALID")))
  protocol$integer(value, SIZES[[type]], is_signed(type), "VALUE_INVALID")
}

# The type string of a core call.
type_of <- function(context) {
  if ("profile" %in% names(context)) protocol$unsupported(paste("the profile", context[["profile"]]))
  type <- context[["type"]]
  if (!type %in% names(SIZES)) protocol$unsupported("another type than bool and integers: not written yet")
  type
}

transcode <- function(format, data, context) encode(format, decode(format, data, context), context, NULL)

codec <- list(hello = hello, decode = decode, encode = encode, transcode = transcode)
if (sys.nframe() == 0) protocol$serve(codec) # if this file is the program
