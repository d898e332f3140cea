package main

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// shortEscapes are the characters with an escape of one letter, by that letter.
var shortEscapes = map[byte]rune{'\'': '\'', '\\': '\\', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// name returns the field name that comes next, its escapes resolved (TYPE-04).
func (p *typeParser) name() (string, error) {
	start := p.pos
	if !p.accept("'") {
		name := p.run(isNameByte)
		if !isBare(name) {
			p.pos = start
			return "", p.syntax("a field name")
		}
		return name, nil
	}
	var name strings.Builder
	for !p.accept("'") {
		character, err := p.character()
		if err != nil {
			return "", err
		}
		name.WriteRune(character)
	}
	if isBare(name.String()) {
		p.pos = start
		return "", p.syntax("a plain name without quotes")
	}
	return name.String(), nil
}

// character returns one character of a quoted name.
func (p *typeParser) character() (rune, error) {
	start := p.pos
	switch {
	case p.accept(`\u`):
		return p.codePoint(start, 4, func(c rune) bool { return c <= 0xffff && !isShort(c) && (c < 0x20 || c >= 0x7f) })
	case p.accept(`\U`):
		return p.codePoint(start, 8, func(c rune) bool { return c > 0xffff })
	case p.accept(`\`):
		if p.pos < len(p.text) {
			if character, known := shortEscapes[p.text[p.pos]]; known {
				p.pos++
				return character, nil
			}
		}
		return 0, p.syntax("an escape")
	}
	if p.pos == len(p.text) || p.text[p.pos] < 0x20 || p.text[p.pos] > 0x7e {
		return 0, p.syntax("a printable ASCII character, an escape or the closing quote")
	}
	p.pos++
	return rune(p.text[p.pos-1]), nil
}

// codePoint returns the scalar value of so many digits, if it is one that is escaped in this way.
func (p *typeParser) codePoint(start, digits int, escaped func(rune) bool) (rune, error) {
	const lowerHex = "0123456789abcdef"
	if len(p.text)-p.pos >= digits {
		text := p.text[p.pos : p.pos+digits]
		code, err := strconv.ParseUint(text, 16, 31)
		if err == nil && strings.Trim(text, lowerHex) == "" && utf8.ValidRune(rune(code)) && escaped(rune(code)) {
			p.pos += digits
			return rune(code), nil
		}
	}
	p.pos = start
	return 0, p.syntax("the one escape of a character")
}

func isShort(character rune) bool {
	for _, short := range shortEscapes {
		if character == short {
			return true
		}
	}
	return false
}

func isBare(name string) bool {
	return name != "" && !isDigit(name[0]) && strings.IndexFunc(name, func(c rune) bool {
		return c > 0x7f || !isNameByte(byte(c))
	}) < 0
}

func isNameByte(c byte) bool {
	return isWordByte(c) || 'A' <= c && c <= 'Z' || c == '_'
}
