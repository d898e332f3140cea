# A codec of the format daphne, at its beginning: dense matrices of integers, in one block.
#
# Read `goldenwire spec daphne`, then go on, a part at a time:
#
# 1. decode: read field by field, and call rejected(code, offset, message) for what the text does not allow;
# 2. encode: the same fields the other way round; a value that has no encoding is refused with the offset NULL;
# 3. what you have not come to calls unsupported, which is honest and never passes;
# 4. declare in hello what the text lists as features and policies, once you keep what they promise.

program <- c(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)), "codec.R")[1]
protocol <- new.env()
source(file.path(dirname(gsub("~+~", " ", program, fixed = TRUE)), "protocol.R"), local = protocol)

TYPES <- c("uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64") # by their codes, from 1
size_of <- function(code) 2^((code - 1) %% 4)
is_signed <- function(code) code > 4

START <- 45 # bytes before the values: version, data type, rows, columns, value type, and the block's header
DENSE_MATRIX <- 1
DENSE_BLOCK <- 1
MOST <- 2^20 # cells, for now
MEMBERS <- c("kind", "rows", "columns", "type", "cells")

hello <- function() {
  formats <- list(daphne = list(
    operations = list("decode", "encode", "transcode"),
    features = list(),
    policies = protocol$parse("{}")
  ))
  list(codec = list(name = "my-codec", version = "0.1", language = "R"), formats = formats)
}

decode <- function(format, data, context) {
  if (length(data) == 0) protocol$rejected("TRUNCATED", 0, "expected the version, found no bytes")
  if (data[1] != 1) protocol$rejected("VERSION", 0, paste("expected version 1, found", as.integer(data[1])))
  if (length(data) < START) decline("an input that ends in a header")
  rows <- number(data[3:10])
  columns <- number(data[11:18])
  code <- as.integer(data[19])
  if (data[2] != DENSE_MATRIX || !code %in% seq_along(TYPES) || rows * columns == 0) {
    decline("another object than a dense matrix of integers")
  }
  if (max(rows, columns) >= 2^32 || !identical(data[20:START], block(data[3:10], data[11:18], code))) {
    decline("another block than one dense block")
  }
  end <- START + rows * columns * size_of(code)
  if (length(data) < end) {
    protocol$rejected("TRUNCATED", START, sprintf("expected %.0f bytes in all, found %d", end, length(data)))
  }
  if (length(data) > end) protocol$rejected("TRAILING", end, "expected the end of the input")
  numbers <- protocol$integer_of(data[(START + 1):end], is_signed(code), size_of(code))
  at <- which(numbers != "0")
  cells <- unname(Map(list, text_of((at - 1) %/% columns), text_of((at - 1) %% columns), numbers[at]))
  list(kind = "DenseMatrix", rows = text_of(rows), columns = text_of(columns), type = TYPES[code], cells = cells)
}

# The header of the block that is the whole matrix: position, rows and columns, block type, value type.
block <- function(rows, columns, code) c(raw(16), rows[1:4], columns[1:4], as.raw(c(DENSE_BLOCK, code)))

# The number of unsigned bytes, and the text of one: exact up to 2^53, which is far beyond what is read.
number <- function(bytes) sum(as.integer(bytes) * 256^(seq_along(bytes) - 1))
text_of <- function(number) sprintf("%.0f", number)

encode <- function(format, value, context, plan) {
  if (!is.null(plan) || !is.list(value) || !identical(value[["kind"]], "DenseMatrix")) {
    decline("another object than a dense matrix")
  }
  type <- value[["type"]]
  if (!setequal(names(value), MEMBERS) || !protocol$is_text(type) || !is_array(value[["cells"]])) {
    protocol$rejected("VALUE", NULL, paste("expected the members", paste(MEMBERS, collapse = ", ")))
  }
  code <- match(type, TYPES)
  if (is.na(code)) decline(paste("the type", type))
  rows <- protocol$integer(value[["rows"]], 8, FALSE, "VALUE")
  columns <- protocol$integer(value[["columns"]], 8, FALSE, "VALUE")
  count <- number(rows) * number(columns)
  if (count < 1 || count > MOST) decline(paste("a matrix without cells, or of more than", MOST))
  header <- c(as.raw(c(1, DENSE_MATRIX)), rows, columns, as.raw(code), block(rows, columns, code))
  c(header, numbers(value[["cells"]], number(rows), number(columns), code))
}

is_array <- function(value) is.list(value) && is.null(names(value))

# The bytes of all cells, row by row.
numbers <- function(cells, rows, columns, code) {
  bytes <- matrix(as.raw(0), size_of(code), rows * columns)
  seen <- logical(rows * columns)
  for (cell in cells) {
    if (!is_array(cell) || length(cell) != 3) protocol$rejected("VALUE", NULL, "expected row, column and value")
    row <- number(protocol$integer(cell[[1]], 8, FALSE, "VALUE"))
    column <- number(protocol$integer(cell[[2]], 8, FALSE, "VALUE"))
    if (row >= rows || column >= columns) protocol$rejected("VALUE", NULL, "a cell lies beyond the matrix")
    place <- row * columns + column + 1
    if (seen[place]) protocol$rejected("VALUE", NULL, "a cell is listed twice")
    seen[place] <- TRUE
    bytes[, place] <- protocol$integer(cell[[3]], size_of(code), is_signed(code), "VALUE")
  }
  as.vector(bytes)
}

transcode <- function(format, data, context) encode(format, decode(format, data, context), context, NULL)

decline <- function(what) protocol$unsupported(paste0(what, ": not written yet"))

codec <- list(hello = hello, decode = decode, encode = encode, transcode = transcode)
if (sys.nframe() == 0) protocol$serve(codec) # if this file is the program
