# The worked examples of the specification, a line each: Rscript --vanilla test_codec.R.
#
# What the codec does not do yet is skipped. Values are compared to the letter, but for NaNs; `goldenwire smoke
# --examples-of-spec` knows what else a format lets differ.

source("codec.R")
FORMAT <- "sample"

# Whether two values are the same; {"nan":"8"} stands for any NaN of eight digits.
same <- function(expected, found) {
  if (!is.list(expected)) return(identical(expected, found))
  names <- names(expected)
  if (identical(names, "nan") && is.character(expected[["nan"]])) {
    return(protocol$is_text(found) && nchar(found) == 2 + as.numeric(expected[["nan"]]))
  }
  if (!is.list(found) || !identical(sort(names), sort(names(found)))) return(FALSE)
  if (!is.null(names)) found <- found[names]
  length(expected) == length(found) && all(mapply(same, expected, found))
}

# What is wrong with what the codec makes of an example; "" if nothing is.
check <- function(example) {
  due <- c(list(example), example[["outcomes"]])
  context <- example[["context"]]
  found <- tryCatch(
    list(codec$decode(FORMAT, protocol$octets(example[["bytes"]]), context)),
    rejected = function(e) e
  )
  if (inherits(found, "rejected")) {
    refused <- any(vapply(due, function(outcome) "rejected" %in% names(outcome), NA))
    return(if (refused) "" else paste("refused:", found$code, "at", found$offset, found$message))
  }
  found <- found[[1]]
  is_due <- function(outcome) "value" %in% names(outcome) && same(outcome[["value"]], found)
  if (!any(vapply(due, is_due, NA))) return(paste("found", protocol$write(found)))
  if (!isTRUE(example[["canonical"]])) return("")
  again <- codec$decode(FORMAT, codec$encode(FORMAT, found, context, NULL), context)
  if (same(found, again)) "" else paste("came back as", protocol$write(again))
}

outcomes <- vapply(readLines("examples.jsonl"), USE.NAMES = FALSE, FUN.VALUE = "", function(line) {
  example <- protocol$parse(line)
  fault <- tryCatch(check(example), unsupported = function(e) NA, error = conditionMessage)
  outcome <- if (is.na(fault)) "skip" else if (fault == "") "pass" else "FAIL"
  cat(sprintf("%s  Example %s: %s\n", outcome, example[["example"]], example[["title"]]))
  if (outcome == "FAIL") cat("     ", fault, "\n")
  outcome
})
counts <- table(factor(outcomes, c("pass", "skip", "FAIL")))
cat(sprintf("%d pass, %d skipped, %d fail\n", counts[["pass"]], counts[["skip"]], counts[["FAIL"]]))
quit("no", status = min(1, counts[["FAIL"]]))
