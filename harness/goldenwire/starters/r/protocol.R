# The goldenwire protocol, version 1, for a codec written in R: base R alone, to be copied anywhere.
#
#     protocol <- new.env()
#     source("protocol.R", local = protocol)
#
# `protocol$serve(codec)` answers requests from standard input until it ends. A codec is a list of functions: `hello`,
# which returns the members `codec` and `formats` of the reply, and those of these that it supports:
#
#     decode(format, data, context) -> value      encode(format, value, context, plan) -> raw vector
#     transcode(format, data, context) -> raw vector
#
# It calls `rejected` to refuse its input and `unsupported` for what it does not do; any other error is `failed`.
#
# JSON is lists (objects have names, arrays none), strings, TRUE, FALSE and NULL. Take members by `value[["rows"]]`, as
# `value$row` finds that one too. No string of R holds U+0000, which is the bytes c0 80 there; a lone surrogate is the
# three bytes that it would have in UTF-8.
#
# The atoms of the notation are read by `integer`, `bits`, `octets`, `boolean` and `text`, and written by the functions
# of the same names with `_of`. As no number of R has 64 bits, integers and floats are raw vectors, least significant
# byte first: readBin(bits(atom, 8), "double", endian = "little") is a double. `goldenwire protocol` says more.

# What a codec says instead of a result.

# Refuses the input: an error class of the format, the byte where the bad field begins, a sentence; all optional.
rejected <- function(code = NULL, offset = NULL, message = "") {
  signal("rejected", message, code = code, offset = offset)
}

# Says that the codec does not do what it is asked.
unsupported <- function(message) signal("unsupported", message)

signal <- function(class, message, ...) {
  stop(structure(class = c(class, "error", "condition"), list(message = message, call = NULL, ...)))
}

# The atoms of the notation. What is none is refused, with the error class that the format has for a bad value.

GROUP <- 12 # decimal digits, which times 256 are exact in a double

# The bytes of the integer "-128": so many, in two's complement if it is signed.
integer <- function(atom, size, signed, code = NULL) {
  expected <- paste0(if (signed) "a " else "an un", "signed integer of ", size, " bytes as a decimal string")
  # It may have any length: what cannot fit is not computed.
  if (!is_like(atom, "(?:0|-?[1-9][0-9]*)") || nchar(atom) > 3 * size + 1) refuse(atom, expected, code)
  negative <- startsWith(atom, "-")
  digits <- sub("-", "", atom)
  digits <- paste0(strrep("0", -nchar(digits) %% GROUP), digits)
  first <- seq(1, nchar(digits), GROUP)
  groups <- as.numeric(substring(digits, first, first + GROUP - 1))
  groups[length(groups)] <- groups[length(groups)] - negative # as -n is the complement of n - 1
  bytes <- numeric(size)
  for (carry in groups) {
    for (i in seq_len(size)) {
      sum <- bytes[i] * 10^GROUP + carry
      bytes[i] <- sum %% 256
      carry <- sum %/% 256
    }
    if (carry > 0) refuse(atom, expected, code)
  }
  if (if (signed) bytes[size] > 127 else negative) refuse(atom, expected, code)
  as.raw(if (negative) 255 - bytes else bytes)
}

# The integers that bytes hold, each of `size` bytes.
integer_of <- function(data, signed, size = length(data)) {
  bytes <- matrix(as.numeric(data), size) # a column for each
  negative <- signed & bytes[size, ] > 127
  bytes[, negative] <- 255 - bytes[, negative]
  bytes[1, negative] <- bytes[1, negative] + 1
  groups <- matrix(0, ceiling(size * log10(256) / GROUP), ncol(bytes)) # of digits, the last digits first
  for (i in size:1) {
    carry <- bytes[i, ]
    for (j in seq_len(nrow(groups))) {
      sum <- groups[j, ] * 256 + carry
      groups[j, ] <- sum %% 10^GROUP
      carry <- sum %/% 10^GROUP
    }
  }
  digits <- do.call(paste0, lapply(nrow(groups):1, function(j) sprintf("%0*.0f", GROUP, groups[j, ])))
  paste0(ifelse(negative, "-", ""), sub("^0+(?=.)", "", digits, perl = TRUE))
}

