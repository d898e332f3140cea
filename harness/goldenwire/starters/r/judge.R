# Judges a codec's answers to the golden vectors as `goldenwire check` does, with base R alone.
#
#     judge <- new.env()
#     source("judge.R", local = judge)
#
# `judge$judge(question, ask)` puts a question, a line of vectors.jsonl, to a codec and returns a list of an outcome and
# the reason:
#
#     pass        the answer is as it has to be
#     roundtrip   these bytes are not the golden ones, but the codec's own decoder reads the right value in them;
#                 `goldenwire check` is stricter, because it reads them with a decoder of its own
#     declined    the codec does not do this
#     fail        the answer is wrong
#
# `ask(request)` returns the reply to a request of the protocol; both are lists, as `protocol$parse` returns them.

SHOWN <- 300 # characters of a value in a message

# The path, lines and names (ID/OPERATION) of the questions of a file, GOLDENWIRE_EXPORT if that is set; no lines if only
# the usual file is missing. A line begins with its name, so that what is not asked need not be read.
questions <- function(usual, command) {
  named <- Sys.getenv("GOLDENWIRE_EXPORT")
  path <- if (nzchar(named)) named else usual
  if (!file.exists(path)) {
    if (nzchar(named)) stop("there is no file ", path)
    return(list(path = path, lines = character()))
  }
  lines <- readLines(path, warn = FALSE)
  if (!length(lines)) stop(path, " has no questions; make it again: ", command)
  begins <- '^\\{"id":"([^"\\\\]+)","operation":"([a-z]+)".*'
  names <- sub(begins, "\\1/\\2", substr(lines, 1, 500), perl = TRUE)
  file <- list(path = path, lines = lines, names = names)
  for (i in grep("^[a-z]+/.*/", names, invert = TRUE)) {
    file$names[i] <- paste0(question(file, i)[c("id", "operation")], collapse = "/")
  }
  file
}

# The question of a line.
question <- function(file, i) {
  tryCatch(protocol$request_of(file$lines[i]), unreadable = function(e) {
    stop(file$path, ", line ", i, ": ", conditionMessage(e), call. = FALSE)
  })
}

judge <- function(question, ask) {
  reply <- ask(question[["request"]])
  if (has(reply, "unsupported")) {
    passes <- any(vapply(question[["passes"]], has, NA, "unsupported"))
    return(if (passes) verdict("pass", "") else verdict("declined", reply[["unsupported"]]))
  }
  judged(question, reply, ask)
}

judged <- function(question, reply, ask) {
  expected <- question[["passes"]]
  tags <- question[["compare"]]
  if (any(vapply(expected, fits, NA, reply, tags))) return(verdict("pass", ""))
  meanings <- lapply(expected[vapply(expected, has, NA, "means")], function(one) list(value = one[["means"]]))
  if (!length(meanings) || !has(reply, "bytes")) return(verdict("fail", differs(expected, reply)))
  read <- ask(of_bytes(question[["request"]], reply[["bytes"]]))
  if (has(read, "unsupported")) {
    reason <- "other bytes than the golden ones, and no decoder to read them; goldenwire check has one"
    return(verdict("declined", reason))
  }
  if (any(vapply(meanings, fits, NA, read, tags))) return(verdict("roundtrip", ""))
  verdict("fail", paste0("its bytes ", shown(reply[["bytes"]]), ", decoded\n", differs(meanings, read)))
}

verdict <- function(outcome, reason) list(outcome = outcome, reason = reason)

# Tells a member that is null from none.
has <- function(object, name) name %in% names(object)

# The request to decode bytes in the context of another request.
of_bytes <- function(request, bytes) {
  made <- list(id = request[["id"]], op = "decode", format = request[["format"]], bytes = bytes)
  c(made, request[names(request) == "context"])
}

fits <- function(expected, reply, tags) {
  if (has(expected, "value")) return(has(reply, "value") && same(expected[["value"]], reply[["value"]], tags))
  if (has(expected, "rejected")) return(has(reply, "rejected") && refuses(expected[["rejected"]], reply[["rejected"]]))
  has(expected, "bytes") && identical(reply[["bytes"]], expected[["bytes"]])
}

refuses <- function(expected, found) {
  code <- if (has(found, "code")) found[["code"]] else ""
  if (has(expected, "codes") && !list(code) %in% expected[["codes"]]) return(FALSE)
  if (isTRUE(expected[["no_offset"]])) return(is.null(found[["offset"]]))
  due <- if (has(expected, "offset")) expected[["offset"]] else expected[["offsets"]][[code]]
  is.null(due) || identical(found[["offset"]], due)
}

# Values are the same as JSON, but for any NaN, numbers by value and sets.

INFINITY <- c("4" = "7c00", "8" = "7f800000", "16" = "7ff0000000000000", "32" = paste0("7fff", strrep("0", 28)))

