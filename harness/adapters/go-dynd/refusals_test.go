package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestValuesThatCannotBeWritten(t *testing.T) {
	nulls := "[" + strings.Repeat("null,", 1<<20) + "null]"
	deep := strings.Repeat(`{"type":"array[Any]","value":`, 63) + `{"type":"int8","value":"5"}` + strings.Repeat("}", 63)
	deepInRow := `[{"type":"` + nested("(", 63, "", ")") + `","value":` + nested("[", 63, "", "]") + `}]`
	for _, test := range []struct {
		of, notation string
		class        Class
	}{
		{"int8", `true`, valueInvalid},
		{"int8", `5`, valueInvalid},
		{"int8", `"128"`, valueInvalid},
		{"int8", `"-129"`, valueInvalid},
		{"int8", `"05"`, valueInvalid},
		{"int8", `"-0"`, valueInvalid},
		{"uint8", `"-1"`, valueInvalid},
		{"uint64", `"18446744073709551616"`, valueInvalid},
		{"int128", `"170141183460469231731687303715884105728"`, valueInvalid},
		{"uint128", `"-1"`, valueInvalid},
		{"uint128", `"340282366920938463463374607431768211456"`, valueInvalid},
		{"bool", `"1"`, valueInvalid},
		{"bool", `null`, valueInvalid},
		{"float16", `"0x3f800000"`, valueInvalid},
		{"float32", `"0x3F800000"`, valueInvalid},
		{"float32", `"nan"`, valueInvalid},
		{"complex[float32]", `"0x3f800000"`, valueInvalid},
		{"complex[float32]", `["0x3f800000"]`, valueInvalid},
		{"void", `[]`, valueInvalid},
		{"bytes", `["00"]`, valueInvalid},
		{"bytes", `"0"`, valueInvalid},
		{"bytes", `"0G"`, valueInvalid},
		{"bytes[2]", `"00"`, valueInvalid},
		{"string", `null`, valueInvalid},
		{"string", `{"utf8":"eda080"}`, utf8Invalid},
		{"string", `"\ud800"`, utf8Invalid},
		{"string", `"\udc00\ud800"`, utf8Invalid},
		{"char", `{"utf8":"c3"}`, utf8Invalid},
		{"char", `""`, valueInvalid},
		{"char", `"ab"`, valueInvalid},
		{"type", `{"utf8":"ff"}`, utf8Invalid},
		{"type", `"int"`, typeSyntax},
		{"type", `"bytes[9223372036854775808]"`, typeRange},
		{"type", `"{x: int8, x: int8}"`, typeDupField},
		{"type", `"` + nested("(", 65, "", ")") + `"`, limitDepth},
		{"type", `"{` + strings.Repeat("x", 65528) + `: int8}"`, limitTypeLength},
		{"1 * array[Any]", `[{"type":"` + nested("(", 63, "", ")") + `","value":null}]`, valueInvalid},
		{"1 * array[Any]", deepInRow, limitDepth},
		{"2 * int8", `["1"]`, valueInvalid},
		{"2 * int8", `{}`, valueInvalid},
		{"var * int8", `"1"`, valueInvalid},
		{"(int8, int8)", `["1","2","3"]`, valueInvalid},
		{"{x: int8}", `{"x":"1"}`, valueInvalid},
		{"?int8", `"1"`, valueInvalid},
		{"?int8", `["1","2"]`, valueInvalid},
		{"?int8", `["-128"]`, sentinelCollision},
		{"?uint32", `["4294967295"]`, sentinelCollision},
		{"?float64", `["0x7ff00000000007a2"]`, sentinelCollision},
		{"?float64", `["0xfff00000000007a2"]`, naNoncanonical},
		{"?float32", `["0x7fc00000"]`, naNoncanonical},
		{"?complex[float32]", `[["0x7f8007a2","0x7f8007a2"]]`, sentinelCollision},
		{"array[Any]", `"1"`, valueInvalid},
		{"array[Any]", `{"type":"int8"}`, valueInvalid},
		{"array[Any]", `{"type":"Any","value":"1"}`, typeSyntax},
		{"array[int8]", `{"type":"uint8","value":"1"}`, arrayTypeMismatch},
		{"array[Any]", deep, limitDepth},
		{"var * void", nulls, limitElements},
		{"3 * Any", `[]`, typeSyntax},
	} {
		t.Run(test.of+" "+clip(test.notation), func(t *testing.T) {
			context, err := json.Marshal(map[string]string{"type": test.of})
			if err != nil {
				t.Fatal(err)
			}
			request := &Request{Op: "encode", Format: "dynd", Context: context, Value: json.RawMessage(test.notation)}
			if _, err := answer(request); classOf(err) != test.class || offsetOf(err) != noOffset {
				t.Errorf("expected %q without an offset, found %v at %d", test.class, err, offsetOf(err))
			}
		})
	}
}

func TestReplies(t *testing.T) {
	for _, test := range []struct{ name, line, beginning string }{
		{"no JSON", `{`, `{"failed":`},
		{"an unknown operation", `{"id":7,"op":"x"}`, `{"id":7,"unsupported":`},
		{"another format", `{"id":7,"op":"decode","format":"x","bytes":""}`, `{"id":7,"unsupported":`},
		{"no context", `{"id":7,"op":"decode","format":"dynd","bytes":""}`, `{"id":7,"failed":`},
		{"a profile", `{"id":7,"op":"decode","format":"dynd","context":{"type":"array[Any]","profile":"cbor"}}`,
			`{"id":7,"unsupported":`},
		{"a profile that is null", `{"id":7,"op":"encode","format":"dynd","context":{"type":"int8","profile":null},"value":"1"}`,
			`{"id":7,"unsupported":`},
		{"a plan that is null", `{"id":7,"op":"encode","format":"dynd","context":{"type":"int8"},"value":"1","plan":null}`,
			`{"id":7,"bytes":"01"}`},
		{"no hexadecimal digits", `{"id":7,"op":"decode","format":"dynd","context":{"type":"bool"},"bytes":"x"}`,
			`{"id":7,"failed":`},
		{"no value", `{"id":7,"op":"encode","format":"dynd","context":{"type":"bool"}}`, `{"id":7,"failed":`},
		{"null, a value", `{"id":7,"op":"encode","format":"dynd","context":{"type":"void"},"value":null}`,
			`{"id":7,"bytes":""}`},
		{"escapes", `{"id":7,"op":"encode","format":"dynd","context":{"type":"string"},"value":"\ud83d\ude00\\ud800"}`,
			`{"id":7,"bytes":"0af09f98805c7564383030"}`},
		{"a pattern", `{"id":7,"op":"decode","format":"dynd","context":{"type":"3 * Any"},"bytes":"00"}`,
			`{"id":7,"rejected":{"code":"TYPE_SYNTAX","offset":0,"message":"DYND-DES-04: `},
	} {
		t.Run(test.name, func(t *testing.T) {
			if reply := string(replyToLine([]byte(test.line))); !strings.HasPrefix(reply, test.beginning) {
				t.Errorf("expected %s, found %s", test.beginning, reply)
			}
		})
	}
}
