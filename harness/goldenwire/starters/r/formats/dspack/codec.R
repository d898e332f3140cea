# A codec of the format dspack, at its beginning: a data set whose rows have one field, a Q.
#
# Read `goldenwire spec dspack`, then go on, a part at a time:
#
# 1. decode: read field by field, and call rejected(code, offset, message) for what the text does not allow;
# 2. encode: the same fields the other way round; a value that has no encoding is refused with the offset NULL;
# 3. what you have not come to calls unsupported, which is honest and never passes;
# 4. declare in hello what the text lists as features and policies, once you keep what they promise.

program <- c(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)), "codec.R")[1]
protocol <- new.env()
source(file.path(dirname(gsub("~+~", " ", program, fixed = TRUE)), "protocol.R"), local = protocol)

SCHEMA <- "^!Q\\(([a-z]+)\\)$"
# The meta block before and after the schema, as an encoder writes it without a description and user meta.
BEFORE <- c(as.raw(c(0x84, 0xa7)), charToRaw("version"), as.raw(c(0x01, 0xa6)), charToRaw("schema"))
AFTER <- c(as.raw(0xab), charToRaw("description"), as.raw(c(0xa0, 0xa4)), charToRaw("meta"), as.raw(0x80))
VERSION <- 9 # bytes before the version in the block
MEMBERS <- c("version", "schema", "fields", "description", "meta", "rows") # of a data set in a request

hello <- function() {
  formats <- list(dspack = list(
    operations = list("decode", "encode", "transcode"),
    features = list("codes", "offsets"),
    policies = protocol$parse("{}")
  ))
  list(codec = list(name = "my-codec", version = "0.1", language = "R"), formats = formats)
}

decode <- function(format, data, context) {
  only_files(context)
  if (length(data) < 2) {
    protocol$rejected("TRUNCATED", 0, paste("expected a meta_length of 2 bytes, found", length(data)))
  }
  size <- number(data[1:2])
  meta <- data[2 + seq_len(min(size, length(data) - 2))]
  whole <- length(meta) == size && size < 0xffff && size > length(BEFORE) + length(AFTER)
  if (!whole || !identical(meta[1:VERSION], BEFORE[1:VERSION]) || !identical(last(meta, length(AFTER)), AFTER)) {
    decline("another meta block than that of an encoder")
  }
  version <- as.integer(meta[VERSION + 1])
  if (version > 1 && version < 0x80) {
    protocol$rejected("VERSION", 2 + VERSION, paste("expected version 1, found", version))
  }
  text <- meta[(length(BEFORE) + 2):(size - length(AFTER))]
  schema <- if (protocol$is_utf8(text)) protocol$text_of(text) else ""
  if (!grepl(SCHEMA, schema) || !identical(meta, block(schema))) {
    decline("another schema than one Q, or another form of the meta block")
  }
  fields <- list(list(name = sub(SCHEMA, "\\1", schema), note = NULL))
  list(list(
    version = "1", schema = schema, fields = fields, description = "", meta = list(map = protocol$parse("{}")),
    rows = rows(data, 2 + size)
  ))
}

# The rows that follow so many bytes.
rows <- function(data, at) {
  found <- list()
  while (at < length(data)) {
    if (length(data) - at < 4) protocol$rejected("TRUNCATED", at, "expected a row_length of 4 bytes")
    if (number(data[at + 1:4]) != 8) decline("a row of another length, or the end of a data set")
    if (length(data) - at < 12) protocol$rejected("TRUNCATED", at + 4, "expected a row of 8 bytes")
    found[[length(found) + 1]] <- list(protocol$integer_of(rev(data[at + 5:12]), FALSE))
    at <- at + 12
  }
  found
}

number <- function(bytes) sum(as.integer(bytes) * 256^((length(bytes) - 1):0))
last <- function(bytes, size) bytes[length(bytes) - size + seq_len(size)]

encode <- function(format, value, context, plan) {
  only_files(context)
  set <- if (is.list(value) && length(value) == 1 && is.list(value[[1]])) value[[1]]
  schema <- set[["schema"]]
  known <- protocol$is_text(schema) && grepl(SCHEMA, schema) && nchar(schema) < 32 && is.list(set[["rows"]])
  plain <- identical(set[["description"]], "") && identical(set[["meta"]], list(map = protocol$parse("{}")))
  version <- if ("version" %in% names(set)) set[["version"]] else "1"
  if (!known || !plain || !all(names(set) %in% MEMBERS) || !identical(version, "1")) decline("another value than a data set of one Q, without a description and meta")
  meta <- block(schema)
  c(as.raw(c(0, length(meta))), meta, unlist(lapply(set[["rows"]], row)))
}

row <- function(items) {
  if (!is.list(items) || length(items) != 1) decline("a row that is no list of one")
  c(as.raw(c(0, 0, 0, 8)), rev(protocol$integer(items[[1]], 8, FALSE, "VALUE")))
}

# The meta block with a schema of at most 31 bytes.
block <- function(schema) c(BEFORE, as.raw(0xa0 + nchar(schema) %% 32), charToRaw(schema), AFTER)

only_files <- function(context) {
  if (!is.null(context) && !identical(context, list(scope = "file"))) decline("another scope than file")
}

transcode <- function(format, data, context) encode(format, decode(format, data, context), context, NULL)

decline <- function(what) protocol$unsupported(paste0(what, ": not written yet"))

codec <- list(hello = hello, decode = decode, encode = encode, transcode = transcode)
if (sys.nframe() == 0) protocol$serve(codec) # if this file is the program
