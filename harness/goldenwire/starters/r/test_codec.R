# The worked examples of the specification and the golden vectors: Rscript --vanilla test_codec.R.
#
# What the codec does not do yet is skipped. Values of the examples are compared to the letter, but for NaNs; `goldenwire
# smoke --examples-of-spec` knows what else a format lets differ. `Rscript --vanilla test_codec.R daphne/csr` asks the
# vectors that have this in their names, alone; with GOLDENWIRE_VERBOSE=1 the outcome of each is printed.

source("codec.R")
judge <- new.env()
source("judge.R", local = judge)
FORMAT <- "sample"
EXPORT <- "@EXPORT@"

# The value as it stands in a reply.
as_json <- function(value) protocol$parse(protocol$write(value))

# What is wrong with what the codec makes of an example; "" if nothing is.
check <- function(example) {
  due <- c(list(example), example[["outcomes"]])
  context <- example[["context"]]
  found <- tryCatch(
    list(as_json(codec$decode(FORMAT, protocol$octets(example[["bytes"]]), context))),
    rejected = function(e) e
  )
  if (inherits(found, "rejected")) {
    refused <- any(vapply(due, function(outcome) "rejected" %in% names(outcome), NA))
    return(if (refused) "" else paste("refused:", found$code, "at", found$offset, found$message))
  }
  found <- found[[1]]
  is_due <- function(outcome) "value" %in% names(outcome) && judge$same(outcome[["value"]], found)
  if (!any(vapply(due, is_due, NA))) return(paste("found", protocol$write(found)))
  if (!isTRUE(example[["canonical"]])) return("")
  again <- as_json(codec$decode(FORMAT, codec$encode(FORMAT, found, context, NULL), context))
  if (judge$same(found, again)) "" else paste("came back as", protocol$write(again))
}

test_worked_examples <- function() {
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
  !counts[["FAIL"]]
}

# The outcome of a question, which is printed if it is a failure.
outcome_of <- function(question, name) {
  verdict <- judge$judge(question, function(request) protocol$parse(protocol$answer(codec, request)))
  if (Sys.getenv("GOLDENWIRE_VERBOSE") == "1") writeLines(paste(name, "...", verdict$outcome))
  if (verdict$outcome == "fail") {
    explained <- strsplit(judge$explained(question, verdict$reason), "\n", fixed = TRUE)[[1]]
    writeLines(c(paste("FAIL ", name), paste0("      ", explained)))
  }
  verdict$outcome
}

test_vectors <- function(selected) {
  file <- judge$questions("vectors.jsonl", EXPORT)
  if (!length(file$lines)) {
    writeLines(paste("vectors: no vectors.jsonl, which this makes:", EXPORT))
    return(TRUE)
  }
  chosen <- grep(selected, file$names, fixed = TRUE)
  outcomes <- vapply(chosen, function(i) outcome_of(judge$question(file, i), file$names[i]), "")
  writeLines(judge$summary(outcomes))
  if (!length(chosen)) writeLines(paste("no question has", selected, "in its name"))
  length(chosen) > 0 && !"fail" %in% outcomes
}

selected <- commandArgs(trailingOnly = TRUE)
good <- if (length(selected)) TRUE else test_worked_examples()
good <- tryCatch(test_vectors(c(selected, "")[1]), error = function(e) {
  base::write(paste("cannot read the tests:", conditionMessage(e)), stderr())
  FALSE
}) && good
quit("no", status = if (good) 0 else 1)
