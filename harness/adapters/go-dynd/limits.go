package main

import "math/bits"

// The limits of section 13, and the largest number of a type string.
const (
	maxDepth      = 64
	maxTypeLength = 65535
	maxZeroWidth  = 1 << 20
	maxNumber     = 1<<63 - 1
)

// saturated stands for every number of bytes that no input can have (LIM-07).
const saturated = 1<<64 - 1

// sum returns a + b, or saturated.
func sum(a, b uint64) uint64 {
	total, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		return saturated
	}
	return total
}

// product returns a * b, or saturated.
func product(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	if high != 0 {
		return saturated
	}
	return low
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}

func max(a, b int) int {
	if a > b {
		return a
	}
	return b
}

// counter is the number of zero-width elements met in one call; it never passes maxZeroWidth.
type counter uint64

// add counts n values of type t that begin at the offset, if t is zero-width, or refuses with LIMIT_ELEMENTS (LIM-05).
func (c *counter) add(n uint64, t *Type, offset int) error {
	if t.minSize > 0 {
		return nil
	}
	if n > maxZeroWidth-uint64(*c) {
		return refuse(limitElements, "LIM-05", offset,
			"expected at most %d elements without bytes in all, found %d after %d others", maxZeroWidth, n, uint64(*c))
	}
	*c += counter(n)
	return nil
}

// checkTypeLength refuses the size of a type string above the limit with LIMIT_TYPE_LENGTH (LIM-02, LIM-05).
func checkTypeLength(size uint64, offset int) error {
	if size > maxTypeLength {
		return refuse(limitTypeLength, "LIM-05", offset,
			"expected a type string of at most %d bytes, found %d", maxTypeLength, size)
	}
	return nil
}

// checkReach refuses the content type of an array that stands at the level with LIMIT_DEPTH (LIM-01, LIM-05).
func checkReach(content *Type, level, offset int) error {
	if level+content.depth > maxDepth {
		return refuse(limitDepth, "LIM-05", offset,
			"a type of depth %d in an array at level %d reaches below level %d", content.depth, level, maxDepth)
	}
	return nil
}