# The bytes of the bits of a float of so many bytes: 00 00 80 3f for "0x3f800000".
bits <- function(atom, size, code = NULL) {
  digits <- 2 * size
  if (!is_like(atom, paste0("0x[0-9a-f]{", digits, "}"))) {
    refuse(atom, paste("0x and", digits, "digits of a float's bits"), code)
  }
  rev(octets(substring(atom, 3)))
}

bits_of <- function(data) paste0("0x", octets_of(rev(data)))

# The bytes of "01ff".
octets <- function(atom, code = NULL) {
  good <- is_text(atom) && nchar(atom, "bytes") %% 2 == 0 && !found("[^0-9a-f]", atom)
  if (!good) refuse(atom, "pairs of lower-case hex digits", code)
  digits <- matrix(match(charToRaw(atom), DIGITS) - 1L, 2)
  as.raw(digits[1, ] * 16L + digits[2, ])
}

octets_of <- function(data) {
  if (!is.raw(data)) stop("the codec gave no raw vector for bytes, but ", class(data)[1])
  data <- as.integer(data)
  rawToChar(DIGITS[1L + rbind(data %/% 16L, data %% 16L)])
}

DIGITS <- charToRaw("0123456789abcdef")

boolean <- function(atom, code = NULL) if (isTRUE(atom) || isFALSE(atom)) atom else refuse(atom, "true or false", code)

# The bytes of a text in UTF-8; a lone surrogate has none.
text <- function(atom, code = NULL) {
  if (!is_text(atom) || found("\\xed[\\xa0-\\xbf]", atom)) refuse(atom, "text", code)
  data <- charToRaw(atom)
  zero <- which(data == 0xc0)
  data[zero] <- as.raw(0)
  if (length(zero)) data[-(zero + 1)] else data
}

# The text of bytes in UTF-8. It is an error where they are none: it is for the codec to look before, with `is_utf8`.
text_of <- function(data) {
  if (!is_utf8(data)) stop("bytes that are not UTF-8 are no text")
  data <- rep(data, 1L + (data == 0))
  data[data == 0] <- as.raw(c(0xc0, 0x80))
  marked(rawToChar(data))
}

is_utf8 <- function(data) validUTF8(rawToChar(replace(data, data == 0, as.raw(0x20))))

is_text <- function(atom) is.character(atom) && length(atom) == 1 && !is.na(atom)

is_like <- function(atom, pattern) is_text(atom) && found(paste0("^", pattern, "\\z"), atom)

marked <- function(texts) {
  Encoding(texts) <- "UTF-8"
  texts
}

refuse <- function(atom, expected, code) {
  shown <- write(atom)
  size <- nchar(shown, "bytes")
  if (size > 60) shown <- paste(size, "bytes of JSON")
  rejected(code, NULL, paste0("expected ", expected, ", found ", shown))
}

# Reading JSON: strings and structure are taken apart first, as only whole vectors are fast in R.

DEEPEST <- 1000 # levels
WORD <- "^(?:null|true|false|-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)\\z"
INNERMOST <- '\\[(?:["v](?:,["v])*+)?+\\]|\\{(?:":["v](?:,":["v])*+)?+\\}' # of strings and other values
ESCAPES <- c("/" = "/", b = "\b", f = "\f", n = "\n", r = "\r", t = "\t")

# Replaces without regard to characters, so that time does not grow with the square of a line.
replaced <- function(pattern, by, texts) gsub(pattern, by, texts, perl = TRUE, useBytes = TRUE)

found <- function(pattern, texts) grepl(pattern, texts, perl = TRUE, useBytes = TRUE)

