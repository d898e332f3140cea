package main

import "fmt"

// Class is an error class; the specification has no others.
type Class string

// The classes, in the order of section 15.
const (
	truncated         Class = "TRUNCATED"
	trailingBytes     Class = "TRAILING_BYTES"
	boolInvalid       Class = "BOOL_INVALID"
	varintNonminimal  Class = "VARINT_NONMINIMAL"
	varintOverflow    Class = "VARINT_OVERFLOW"
	utf8Invalid       Class = "UTF8_INVALID"
	optionTagInvalid  Class = "OPTION_TAG_INVALID"
	naNoncanonical    Class = "NA_NONCANONICAL"
	typeSyntax        Class = "TYPE_SYNTAX"
	typeRange         Class = "TYPE_RANGE"
	typeDupField      Class = "TYPE_DUP_FIELD"
	arrayTypeMismatch Class = "ARRAY_TYPE_MISMATCH"
	limitDepth        Class = "LIMIT_DEPTH"
	limitTypeLength   Class = "LIMIT_TYPE_LENGTH"
	limitElements     Class = "LIMIT_ELEMENTS"
	sentinelCollision Class = "SENTINEL_COLLISION"
	valueInvalid      Class = "VALUE_INVALID"
)

// noOffset stands where there are no bytes to point at: in encoding.
const noOffset = -1

// Refusal is the codec's no to bytes, a value or a type.
type Refusal struct {
	class       Class
	requirement string // its id, without DYND-
	offset      int    // in bytes from the start of the input, or noOffset
	message     string // for people: what was expected, what was found
}

// Error says which requirement is not met, and how.
func (r *Refusal) Error() string {
	return fmt.Sprintf("DYND-%s: %s", r.requirement, r.message)
}

// refuse returns a Refusal whose message is formatted as by fmt.Sprintf.
func refuse(class Class, requirement string, offset int, format string, arguments ...any) error {
	return &Refusal{class, requirement, offset, fmt.Sprintf(format, arguments...)}
}
