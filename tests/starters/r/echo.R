# Says back what it is told, by the starter's protocol.R: what tests/starters/hostile.py describes.

protocol <- new.env()
source("protocol.R", local = protocol)

hello <- function() {
  formats <- list(echo = list(operations = list("decode", "encode", "transcode")))
  list(codec = list(name = "echo", version = "1", language = "R"), formats = formats)
}

said <- list(
  rejected = function(data, context) protocol$rejected(context[["code"]], length(data), context[["message"]]),
  unsupported = function(data, context) protocol$unsupported(context[["message"]]),
  failed = function(data, context) stop(context[["message"]])
)

atoms <- list(
  integer = function(data, context) protocol$integer_of(data, context[["signed"]]),
  bits = function(data, context) protocol$bits_of(data),
  octets = function(data, context) protocol$octets_of(data),
  text = function(data, context) protocol$text_of(data),
  boolean = function(data, context) data == 1
)

decode <- function(format, data, context) {
  if (!is.list(context)) return(context)
  answer <- c(said[context[["say"]]], atoms[context[["atom"]]])
  if (length(answer)) answer[[1]](data, context) else context
}

encode <- function(format, value, context, plan) {
  if (!is.null(plan)) return(protocol$octets(plan))
  size <- as.numeric(context[["size"]])
  switch(context[["atom"]],
    integer = protocol$integer(value, size, context[["signed"]]),
    bits = protocol$bits(value, size),
    octets = protocol$octets(value),
    text = protocol$text(value),
    boolean = as.raw(protocol$boolean(value))
  )
}

transcode <- function(format, data, context) data

protocol$serve(list(hello = hello, decode = decode, encode = encode, transcode = transcode))