# Tells whether two values are the same; {"nan":"8"} stands for any NaN of eight digits. Values may be deep, for which R
# has no stack, so pairs wait for their turn.
same <- function(expected, found, tags = list()) {
  waiting <- list(list(expected, found))
  size <- 1
  while (size > 0) {
    one <- waiting[[size]][[1]]
    other <- waiting[[size]][[2]]
    size <- size - 1
    if (is_any_nan(one)) {
      if (!is_nan(other, INFINITY[[one[["nan"]]]])) return(FALSE)
    } else if (is_list_like(one, other)) {
      if (!is.null(names(one))) other <- other[names(one)]
      alike <- tagged(one, other, tags)
      if (isFALSE(alike)) return(FALSE)
      if (is.na(alike) && length(one)) {
        waiting[size + seq_along(one)] <- mapply(list, one, other, SIMPLIFY = FALSE, USE.NAMES = FALSE)
        size <- size + length(one)
      }
    } else if (!identical(one, other)) {
      return(FALSE)
    }
  }
  TRUE
}

# Tells whether both are arrays of one length, or objects of the same names.
is_list_like <- function(one, other) {
  is.list(one) && is.list(other) && length(one) == length(other) &&
    is.null(names(one)) == is.null(names(other)) && all(names(one) %in% names(other))
}

# Tells whether numbers or sets are the same; NA for anything else, and where they are not to be compared in this way.
tagged <- function(one, other, tags) {
  name <- names(one)
  if (length(name) != 1 || !name %in% tags) return(NA)
  switch(name,
    number = same(whole(one[[1]]), whole(other[[1]]), tags),
    unique_set = are_paired(one[[1]], other[[1]], tags),
    NA
  )
}

is_any_nan <- function(value) {
  is.list(value) && identical(names(value), "nan") && protocol$is_text(value[[1]]) && value[[1]] %in% names(INFINITY)
}

# Tells whether an atom is the bits of a NaN, which are above those of infinity, without the sign.
is_nan <- function(atom, infinity) {
  if (!is_hex(atom, nchar(infinity))) return(FALSE)
  bits <- charToRaw(paste0(strtoi(substr(atom, 3, 3), 16L) %% 8, substring(atom, 4)))
  least <- charToRaw(infinity)
  differing <- which(bits != least)
  length(differing) > 0 && bits[differing[1]] > least[differing[1]]
}

is_hex <- function(atom, digits) protocol$is_like(atom, paste0("0x[0-9a-f]{", digits, "}"))

# The integer of a double that is one, except for -0.0; any other atom as it is.
whole <- function(atom) {
  if (!is_hex(atom, 16) || atom == "0x8000000000000000") return(atom)
  double <- readBin(protocol$bits(atom, 8), "double", endian = "little")
  if (is.finite(double) && double == trunc(double)) sprintf("%.0f", double) else atom
}

# Tells whether the elements of two sets can be paired; one moves to another partner to make room.
are_paired <- function(expected, found, tags) {
  if (!is.list(expected) || !is_list_like(expected, found)) return(FALSE)
  partners <- rep(NA, length(found)) # places among the expected
  tried <- NULL
  pair <- function(wanting) {
    for (place in seq_along(found)) {
      if (!tried[place] && same(expected[[wanting]], found[[place]], tags)) {
        tried[place] <<- TRUE
        if (is.na(partners[place]) || pair(partners[place])) {
          partners[place] <<- wanting
          return(TRUE)
        }
      }
    }
    FALSE
  }
  for (wanting in seq_along(expected)) {
    tried <- logical(length(found))
    if (!pair(wanting)) return(FALSE)
  }
  TRUE
}

# Messages

# The text of a failure: the reason, and what the question is about.
explained <- function(question, reason) {
  sentences <- vapply(question[["requirements"]], function(one) paste0(one[["id"]], ": ", one[["text"]]), "")
  paste(c(question[["summary"]], reason, paste("request  ", shown(question[["request"]])), sentences), collapse = "\n")
}

# The line that is printed after all questions, by the outcomes.
summary <- function(outcomes) {
  count <- function(...) sum(outcomes %in% c(...))
  line <- sprintf(
    "vectors: %d asked, %d passed, %d failed, %d declined",
    length(outcomes), count("pass", "roundtrip"), count("fail"), count("declined")
  )
  if (!count("roundtrip")) return(line)
  stricter <- "passed by the codec's own decoder alone, for which goldenwire check is stricter"
  paste0(line, "; ", count("roundtrip"), " ", stricter)
}

differs <- function(expected, found) {
  due <- paste(vapply(expected, shown, ""), collapse = "\nor        ")
  said <- if (has(found, "failed")) found[["failed"]] else shown(found[names(found) != "id"])
  paste0("expected  ", due, "\nfound     ", said)
}

shown <- function(value) {
  text <- tryCatch(protocol$write(value), error = function(e) paste(deparse(value), collapse = " "))
  if (nchar(text) > SHOWN) paste0(substr(text, 1, SHOWN), "... (", nchar(text), " characters)") else text
}
