package main

import (
	"fmt"
	"math/rand"
	"strings"
)

// randomType returns a type string of at most so many levels.
func randomType(r *rand.Rand, levels int) string {
	if levels <= 1 || r.Intn(4) == 0 {
		return randomLeaf(r)
	}
	part := func() string { return randomType(r, levels-1) }
	switch r.Intn(8) {
	case 0:
		return fmt.Sprintf("%d * %s", r.Intn(4), part())
	case 1:
		return "var * " + part()
	case 2:
		return "(" + strings.Join([]string{part(), part()}, ", ") + ")"
	case 3:
		return fmt.Sprintf(`{x: %s, 'it\'s': %s, '\u00e9\U0001f600': %s}`, part(), part(), part())
	case 4:
		return "pointer[" + part() + "]"
	case 5:
		return "array[" + part() + "]"
	default:
		if content := part(); content[0] != '?' {
			return "?" + content
		}
		return "?" + randomLeaf(r)
	}
}

func randomLeaf(r *rand.Rand) string {
	others := []string{"void", "bytes", "string", "char", "type", "bytes[3]", "array[Any]", "()", "{}", "0 * int8"}
	if n := r.Intn(len(scalars) + len(others)); n < len(scalars) {
		return scalars[n].name
	} else {
		return others[n-len(scalars)]
	}
}

// randomValue returns a value of the type that stands at the level.
func randomValue(r *rand.Rand, t *Type, level int) Value {
	switch t.kind {
	case kindScalar:
		return randomScalar(r, t.scalar)
	case kindVoid:
		return nil
	case kindBytes:
		return randomBytes(r, r.Intn(5))
	case kindFixedBytes:
		return randomBytes(r, int(t.size))
	case kindString:
		return strings.Repeat(randomChar(r), r.Intn(130))
	case kindChar:
		return randomChar(r)
	case kindType:
		return randomType(r, 4)
	case kindFixedDim:
		return randomList(int(t.size), func(int) Value { return randomValue(r, t.parts[0], level+1) })
	case kindVarDim:
		return randomList(r.Intn(4), func(int) Value { return randomValue(r, t.parts[0], level+1) })
	case kindTuple:
		return randomList(len(t.parts), func(i int) Value { return randomValue(r, t.parts[i], level+1) })
	case kindPointer:
		return randomValue(r, t.parts[0], level+1)
	case kindOption:
		return randomOption(r, t, level)
	default:
		of, err := parseType(randomType(r, min(3, maxDepth-level)), 0)
		if len(t.parts) > 0 || err != nil {
			of = t.parts[0]
		}
		return Array{of, randomValue(r, of, level+1)}
	}
}

func randomOption(r *rand.Rand, t *Type, level int) Value {
	content := randomValue(r, t.parts[0], level+1)
	isMissing := r.Intn(3) == 0
	if bits, ok := content.(string); ok && t.sentinel() != "" {
		isMissing = isMissing || bits == t.sentinel() || t.parts[0].scalar.checkAvailable(bits, 0) != nil
	}
	if isMissing {
		return Option{}
	}
	return Option{true, content}
}

func randomList(length int, element func(int) Value) Value {
	values := make([]Value, length)
	for i := range values {
		values[i] = element(i)
	}
	return values
}

// randomScalar returns the bits of any value, special ones often.
func randomScalar(r *rand.Rand, s *Scalar) string {
	if s.form == formBool {
		return string([]byte{byte(r.Intn(2))})
	}
	if s.sentinel != "" && r.Intn(4) == 0 {
		return s.sentinel
	}
	return randomBytes(r, s.width)
}

func randomBytes(r *rand.Rand, size int) string {
	found := make([]byte, size)
	for i := range found {
		found[i] = "\x00\x01\x7f\x80\xff"[r.Intn(5)]
		if r.Intn(2) == 0 {
			found[i] = byte(r.Intn(256))
		}
	}
	return string(found)
}

func randomChar(r *rand.Rand) string {
	return string([]rune("a\x00\n\"\\\x7fé\u2028\ufeff\uffff€😀\U0010ffff")[r.Intn(13)])
}

// damaged returns the bytes with one to three of them changed, put in or left out.
func damaged(r *rand.Rand, data string) string {
	for i := 1 + r.Intn(3); i > 0; i-- {
		at := r.Intn(len(data) + 1)
		switch next := min(at+1, len(data)); r.Intn(3) {
		case 0:
			data = data[:at] + randomBytes(r, 1) + data[next:]
		case 1:
			data = data[:at] + randomBytes(r, 1) + data[at:]
		default:
			data = data[:at] + data[next:]
		}
	}
	return data
}
