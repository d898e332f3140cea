package main

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// typeParser reads a type string from left to right; it refuses at the first defect.
type typeParser struct {
	text   string
	pos    int // of the next character
	offset int // of the string in the input; all refusals are reported there
}

// parseType returns the type that the string stands for. The offset is that of the string, or noOffset. It refuses with
// UTF8_INVALID, TYPE_SYNTAX, TYPE_RANGE, TYPE_DUP_FIELD or LIMIT_DEPTH (TYPE-02, TYPE-03).
func parseType(text string, offset int) (*Type, error) {
	if err := checkText(text, offset); err != nil {
		return nil, err
	}
	p := &typeParser{text: text, offset: offset}
	t, err := p.typ(1)
	if err != nil {
		return nil, err
	}
	if p.pos < len(text) {
		return nil, p.syntax("the end")
	}
	return t, nil
}

// checkText refuses text that is not well-formed UTF-8 (STR-02).
func checkText(text string, offset int) error {
	if !utf8.ValidString(text) {
		return refuse(utf8Invalid, "STR-02", offset, "expected well-formed UTF-8, found % x", clip(text))
	}
	return nil
}

// clip returns the beginning of a string, short enough for a message.
func clip(text string) string {
	const enough = 32
	if len(text) > enough {
		return text[:enough]
	}
	return text
}

func (p *typeParser) refuse(class Class, requirement, expected string) error {
	found := "the end"
	if p.pos < len(p.text) {
		found = strconv.QuoteToASCII(clip(p.text[p.pos:]))
	}
	return refuse(class, requirement, p.offset,
		"expected %s at byte %d of the type string, found %s", expected, p.pos, found)
}

func (p *typeParser) syntax(expected string) error {
	return p.refuse(typeSyntax, "TYPE-03", expected)
}

// ahead says whether the token comes next.
func (p *typeParser) ahead(token string) bool {
	return strings.HasPrefix(p.text[p.pos:], token)
}

// accept skips the token if it comes next, and says whether it did.
func (p *typeParser) accept(token string) bool {
	if !p.ahead(token) {
		return false
	}
	p.pos += len(token)
	return true
}

func (p *typeParser) expect(token string) error {
	if !p.accept(token) {
		return p.syntax(strconv.Quote(token))
	}
	return nil
}

// run skips the longest run of characters that satisfy the condition and returns it.
func (p *typeParser) run(condition func(byte) bool) string {
	start := p.pos
	for p.pos < len(p.text) && condition(p.text[p.pos]) {
		p.pos++
	}
	return p.text[start:p.pos]
}

// begin refuses a type that begins here below the deepest level; one that does not begin is left to others (LIM-05).
func (p *typeParser) begin(level int, firsts string) error {
	if level > maxDepth && p.pos < len(p.text) && strings.IndexByte(firsts, p.text[p.pos]) >= 0 {
		return p.refuse(limitDepth, "LIM-05", "no type below level "+strconv.Itoa(maxDepth))
	}
	return nil
}

// unitFirsts are the characters that a unit of the grammar can begin with.
const unitFirsts = "0123456789({abcfipstuv"

func (p *typeParser) typ(level int) (*Type, error) {
	start := p.pos
	if err := p.begin(level, "?"); err != nil {
		return nil, err
	}
	if !p.accept("?") {
		return p.unit(level)
	}
	content, err := p.unit(level + 1)
	if err != nil {
		return nil, err
	}
	return newType(kindOption, p.text[start:p.pos], 0, content), nil
}