parts <- function(text, mark) strsplit(text, mark, fixed = TRUE, useBytes = TRUE)[[1]]

trouble <- function(what) signal("unreadable", what)

# The value of a JSON text. Numbers become doubles; no number of the notation is one.
parse <- function(line) {
  if (!validUTF8(line)) trouble("bytes that are not UTF-8")
  if (found("[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f]", line)) trouble("a control character")
  # Of the bytes that cannot be in it now, 01 stands for an escaped backslash and 02 for an escaped quotation mark.
  line <- replaced('\\\\"', "\x02", replaced("\\\\\\\\", "\x01", line))
  pieces <- parts(paste0(line, " "), '"')
  if (length(pieces) %% 2 == 0) trouble("a string without an end")
  inside <- seq_along(pieces) %% 2 == 0
  outside <- paste(pieces[!inside], collapse = '"') # where each string is a quotation mark
  outside <- replaced("([][{}:,\"])", "\n\\1\n", replaced("[ \t\r]", "\n", outside))
  tokens <- parts(outside, "\n")
  tokens <- tokens[nzchar(tokens)]
  check_structure(tokens)
  values <- values_of(tokens, unescaped(pieces[inside]))
  essential <- !tokens %in% c(",", ":")
  assembled(tokens[essential], values[essential])
}

# Refuses what is no JSON: the innermost arrays and objects become values again and again, until one is left.
check_structure <- function(tokens) {
  depth <- cumsum((tokens %in% c("[", "{")) - (tokens %in% c("]", "}")))
  if (max(0, depth) > DEEPEST) trouble("it is nested too deeply")
  words <- !tokens %in% c("[", "]", "{", "}", ",", ":", '"')
  if (!all(found(WORD, tokens[words]))) trouble("a value that is none")
  shape <- paste(replace(tokens, words, "v"), collapse = "")
  while ((smaller <- replaced(INNERMOST, "v", shape)) != shape) shape <- smaller
  if (!shape %in% c("v", '"')) trouble("a bracket, comma, colon, name or value that is missing or too many")
}

# The values of strings and words, in a list as long as the tokens.
values_of <- function(tokens, strings) {
  values <- vector("list", length(tokens))
  values[tokens == '"'] <- as.list(strings)
  values[tokens == "true"] <- list(TRUE)
  values[tokens == "false"] <- list(FALSE)
  numbers <- found("^[-0-9]", tokens)
  values[numbers] <- as.list(as.numeric(tokens[numbers]))
  values
}

# The value of brackets and the values between them.
assembled <- function(tokens, values) {
  done <- vector("list", length(tokens)) # the items of brackets that are still open, one after another
  size <- 0
  starts <- NULL
  depth <- 0
  for (i in seq_along(tokens)) {
    token <- tokens[i]
    if (token == "[" || token == "{") {
      depth <- depth + 1
      starts[depth] <- size
    } else if (token == "]" || token == "}") {
      items <- done[starts[depth] + seq_len(size - starts[depth])]
      size <- starts[depth] + 1
      depth <- depth - 1
      done[[size]] <- if (token == "}") object(items) else items
    } else {
      size <- size + 1
      done[size] <- values[i]
    }
  }
  done[[1]]
}

# The object of names and members by turns; of a name that is given twice the last one counts.
object <- function(items) {
  even <- seq_along(items) %% 2 == 0
  names <- vapply(items[!even], identity, "")
  structure(items[even], names = names)[!duplicated(names, fromLast = TRUE)]
}

# The strings that stand between quotation marks.
unescaped <- function(strings) {
  if (any(found("[\t\r\n]", strings))) trouble("a control character in a string")
  if (any(found("\\\\(?![/bfnrt]|u[0-9a-fA-F]{4})", strings))) trouble("a bad escape")
  odd <- found("[\\\\\x01\x02]", strings)
  texts <- strings[odd]
  for (name in names(ESCAPES)) texts <- replaced(paste0("\\\\", name), ESCAPES[[name]], texts)
  coded <- found("\\\\", texts)
  texts[coded] <- vapply(texts[coded], decoded, "", USE.NAMES = FALSE)
  texts[!coded] <- plain(texts[!coded])
  strings[odd] <- texts
  marked(strings)
}

