package main

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// appendText appends a JSON string with no more escapes than JSON demands; the text is well-formed.
func appendText(out []byte, text string) []byte {
	const lowerHex = "0123456789abcdef"
	out = append(out, '"')
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"' || c == '\\':
			out = append(out, '\\', c)
		case c < 0x20:
			out = append(out, '\\', 'u', '0', '0', lowerHex[c>>4], lowerHex[c&15])
		default:
			out = append(out, c)
		}
	}
	return append(out, '"')
}

// appendMessage appends text for people, which need not be well-formed, as a JSON string.
func appendMessage(out []byte, message string) []byte {
	return appendText(out, strings.ToValidUTF8(message, string(utf8.RuneError)))
}

// hasLoneSurrogate says whether a string in legal JSON has half of a surrogate pair as an escape. The standard library
// reads it as U+FFFD, which would change the text.
func hasLoneSurrogate(json []byte) bool {
	for i := 0; i < len(json); i++ {
		if json[i] != '\\' {
			continue
		}
		switch unit := escapedUnit(json[i:]); {
		case unit>>10 == 0xd800>>10 && escapedUnit(json[i+6:])>>10 == 0xdc00>>10:
			i += 11
		case unit>>11 == 0xd800>>11:
			return true
		default:
			i++ // the next character is escaped
		}
	}
	return false
}

// escapedUnit returns the code unit of an escape \uXXXX that the JSON begins with, or 0.
func escapedUnit(json []byte) uint64 {
	if len(json) < 6 || json[0] != '\\' || json[1] != 'u' {
		return 0
	}
	unit, err := strconv.ParseUint(string(json[2:6]), 16, 16)
	if err != nil {
		return 0
	}
	return unit
}
