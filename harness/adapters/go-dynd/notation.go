package main

import "encoding/hex"

// appendValue appends the notation of a value of the type (section 18).
func appendValue(out []byte, t *Type, value Value) []byte {
	switch t.kind {
	case kindVoid:
		return append(out, "null"...)
	case kindScalar:
		return appendScalar(out, t.scalar, value.(string))
	case kindBytes, kindFixedBytes:
		return appendText(out, hex.EncodeToString([]byte(value.(string))))
	case kindFixedDim, kindVarDim:
		return appendList(out, value.([]Value), func(int) *Type { return t.parts[0] })
	case kindTuple:
		return appendList(out, value.([]Value), func(i int) *Type { return t.parts[i] })
	case kindOption:
		option := value.(Option)
		if !option.available {
			return append(out, "null"...)
		}
		return append(appendValue(append(out, '['), t.parts[0], option.content), ']')
	case kindPointer:
		return appendValue(out, t.parts[0], value)
	case kindArray:
		array := value.(Array)
		out = appendText(append(out, `{"type":`...), array.of.text)
		return append(appendValue(append(out, `,"value":`...), array.of, array.content), '}')
	default:
		return appendText(out, value.(string))
	}
}

func appendScalar(out []byte, s *Scalar, bits string) []byte {
	switch s.form {
	case formBool:
		if bits == "\x00" {
			return append(out, "false"...)
		}
		return append(out, "true"...)
	case formFloat:
		return appendText(out, formatFloat(bits))
	case formComplex:
		out = appendText(append(out, '['), formatFloat(bits[:s.width/2]))
		return append(appendText(append(out, ','), formatFloat(bits[s.width/2:])), ']')
	default:
		return appendText(out, formatInteger(s, bits))
	}
}

func appendList(out []byte, values []Value, of func(int) *Type) []byte {
	out = append(out, '[')
	for i, value := range values {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendValue(out, of(i), value)
	}
	return append(out, ']')
}

// parseValue returns the value of the type whose notation is the JSON, as the standard library reads it into an any; it
// refuses JSON that is of another kind with VALUE_INVALID, and a type string of an array as parseType does (SER-04).
func parseValue(t *Type, json any) (Value, error) {
	switch t.kind {
	case kindVoid:
		if json != nil {
			return nil, invalid("expected null for void")
		}
		return nil, nil
	case kindScalar:
		return parseScalar(t.scalar, json)
	case kindBytes, kindFixedBytes:
		text, ok := json.(string)
		if !ok {
			return nil, invalid("expected text for %s", t.text)
		}
		return parseOctets(text)
	case kindFixedDim, kindVarDim:
		return parseList(json, func(int) *Type { return t.parts[0] })
	case kindTuple:
		if list, ok := json.([]any); !ok || len(list) != len(t.parts) {
			return nil, invalid("expected a list of %d fields", len(t.parts))
		}
		return parseList(json, func(i int) *Type { return t.parts[i] })
	case kindOption:
		return parseOption(t.parts[0], json)
	case kindPointer:
		return parseValue(t.parts[0], json)
	case kindArray:
		return parseArray(json)
	default:
		return parseText(json)
	}
}

func parseScalar(s *Scalar, json any) (Value, error) {
	switch found := json.(type) {
	case bool:
		if s.form == formBool {
			return map[bool]string{false: "\x00", true: "\x01"}[found], nil
		}
	case []any:
		if s.form == formComplex && len(found) == 2 {
			return parseComplex(s, found[0], found[1])
		}
	case string:
		switch s.form {
		case formSigned, formUnsigned:
			return parseInteger(s, found)
		case formFloat:
			return parseFloat(found, s.width)
		}
	}
	return nil, invalid("expected a value of %s", s.name)
}

func parseComplex(s *Scalar, parts ...any) (Value, error) {
	bits := ""
	for _, part := range parts {
		text, ok := part.(string)
		if !ok {
			return nil, invalid("expected two floats for %s", s.name)
		}
		float, err := parseFloat(text, s.width/2)
		if err != nil {
			return nil, err
		}
		bits += float
	}
	return bits, nil
}

func parseList(json any, of func(int) *Type) (Value, error) {
	list, ok := json.([]any)
	if !ok {
		return nil, invalid("expected a list for a dimension")
	}
	values := make([]Value, len(list))
	for i, element := range list {
		value, err := parseValue(of(i), element)
		if err != nil {
			return nil, err
		}
		values[i] = value
	}
	return values, nil
}

func parseOption(of *Type, json any) (Value, error) {
	if json == nil {
		return Option{}, nil
	}
	list, ok := json.([]any)
	if !ok || len(list) != 1 {
		return nil, invalid("expected null or a list of one for an option")
	}
	content, err := parseValue(of, list[0])
	return Option{true, content}, err
}

func parseArray(json any) (Value, error) {
	members, ok := json.(map[string]any)
	typeJSON, hasType := members["type"]
	valueJSON, hasValue := members["value"]
	if !ok || !hasType || !hasValue || len(members) != 2 {
		return nil, invalid("expected type and value for an array")
	}
	text, err := parseText(typeJSON)
	if err != nil {
		return nil, err
	}
	of, err := readType(text, noOffset)
	if err != nil {
		return nil, err
	}
	content, err := parseValue(of, valueJSON)
	return Array{of, content}, err
}

// parseText returns the bytes of text, well-formed or, from {"utf8": hex}, not.
func parseText(json any) (string, error) {
	switch found := json.(type) {
	case string:
		return found, nil
	case map[string]any:
		if octets, ok := found["utf8"].(string); ok && len(found) == 1 {
			return parseOctets(octets)
		}
	}
	return "", invalid("expected text")
}