plain <- function(texts) replaced("\x02", '"', replaced("\x01", "\\\\", texts))

# The text with its \uXXXX, of which two may make one character, as bytes.
decoded <- function(text) {
  pieces <- parts(text, "\\")
  codes <- strtoi(replaced("^u(....).*", "\\1", replaced("\n", "", pieces[-1])), 16L)
  rest <- replaced("^u....", "", pieces[-1])
  high <- which(codes %/% 1024 == 0x36 & c(codes[-1], 0) %/% 1024 == 0x37 & rest == "")
  letters <- codes
  letters[high] <- 0x10000 + (codes[high] - 0xd800) * 1024 + codes[high + 1] - 0xdc00
  letters[high + 1] <- NA
  known <- unique(letters)
  letters <- vapply(known, character, "")[match(letters, known)]
  paste0(plain(pieces[1]), paste0(letters, plain(rest), collapse = ""))
}

# The bytes of a character, which are three for a lone surrogate and none for NA.
character <- function(code) {
  if (is.na(code)) return("")
  if (code == 0) return(rawToChar(as.raw(c(0xc0, 0x80))))
  if (code %/% 2048 == 0x1b) return(rawToChar(as.raw(c(0xed, 0x80 + code %/% 64 %% 64, 0x80 + code %% 64))))
  rawToChar(charToRaw(intToUtf8(code)))
}

# Writing JSON

# The value as JSON. Lists are opened level by level, as R has no stack for many.
write <- function(value) {
  parts <- list(value)
  while (any(nested <- vapply(parts, is.list, NA))) {
    parts[nested] <- lapply(parts[nested], opened)
    parts[!nested] <- lapply(parts[!nested], list)
    parts <- unlist(parts, recursive = FALSE, use.names = FALSE)
  }
  kinds <- vapply(parts, kind, "")
  json <- rep("null", length(parts))
  json[kinds == "mark"] <- vapply(parts[kinds == "mark"], as.character, "")
  json[kinds == "text"] <- quoted(vapply(parts[kinds == "text"], identity, ""))
  json[kinds == "boolean"] <- ifelse(unlist(parts[kinds == "boolean"]), "true", "false")
  json[kinds == "number"] <- sprintf("%.0f", unlist(parts[kinds == "number"]))
  marked(paste(json, collapse = ""))
}

# The list's items with the marks around and between them, as symbols.
opened <- function(items) {
  each <- if (is.null(names(items))) 2 else 4
  last <- each * seq_along(items)
  made <- rep(list(as.name(",")), max(2, length(last) * each + 1))
  made[last] <- items
  if (each == 4) {
    made[last - 2] <- names(items)
    made[last - 1] <- list(as.name(":"))
  }
  made[[1]] <- as.name(if (each == 4) "{" else "[")
  made[[length(made)]] <- as.name(if (each == 4) "}" else "]")
  made
}

kind <- function(part) {
  if (is.name(part)) return("mark")
  if (is_text(part)) return("text")
  if (is.null(part)) return("null")
  if (isTRUE(part) || isFALSE(part)) return("boolean")
  if (is.numeric(part) && length(part) == 1 && isTRUE(part %% 1 == 0)) return("number")
  stop(sprintf("the codec gave %s of length %d for JSON", class(part)[1], length(part)))
}

quoted <- function(texts) {
  odd <- found('["\\\\\\x01-\\x1f\\x7f]|\\xc0\\x80|\\xed[\\xa0-\\xbf]', texts)
  texts[odd] <- vapply(texts[odd], escaped, "", USE.NAMES = FALSE)
  if (!all(validUTF8(texts))) stop("the codec put bytes that are not UTF-8 into text")
  paste0('"', marked(texts), '"')
}

