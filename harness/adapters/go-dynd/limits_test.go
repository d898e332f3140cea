package main

import (
	"runtime"
	"strings"
	"testing"
)

// nested returns a text within so many pairs of others.
func nested(open string, n int, inner, shut string) string {
	return strings.Repeat(open, n) + inner + strings.Repeat(shut, n)
}

// sized returns text after its size, as string and type are stored.
func sized(text string) string {
	e := encoder{}
	e.varint(uint64(len(text)))
	return string(append(e.out, text...))
}

func TestTypeStrings(t *testing.T) {
	const largest = "9223372036854775807"
	for _, test := range []struct {
		text  string
		class Class // empty: accepted
	}{
		{"?var * string", ""},
		{largest + " * bytes[" + largest + "]", ""},
		{"{type: type, var: var * int8, '': (), _1: {}}", ""},
		{`{'\u00e9\u007f\u0000\uffff\U0010ffff\b\f\n\r\t\'\\"/': int8}`, ""},
		{"array[array[Any]]", ""},
		{nested("(", 64, "", ")"), ""},
		{nested("(", 65, "", ")"), limitDepth},
		{nested("(", 64, "", ""), typeSyntax},
		{nested("(", 64, "Any", ")"), typeSyntax},
		{nested("?pointer[", 31, "?void", "]"), ""},
		{nested("?pointer[", 32, "void", "]"), limitDepth},
		{nested("?pointer[", 31, "?array[Any]", "]"), ""},
		{nested("array[", 63, "array[Any]", "]"), ""},
		{strings.Repeat("var * ", 64) + "int8", limitDepth},
		{strings.Repeat("?", 65535), typeSyntax},
		{strings.Repeat("(", 65535), limitDepth},
		{"", typeSyntax},
		{"??int8", typeSyntax},
		{"Any", typeSyntax},
		{"array[]", typeSyntax},
		{"array[3 * Any]", typeSyntax},
		{"complex[float16]", typeSyntax},
		{"complex[int8]", typeSyntax},
		{"int8 ", typeSyntax},
		{"(int8,int8)", typeSyntax},
		{"(int8, )", typeSyntax},
		{"{x:int8}", typeSyntax},
		{"{'x': int8}", typeSyntax},
		{"{'é': int8}", typeSyntax},
		{`{'\u0061 ': int8}`, typeSyntax},
		{`{'\u00E9': int8}`, typeSyntax},
		{`{'\ud800': int8}`, typeSyntax},
		{`{'\u000a': int8}`, typeSyntax},
		{`{'\U0000e900': int8}`, typeSyntax},
		{`{'\U00110000': int8}`, typeSyntax},
		{`{'\+00e9': int8}`, typeSyntax},
		{"{x: int8, x: Any}", typeDupField},
		{"{x: Any, x: int8}", typeSyntax},
		{"03 * int8", typeSyntax},
		{"var*int8", typeSyntax},
		{"3 *int8", typeSyntax},
		{"9223372036854775808 * Any", typeRange},
		{"bytes[0]", typeRange},
		{"bytes[00]", typeSyntax},
		{"bytes[9223372036854775808]", typeRange},
		{"bytes[]", typeSyntax},
		{"a\xff", utf8Invalid},
	} {
		t.Run(clip(test.text), func(t *testing.T) {
			if _, err := parseType(test.text, 0); classOf(err) != test.class {
				t.Errorf("expected %q, found %v", test.class, err)
			}
		})
	}
}

func TestLimitsOfData(t *testing.T) {
	arrays := func(n int, inner string) string { return strings.Repeat(sized("array[Any]"), n) + inner }
	million := strings.Repeat("1024 * ", 2)
	for _, test := range []struct {
		name, of, input string
		class           Class // empty: accepted
		offset          int
	}{
		{"2^20 without bytes", "var * void", "\x80\x80\x40", "", 0},
		{"2^20 + 1 without bytes", "var * void", "\x81\x80\x40", limitElements, 3},
		{"a matrix without bytes", million + "void", "", limitElements, 0},
		{"2^20 rows of no elements", "1048576 * 0 * int8", "", "", 0},
		{"a type and 2^20 without bytes", "(void, var * ())", "\x80\x80\x40", limitElements, 3},
		{"more than any input", "9223372036854775807 * 9223372036854775807 * 4 * int8", "", truncated, 0},
		{"2^63 - 1 without bytes", "(int8, 9223372036854775807 * ())", "\x00", limitElements, 1},
		{"2^64 - 1 bytes", "bytes", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", truncated, 10},
		{"2^64 bytes of elements", "4 * (int8, 4611686018427387903 * int8)", "\x00", truncated, 0},
		{"a varint of 65 bits", "bytes", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", varintOverflow, 0},
		{"an array of depth 63 in a row", "1 * array[Any]", sized(nested("(", 63, "", ")")), limitDepth, 1},
		{"an array of depth 62 in a row", "1 * array[Any]", sized(nested("(", 62, "", ")")), "", 0},
		{"a negative number and -inf in options", "2 * ?float32", "\x00\x00\x80\xbf\x00\x00\x80\xff", "", 0},
		{"a negative NaN in an option", "?float32", "\x01\x00\x80\xff", naNoncanonical, 0},
		{"63 arrays", "array[Any]", arrays(62, sized("int8")+"\x05"), "", 0},
		{"64 arrays", "array[Any]", arrays(63, sized("int8")+"\x05"), limitDepth, 63*11 + 1},
		{"a deep type in an array", "array[Any]", sized(nested("(", 64, "", ")")), limitDepth, 2},
		{"a deep type as a value", "(array[Any])", sized("type") + sized(nested("(", 64, "", ")")), "", 0},
		{"a type string of 65535 bytes", "type", sized("{" + strings.Repeat("x", 65527) + ": int8}"), "", 0},
		{"a type string of 65536 bytes", "type", "\x80\x80\x04", limitTypeLength, 0},
		{"an option at a depth with a tag", "?pointer[()]", "\x01", "", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			of, err := readType(test.of, 0)
			if err != nil {
				t.Fatal(err)
			}
			value, err := decode(of, test.input)
			if classOf(err) != test.class || err != nil && offsetOf(err) != test.offset {
				t.Fatalf("expected %q at %d, found %v at %d", test.class, test.offset, err, offsetOf(err))
			}
			if err != nil {
				return
			}
			if again, err := encode(of, value); err != nil || string(again) != test.input {
				t.Errorf("encodes as %x: %v", clip(string(again)), err)
			}
		})
	}
}

func TestCountsReserveNoMoreThanTheInputCouldFill(t *testing.T) {
	of, err := readType(strings.Repeat("var * ", 63)+"bool", 0)
	if err != nil {
		t.Fatal(err)
	}
	input := strings.Repeat("\x80\x80\x20", 63) + strings.Repeat("\x02", 1<<20) // 2^19 rows of 2^19 rows of ...
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = decode(of, input)
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; classOf(err) != boolInvalid || used > uint64(32*len(input)) {
		t.Errorf("%d bytes of memory for %v", used, err)
	}
}