func (p *typeParser) unit(level int) (*Type, error) {
	if err := p.begin(level, unitFirsts); err != nil {
		return nil, err
	}
	start := p.pos
	switch {
	case p.accept("("):
		return p.fields(start, level, ")", p.typ)
	case p.accept("{"):
		return p.fields(start, level, "}", p.structField())
	case p.accept("var * "):
		return p.around(kindVarDim, start, level, 0, "")
	case p.accept("pointer["):
		return p.around(kindPointer, start, level, 0, "]")
	case p.accept("array[Any]"):
		return newType(kindArray, p.text[start:p.pos], 0), nil
	case p.accept("array["):
		return p.around(kindArray, start, level, 0, "]")
	case p.accept("bytes["):
		return p.fixedBytes(start)
	case p.pos < len(p.text) && isDigit(p.text[p.pos]):
		return p.fixedDim(start, level)
	}
	return p.word()
}

// around returns the type of a kind whose only part, and then the token, come next.
func (p *typeParser) around(kind Kind, start, level int, size uint64, token string) (*Type, error) {
	part, err := p.typ(level + 1)
	if err == nil {
		err = p.expect(token)
	}
	if err != nil {
		return nil, err
	}
	return newType(kind, p.text[start:p.pos], size, part), nil
}

func (p *typeParser) fixedDim(start, level int) (*Type, error) {
	size, err := p.number("DIM-04")
	if err == nil {
		err = p.expect(" * ")
	}
	if err != nil {
		return nil, err
	}
	return p.around(kindFixedDim, start, level, size, "")
}

func (p *typeParser) fixedBytes(start int) (*Type, error) {
	first := p.pos
	size, err := p.number("FB-02")
	if err == nil && size == 0 {
		p.pos = first
		err = p.refuse(typeRange, "FB-02", "a size of at least 1")
	}
	if err == nil {
		err = p.expect("]")
	}
	if err != nil {
		return nil, err
	}
	return newType(kindFixedBytes, p.text[start:p.pos], size), nil
}

// number returns the count or size that comes next; it refuses one above 2^63 - 1 with TYPE_RANGE for the requirement.
func (p *typeParser) number(requirement string) (uint64, error) {
	start := p.pos
	digits := p.run(isDigit)
	if digits == "" || (digits[0] == '0' && digits != "0") {
		p.pos = start
		return 0, p.syntax("a number without leading zeros")
	}
	number, err := strconv.ParseUint(digits, 10, 63)
	if err != nil {
		p.pos = start
		return 0, p.refuse(typeRange, requirement, "a number up to "+strconv.FormatUint(maxNumber, 10))
	}
	return number, nil
}

// fields returns the tuple or struct whose fields, up to the closing token, come next.
func (p *typeParser) fields(start, level int, closing string, field func(int) (*Type, error)) (*Type, error) {
	var parts []*Type
	for !p.accept(closing) {
		if len(parts) > 0 {
			if err := p.expect(", "); err != nil {
				return nil, err
			}
		}
		part, err := field(level + 1)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	return newType(kindTuple, p.text[start:p.pos], 0, parts...), nil
}

// structField returns a function that reads one field of a struct after the other (STRUCT-04).
func (p *typeParser) structField() func(int) (*Type, error) {
	names := map[string]bool{}
	return func(level int) (*Type, error) {
		start := p.pos
		name, err := p.name()
		if err != nil {
			return nil, err
		}
		if names[name] {
			p.pos = start
			return nil, p.refuse(typeDupField, "STRUCT-04", "a name that no earlier field has")
		}
		names[name] = true
		if err := p.expect(": "); err != nil {
			return nil, err
		}
		return p.typ(level)
	}
}

// word returns the type of a number or word of the grammar.
func (p *typeParser) word() (*Type, error) {
	start := p.pos
	p.run(isWordByte)
	if p.text[start:p.pos] == "complex" && p.accept("[") {
		p.run(isWordByte)
		p.accept("]")
	}
	t, known := words[p.text[start:p.pos]]
	if !known {
		p.pos = start
		return nil, p.syntax("a type")
	}
	return t, nil
}

func isDigit(c byte) bool    { return '0' <= c && c <= '9' }
func isWordByte(c byte) bool { return 'a' <= c && c <= 'z' || isDigit(c) }