# What each byte but 00 is written as in a string; those above 7f stand for themselves.
WRITTEN <- vapply(1:255, function(byte) {
  letter <- rawToChar(as.raw(byte))
  if (byte < 32 || byte == 127) sprintf("\\u%04x", byte) else if (byte %in% c(34, 92)) paste0("\\", letter) else letter
}, "")

escaped <- function(text) {
  bytes <- as.integer(charToRaw(text))
  second <- c(bytes[-1], 0)
  third <- c(second[-1], 0)
  written <- WRITTEN[bytes]
  zero <- which(bytes == 0xc0 & second == 0x80)
  written[zero] <- "\\u0000"
  written[zero + 1] <- ""
  lone <- which(bytes == 0xed & second %/% 32 == 5 & third %/% 64 == 2)
  written[lone] <- sprintf("\\u%04x", as.integer(0xd000 + second[lone] %% 64 * 64 + third[lone] %% 64))
  written[c(lone + 1, lone + 2)] <- ""
  paste(written, collapse = "")
}

# The conversation

# The reply to a request, as JSON. What the codec prints goes to standard error.
answer <- function(codec, request) {
  sink(stderr())
  on.exit(while (sink.number() > 0) sink())
  if (identical(request[["op"]], "hello")) return(write(c(list(protocol = 1), codec$hello())))
  reply <- function(...) write(list(id = request[["id"]], ...))
  calls <- list()
  tryCatch(
    withCallingHandlers(write(c(request["id"], ask(codec, request))), error = function(e) calls <<- sys.calls()),
    rejected = function(e) {
      members <- list(code = words(e$code), offset = e$offset, message = words(e$message))
      reply(rejected = members[!vapply(members, is_nothing, NA)])
    },
    unsupported = function(e) reply(unsupported = words(conditionMessage(e))),
    error = function(e) {
      first <- gsub("\n", " ", words(conditionMessage(e)), fixed = TRUE)
      reply(failed = paste(c(first, trace(calls)), collapse = "\n")) # the log comes after the first line
    }
  )
}

ask <- function(codec, request) {
  op <- request[["op"]]
  format <- request[["format"]]
  context <- request[["context"]]
  if (!op %in% c("decode", "encode", "transcode") || is.null(codec[[op]])) unsupported(paste("the operation", op))
  if (op == "encode") {
    return(list(bytes = octets_of(codec$encode(format, request[["value"]], context, request[["plan"]]))))
  }
  data <- octets(request[["bytes"]])
  result <- codec[[op]](format, data, context)
  if (op == "decode") list(value = result) else list(bytes = octets_of(result))
}

is_nothing <- function(member) is.null(member) || identical(member, "")

# Text for people, in which what is no text is replaced.
words <- function(said) if (!is.null(said)) iconv(paste(said, collapse = " "), "UTF-8", "UTF-8", sub = "?")

# The last calls before an error, a line each, without the two that handle it.
trace <- function(calls) {
  last <- rev(calls)[seq_along(calls) > 2 & seq_along(calls) <= 20]
  vapply(last, function(call) words(deparse(call, nlines = 1)[1]), "")
}

request_of <- function(line) {
  request <- parse(line)
  if (is.null(names(request))) trouble("no object") else request
}

# Answers each line of standard input, until it ends.
serve <- function(codec) {
  options(warn = 1) # at once
  requests <- file("stdin", "rb")
  while (length(line <- readLines(requests, 1, warn = FALSE))) {
    request <- tryCatch(request_of(line), unreadable = function(e) {
      base::write(paste("cannot read a request:", conditionMessage(e)), stderr())
      quit("no", status = 1)
    })
    writeLines(answer(codec, request), useBytes = TRUE)
    flush(stdout())
  }
  close(requests)
}
