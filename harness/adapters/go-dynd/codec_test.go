package main

import (
	"encoding/json"
	"errors"
	"math/rand"
	"reflect"
	"strings"
	"testing"
)

const rounds = 4000

// eachRandom calls the function with random types, values of them, and their bytes.
func eachRandom(t *testing.T, seed int64, f func(r *rand.Rand, of *Type, value Value, data string)) {
	r := rand.New(rand.NewSource(seed))
	for i := 0; i < rounds && !t.Failed(); i++ {
		of, err := parseType(randomType(r, 1+r.Intn(6)), 0)
		if err != nil {
			t.Fatal(err)
		}
		value := randomValue(r, of, 1)
		data, err := encode(of, value)
		if err != nil {
			t.Fatalf("%s: %v: %v", of.text, value, err)
		}
		f(r, of, value, string(data))
	}
}

func classOf(err error) Class {
	var refusal *Refusal
	if errors.As(err, &refusal) {
		return refusal.class
	}
	return ""
}

func offsetOf(err error) int {
	var refusal *Refusal
	if errors.As(err, &refusal) {
		return refusal.offset
	}
	return noOffset
}

func TestDecodingGivesBackWhatWasEncoded(t *testing.T) {
	eachRandom(t, 1, func(_ *rand.Rand, of *Type, value Value, data string) {
		found, err := decode(of, data)
		if err != nil || !reflect.DeepEqual(found, value) {
			t.Errorf("%s: %x: %v: expected %#v, found %#v", of.text, data, err, value, found)
		}
		if uint64(len(data)) < of.minSize {
			t.Errorf("%s: %d bytes are fewer than the least size %d", of.text, len(data), of.minSize)
		}
	})
}

func TestNotationGivesBackWhatWasWritten(t *testing.T) {
	eachRandom(t, 2, func(_ *rand.Rand, of *Type, value Value, _ string) {
		text := appendValue(nil, of, value)
		var notation any
		if err := json.Unmarshal(text, &notation); err != nil {
			t.Fatalf("%s: %s: %v", of.text, text, err)
		}
		found, err := parseValue(of, notation)
		if err != nil || !reflect.DeepEqual(found, value) {
			t.Errorf("%s: %s: %v: expected %#v, found %#v", of.text, text, err, value, found)
		}
	})
}

func TestEveryProperPrefixIsTruncated(t *testing.T) {
	eachRandom(t, 3, func(_ *rand.Rand, of *Type, _ Value, data string) {
		for i := 0; i < len(data); i += 1 + len(data)/64 {
			if _, err := decode(of, data[:i]); classOf(err) != truncated || offsetOf(err) > i {
				t.Errorf("%s: the first %d bytes of %x: %v at %d", of.text, i, data, err, offsetOf(err))
			}
		}
	})
}

func TestEveryExtensionHasTrailingBytes(t *testing.T) {
	eachRandom(t, 4, func(r *rand.Rand, of *Type, _ Value, data string) {
		if _, err := decode(of, data+randomBytes(r, 2)); classOf(err) != trailingBytes || offsetOf(err) != len(data) {
			t.Errorf("%s: two bytes more than %x: %v at %d", of.text, data, err, offsetOf(err))
		}
	})
}

func TestDamageIsRefusedOrIsAnotherValue(t *testing.T) {
	eachRandom(t, 5, func(r *rand.Rand, of *Type, _ Value, data string) {
		for i := 0; i < 10; i++ {
			input := damaged(r, data)
			value, err := decode(of, input)
			if err != nil {
				if classOf(err) == "" || offsetOf(err) < 0 || offsetOf(err) > len(input) {
					t.Errorf("%s: %x: %v at %d", of.text, input, err, offsetOf(err))
				}
				continue
			}
			if again, err := encode(of, value); err != nil || string(again) != input {
				t.Errorf("%s: %x becomes %x: %v", of.text, input, again, err)
			}
		}
	})
}

func TestValuesOfOtherTypesAreRefusedOrWritten(t *testing.T) {
	var texts []string
	eachRandom(t, 6, func(_ *rand.Rand, of *Type, value Value, _ string) {
		texts = append(texts, string(appendValue(nil, of, value)))
	})
	r := rand.New(rand.NewSource(7))
	eachRandom(t, 8, func(_ *rand.Rand, of *Type, _ Value, _ string) {
		var notation any
		if err := json.Unmarshal([]byte(texts[r.Intn(len(texts))]), &notation); err != nil {
			t.Fatal(err)
		}
		value, err := parseValue(of, notation)
		if err == nil {
			_, err = encode(of, value)
		}
		if err != nil && classOf(err) == "" {
			t.Errorf("%s: %v: %v", of.text, notation, err)
		}
	})
}

func TestDamagedTypeStringsAreRefusedOrAreTypes(t *testing.T) {
	tokens := []string{
		"?", "(", ")", "{", "}", ", ", ": ", " * ", "var * ", "3 * ", "0 * ", "int8", "bool", "bytes[", "bytes", "4]", "]",
		"array[", "array[Any]", "pointer[", "complex[float32]", "x", "'a b'", "'", `\u00e9`, "9223372036854775808", " ",
	}
	r := rand.New(rand.NewSource(9))
	for i := 0; i < 20*rounds; i++ {
		text := randomType(r, 5)
		for n := r.Intn(3); n > 0; n-- {
			at := r.Intn(len(text) + 1)
			end := min(len(text), at+r.Intn(3))
			text = text[:at] + tokens[r.Intn(len(tokens))] + text[end:]
		}
		of, err := parseType(text, 7)
		if err == nil && (of.text != text || of.depth > maxDepth) {
			t.Fatalf("%q becomes %q of depth %d", text, of.text, of.depth)
		}
		if err != nil && (!strings.HasPrefix(string(classOf(err)), "TYPE_") || offsetOf(err) != 7) {
			t.Fatalf("%q: %v at %d", text, err, offsetOf(err))
		}
	}
}

// FuzzDecode is for `go test -fuzz=Decode`.
func FuzzDecode(f *testing.F) {
	f.Add("array[Any]", "\x0a"+"array[Any]\x04bool\x01")
	f.Add("var * ?{x: string, y: ?float64}", "\x01\x01\x02ab\xa2\x07\x00\x00\x00\x00\xf0\x7f")
	f.Fuzz(func(t *testing.T, text, input string) {
		of, err := readType(text, 0)
		if err != nil {
			return
		}
		value, err := decode(of, input)
		if err != nil {
			return
		}
		if again, err := encode(of, value); err != nil || string(again) != input {
			t.Errorf("%s: %x becomes %x: %v", text, input, again, err)
		}
	})
}
