package main

import "strings"

// Kind says which rule the bytes of a type follow.
type Kind int

// The kinds; a struct is a tuple whose fields have names, which only its type string shows.
const (
	kindScalar     Kind = iota // bool, numbers, complex numbers
	kindVoid                   // void
	kindBytes                  // bytes
	kindFixedBytes             // bytes[N]
	kindString                 // string
	kindChar                   // char
	kindType                   // type
	kindFixedDim               // N * T
	kindVarDim                 // var * T
	kindTuple                  // (T0, ...), {f0: T0, ...}
	kindOption                 // ?T
	kindPointer                // pointer[T]
	kindArray                  // array[T]; array[Any] has no part
)

// Type is a type of the grammar. It is not changed once it is made.
type Type struct {
	kind    Kind
	text    string  // the type string; equal for equal types, and for no others
	scalar  *Scalar // of a kindScalar
	size    uint64  // the N of bytes[N] and N * T
	parts   []*Type
	depth   int
	minSize uint64 // the least number of bytes of a value, or saturated
}

// newType returns a type made of parts, with its depth and min_size (section 13).
func newType(kind Kind, text string, size uint64, parts ...*Type) *Type {
	t := &Type{kind: kind, text: text, size: size, parts: parts, depth: 1}
	for _, part := range parts {
		if part.depth >= t.depth {
			t.depth = part.depth + 1
		}
	}
	t.minSize = t.leastBytes()
	return t
}

func (t *Type) leastBytes() uint64 {
	switch t.kind {
	case kindVoid:
		return 0
	case kindFixedBytes:
		return t.size
	case kindFixedDim:
		return product(t.size, t.parts[0].minSize)
	case kindTuple:
		total := uint64(0)
		for _, field := range t.parts {
			total = sum(total, field.minSize)
		}
		return total
	case kindPointer:
		return t.parts[0].minSize
	case kindOption:
		return uint64(max(1, len(t.sentinel())))
	}
	return 1 // a prefix, or a char
}

// sentinel returns the bytes that stand for missing in an option, or nothing if it has the tag form (OPT-02, PTR-03).
func (t *Type) sentinel() string {
	if content := t.parts[0]; content.kind == kindScalar {
		return content.scalar.sentinel
	}
	return ""
}

// Form says which bits of a scalar mean what.
type Form int

// The forms.
const (
	formBool Form = iota
	formSigned
	formUnsigned
	formFloat
	formComplex // two floats
)

// Scalar is bool, a number or a complex number.
type Scalar struct {
	name     string
	width    int // in bytes
	form     Form
	sentinel string // as stored, or empty
	infinity string // the bits of +inf, high byte first, if ?T has no other NaN than the sentinel (OPT-06)
}

const (
	missing32 = "\xa2\x07\x80\x7f"
	missing64 = "\xa2\x07\x00\x00\x00\x00\xf0\x7f"
)

// lowest returns the least signed integer of a width in bytes, as stored.
func lowest(width int) string {
	return strings.Repeat("\x00", width-1) + "\x80"
}

var scalars = []Scalar{
	{"bool", 1, formBool, "\x02", ""},
	{"int8", 1, formSigned, lowest(1), ""},
	{"int16", 2, formSigned, lowest(2), ""},
	{"int32", 4, formSigned, lowest(4), ""},
	{"int64", 8, formSigned, lowest(8), ""},
	{"int128", 16, formSigned, lowest(16), ""},
	{"uint8", 1, formUnsigned, "", ""},
	{"uint16", 2, formUnsigned, "", ""},
	{"uint32", 4, formUnsigned, "\xff\xff\xff\xff", ""},
	{"uint64", 8, formUnsigned, "", ""},
	{"uint128", 16, formUnsigned, "", ""},
	{"float16", 2, formFloat, "", ""},
	{"float32", 4, formFloat, missing32, "\x7f\x80\x00\x00"},
	{"float64", 8, formFloat, missing64, "\x7f\xf0\x00\x00\x00\x00\x00\x00"},
	{"float128", 16, formFloat, "", ""},
	{"complex[float32]", 8, formComplex, missing32 + missing32, ""},
	{"complex[float64]", 16, formComplex, missing64 + missing64, ""},
}

// words are the types whose type string has no part, by that string.
var words = func() map[string]*Type {
	found := map[string]*Type{}
	for i := range scalars {
		s := &scalars[i]
		found[s.name] = &Type{kind: kindScalar, text: s.name, scalar: s, depth: 1, minSize: uint64(s.width)}
	}
	for text, kind := range map[string]Kind{
		"void": kindVoid, "bytes": kindBytes, "string": kindString, "char": kindChar, "type": kindType,
	} {
		found[text] = newType(kind, text, 0)
	}
	return found
}()

// checkBool refuses a bool that is neither false nor true (BOOL-02).
func (s *Scalar) checkBool(bits string, offset int) error {
	if s.form == formBool && bits[0] > 1 {
		return refuse(boolInvalid, "BOOL-02", offset, "expected 00 or 01 for bool, found %02x", bits[0])
	}
	return nil
}

// checkAvailable refuses a NaN that is not the sentinel where an option stands (OPT-06, policy reject).
func (s *Scalar) checkAvailable(bits string, offset int) error {
	if s.infinity == "" {
		return nil
	}
	magnitude := reversed(bits)
	magnitude[0] &= 0x7f // without the sign
	if string(magnitude) > s.infinity {
		return refuse(naNoncanonical, "OPT-06", offset,
			"expected a number or the sentinel for ?%s, found the NaN 0x%x", s.name, reversed(bits))
	}
	return nil
}

// reversed returns the bytes from last to first.
func reversed(bytes string) []byte {
	found := make([]byte, len(bytes))
	for i := range found {
		found[i] = bytes[len(bytes)-1-i]
	}
	return found
}
