# Plays the rows of tests/starters/judgements.py to the starter's judge.

options(warn = 2) # warnings are errors
protocol <- new.env()
source("protocol.R", local = protocol)
judge <- new.env()
source("judge.R", local = judge)

played <- function(row) {
  asked <- list()
  verdict <- judge$judge(row[["question"]], function(request) {
    asked[[length(asked) + 1]] <<- request
    if (length(asked) > length(row[["replies"]])) list(failed = "asked too often") else row[["replies"]][[length(asked)]]
  })
  list(outcome = verdict$outcome, asked = asked[-1])
}

for (line in readLines(file("stdin"), warn = FALSE)) {
  writeLines(protocol$write(played(protocol$parse(line))), useBytes = TRUE)
}
