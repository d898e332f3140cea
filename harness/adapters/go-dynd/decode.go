package main

import "unicode/utf8"

// decoder holds what the parts of one call share.
type decoder struct {
	reader
	zeroWidth  counter
	reservable int // elements that room may still be made for before they have been read
}

// decode returns the value of the type that the input stands for; it refuses an input that is not conforming with the
// class and the offset of its first defect (DEC-01, DEC-02).
func decode(t *Type, input string) (Value, error) {
	d := &decoder{reader: reader{input: input}, reservable: len(input)}
	value, err := d.value(t, 1)
	if err != nil {
		return nil, err
	}
	if d.rest() > 0 {
		return nil, refuse(trailingBytes, "DES-02", d.pos, "expected the end, found %d more bytes", d.rest())
	}
	return value, nil
}

// value reads a value of a type that stands at a level of section 13.
func (d *decoder) value(t *Type, level int) (Value, error) {
	switch t.kind {
	case kindScalar:
		return d.scalar(t.scalar)
	case kindVoid:
		return nil, nil
	case kindBytes:
		return d.content("bytes")
	case kindFixedBytes:
		return d.take(t.size, t.text)
	case kindString:
		return d.text()
	case kindChar:
		return d.char()
	case kindType:
		content, err := d.typeString()
		if err != nil {
			return nil, err
		}
		return content.text, nil
	case kindFixedDim:
		return d.elements(t.size, t.parts[0], level)
	case kindVarDim:
		count, err := d.varint()
		if err != nil {
			return nil, err
		}
		return d.elements(count, t.parts[0], level)
	case kindTuple:
		return d.fields(t, level)
	case kindOption:
		return d.option(t, level)
	case kindPointer:
		return d.part(t.parts[0], level)
	default:
		return d.array(t, level)
	}
}

// part reads a value that is part of one at the level and counts it if it has no bytes.
func (d *decoder) part(t *Type, level int) (Value, error) {
	if err := d.zeroWidth.add(1, t, d.pos); err != nil {
		return nil, err
	}
	return d.value(t, level+1)
}

func (d *decoder) scalar(s *Scalar) (Value, error) {
	at := d.pos
	bits, err := d.take(uint64(s.width), s.name)
	if err == nil {
		err = s.checkBool(bits, at)
	}
	return bits, err
}

// content reads bytes after their size.
func (d *decoder) content(item string) (string, error) {
	size, err := d.varint()
	if err != nil {
		return "", err
	}
	return d.take(size, item)
}

func (d *decoder) text() (Value, error) {
	content, err := d.content("string")
	if err == nil {
		err = checkText(content, d.pos-len(content))
	}
	return content, err
}

func (d *decoder) char() (Value, error) {
	ahead := d.input[d.pos:]
	_, size := utf8.DecodeRuneInString(ahead)
	if wellFormed := size > 1 || size == 1 && ahead[0] < utf8.RuneSelf; wellFormed {
		return d.take(uint64(size), "char")
	}
	if !utf8.FullRuneInString(ahead) {
		return nil, refuse(truncated, "DES-03", d.pos, "expected a char, found %d bytes of one", d.rest())
	}
	return nil, refuse(utf8Invalid, "CHAR-03", d.pos,
		"expected well-formed UTF-8 for char, found % x", ahead[:min(len(ahead), utf8.UTFMax)])
}

// typeString reads a type.
func (d *decoder) typeString() (*Type, error) {
	at := d.pos
	size, err := d.varint()
	if err == nil {
		err = checkTypeLength(size, at)
	}
	if err != nil {
		return nil, err
	}
	at = d.pos
	content, err := d.take(size, "a type string")
	if err != nil {
		return nil, err
	}
	return parseType(content, at)
}

// elements reads a sequence at the level after its count.
func (d *decoder) elements(count uint64, of *Type, level int) (Value, error) {
	if err := d.room(product(count, of.minSize), "elements"); err != nil {
		return nil, err
	}
	if err := d.zeroWidth.add(count, of, d.pos); err != nil {
		return nil, err
	}
	values := d.reserve(int(count))
	for i := uint64(0); i < count; i++ {
		value, err := d.value(of, level+1)
		if err != nil {
			return nil, err
		}
		values = append(values, value)
	}
	return values, nil
}

// reserve returns a list with room for so many elements. Sequences may stand in one another with every count checked
// against the same rest, so there is room for as many elements as the input has bytes, and then none (VARINT-04).
func (d *decoder) reserve(count int) []Value {
	count = min(count, d.reservable)
	d.reservable -= count
	return make([]Value, 0, count)
}

func (d *decoder) fields(t *Type, level int) (Value, error) {
	values := make([]Value, 0, len(t.parts))
	for _, field := range t.parts {
		value, err := d.part(field, level)
		if err != nil {
			return nil, err
		}
		values = append(values, value)
	}
	return values, nil
}

func (d *decoder) option(t *Type, level int) (Value, error) {
	if sentinel := t.sentinel(); sentinel != "" {
		return d.sentinelForm(t.parts[0].scalar)
	}
	tag, err := d.take(1, "the tag of an option")
	if err != nil {
		return nil, err
	}
	switch tag[0] {
	case 0:
		return Option{}, nil
	case 1:
		content, err := d.part(t.parts[0], level)
		return Option{true, content}, err
	default:
		return nil, refuse(optionTagInvalid, "OPT-04", d.pos-1, "expected the tag 00 or 01, found %02x", tag[0])
	}
}

func (d *decoder) sentinelForm(s *Scalar) (Value, error) {
	at := d.pos
	bits, err := d.take(uint64(s.width), "?"+s.name)
	if err != nil {
		return nil, err
	}
	if bits == s.sentinel {
		return Option{}, nil
	}
	if err := s.checkBool(bits, at); err != nil {
		return nil, err
	}
	return Option{true, bits}, s.checkAvailable(bits, at)
}

func (d *decoder) array(t *Type, level int) (Value, error) {
	of, err := d.typeString()
	if err != nil {
		return nil, err
	}
	if err := checkContent(t, of, level, d.pos-len(of.text)); err != nil {
		return nil, err
	}
	content, err := d.part(of, level)
	return Array{of, content}, err
}

// checkContent refuses an array at the level whose content may not be of this type (ARR-02, LIM-01).
func checkContent(t, of *Type, level, offset int) error {
	if len(t.parts) > 0 && t.parts[0].text != of.text {
		return refuse(arrayTypeMismatch, "ARR-02", offset,
			"expected the type %q, found %q", clip(t.parts[0].text), clip(of.text))
	}
	return checkReach(of, level, offset)
}
