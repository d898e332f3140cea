package main

import (
	"encoding/binary"
	"unicode/utf8"
)

// encoder holds what the parts of one call share. Bytes are only ever appended (SCOPE-03).
type encoder struct {
	out       []byte
	zeroWidth counter
}

// encode returns the one serialization of the value; it refuses one that the type does not have, or that is beyond a
// limit, with a class and without an offset (ENC-01, ENC-02, ENC-04).
func encode(t *Type, value Value) ([]byte, error) {
	e := &encoder{}
	if err := e.value(t, value, 1); err != nil {
		return nil, err
	}
	return e.out, nil
}

// invalid refuses a value that its type does not have.
func invalid(format string, arguments ...any) error {
	return refuse(valueInvalid, "SER-04", noOffset, format, arguments...)
}

// value writes a value of a type that stands at a level of section 13.
func (e *encoder) value(t *Type, value Value, level int) error {
	switch t.kind {
	case kindVoid:
		if value != nil {
			return invalid("expected nothing for void")
		}
		return nil
	case kindFixedDim, kindVarDim:
		return e.elements(t, value, level)
	case kindTuple:
		return e.fields(t, value, level)
	case kindOption:
		return e.option(t, value, level)
	case kindPointer:
		return e.part(t.parts[0], value, level)
	case kindArray:
		return e.array(t, value, level)
	default:
		content, ok := value.(string)
		if !ok {
			return invalid("expected a value of %s", t.text)
		}
		return e.leaf(t, content)
	}
}

// part writes a value that is part of one at the level and counts it if it has no bytes.
func (e *encoder) part(t *Type, value Value, level int) error {
	if err := e.zeroWidth.add(1, t, noOffset); err != nil {
		return err
	}
	return e.value(t, value, level+1)
}

// leaf writes a value that has content of its own.
func (e *encoder) leaf(t *Type, content string) error {
	if err := checkLeaf(t, content); err != nil {
		return err
	}
	switch t.kind {
	case kindBytes, kindString, kindType:
		e.varint(uint64(len(content)))
	}
	e.out = append(e.out, content...)
	return nil
}

// checkLeaf refuses content that the type does not have.
func checkLeaf(t *Type, content string) error {
	switch t.kind {
	case kindScalar:
		if len(content) != t.scalar.width {
			return invalid("expected %d bytes of %s, found %d", t.scalar.width, t.text, len(content))
		}
		return t.scalar.checkBool(content, noOffset)
	case kindFixedBytes:
		if uint64(len(content)) != t.size {
			return invalid("expected %d bytes, found %d", t.size, len(content))
		}
	case kindString:
		return checkText(content, noOffset)
	case kindChar:
		if !utf8.ValidString(content) {
			return refuse(utf8Invalid, "CHAR-03", noOffset, "expected well-formed UTF-8, found % x", clip(content))
		}
		if utf8.RuneCountInString(content) != 1 {
			return invalid("expected one scalar value for char, found %q", clip(content))
		}
	case kindType:
		_, err := readType(content, noOffset)
		return err
	}
	return nil
}

// readType returns the type of a type string that stands in no bytes, with all checks of one.
func readType(text string, offset int) (*Type, error) {
	if err := checkTypeLength(uint64(len(text)), offset); err != nil {
		return nil, err
	}
	return parseType(text, offset)
}

func (e *encoder) varint(number uint64) {
	e.out = binary.AppendUvarint(e.out, number)
}

func (e *encoder) elements(t *Type, value Value, level int) error {
	values, ok := value.([]Value)
	if !ok {
		return invalid("expected a list for a dimension")
	}
	count := uint64(len(values))
	if t.kind == kindVarDim {
		e.varint(count)
	} else if count != t.size {
		return invalid("expected %d elements, found %d", t.size, count)
	}
	if err := e.zeroWidth.add(count, t.parts[0], noOffset); err != nil {
		return err
	}
	for _, element := range values {
		if err := e.value(t.parts[0], element, level+1); err != nil {
			return err
		}
	}
	return nil
}

func (e *encoder) fields(t *Type, value Value, level int) error {
	values, ok := value.([]Value)
	if !ok || len(values) != len(t.parts) {
		return invalid("expected a list of %d fields", len(t.parts))
	}
	for i, field := range t.parts {
		if err := e.part(field, values[i], level); err != nil {
			return err
		}
	}
	return nil
}

func (e *encoder) option(t *Type, value Value, level int) error {
	option, ok := value.(Option)
	if !ok {
		return invalid("expected an option")
	}
	if sentinel := t.sentinel(); sentinel != "" {
		return e.sentinelForm(t, option, level)
	}
	if !option.available {
		e.out = append(e.out, 0)
		return nil
	}
	e.out = append(e.out, 1)
	return e.part(t.parts[0], option.content, level)
}

func (e *encoder) sentinelForm(t *Type, option Option, level int) error {
	scalar := t.parts[0].scalar
	if !option.available {
		e.out = append(e.out, scalar.sentinel...)
		return nil
	}
	if option.content == scalar.sentinel {
		return refuse(sentinelCollision, "OPT-05", noOffset,
			"expected a value of %s other than the sentinel, found the sentinel", t.text)
	}
	start := len(e.out)
	if err := e.value(t.parts[0], option.content, level+1); err != nil {
		return err
	}
	return scalar.checkAvailable(string(e.out[start:]), noOffset)
}

func (e *encoder) array(t *Type, value Value, level int) error {
	array, ok := value.(Array)
	if !ok {
		return invalid("expected an array")
	}
	if err := checkContent(t, array.of, level, noOffset); err != nil {
		return err
	}
	e.varint(uint64(len(array.of.text)))
	e.out = append(e.out, array.of.text...)
	return e.part(array.of, array.content, level)
}
