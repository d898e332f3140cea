// The canonical octets of a value, by which the pairs of a map stand in order in the notation.

package main

import (
	"encoding/binary"
	"encoding/hex"
	"strconv"
)

// form is a header: how many it counts at most, in how many octets.
type form struct {
	most   uint64
	size   int
	header byte
}

var (
	stringForms    = []form{{31, 0, 0xa0}, {0xff, 1, 0xd9}, {0xffff, 2, 0xda}, {0xffffffff, 4, 0xdb}}
	binaryForms    = []form{{0xff, 1, 0xc4}, {0xffff, 2, 0xc5}, {0xffffffff, 4, 0xc6}}
	arrayForms     = []form{{15, 0, 0x90}, {0xffff, 2, 0xdc}, {0xffffffff, 4, 0xdd}}
	mapForms       = []form{{15, 0, 0x80}, {0xffff, 2, 0xde}, {0xffffffff, 4, 0xdf}}
	extensionForms = []form{{0xff, 1, 0xc7}, {0xffff, 2, 0xc8}, {0xffffffff, 4, 0xc9}}
	positiveForms  = []form{{0x7f, 0, 0x00}, {0xff, 1, 0xcc}, {0xffff, 2, 0xcd}, {0xffffffff, 4, 0xce}, {1<<64 - 1, 8, 0xcf}}
	negativeForms  = []form{{0x7f, 1, 0xd0}, {0x7fff, 2, 0xd1}, {0x7fffffff, 4, 0xd2}, {1<<63 - 1, 8, 0xd3}}
	fixedHeaders   = map[int]string{1: "\xd4", 2: "\xd5", 4: "\xd6", 8: "\xd7", 16: "\xd8"}
)

// smallest is the canonical octets of a value in the notation.
func smallest(value Value) string {
	object, ok := value.(Object)
	if !ok {
		return map[Value]string{nil: "\xc0", false: "\xc2", true: "\xc3"}[value]
	}
	content := object[0].Value
	switch object[0].Name {
	case "int":
		return integer(content.(string))
	case "float":
		return "\xcb" + real(content.(string)[2:])
	case "str":
		return counted(content.(string), stringForms)
	case "utf8":
		return counted(unhex(content), stringForms)
	case "bin":
		return counted(unhex(content), binaryForms)
	case "array":
		return header(len(content.([]Value)), arrayForms) + joined(content)
	case "map":
		octets := header(len(content.([]Value)), mapForms)
		for _, pair := range content.([]Value) {
			octets += joined(pair)
		}
		return octets
	case "ext":
		kind, _ := strconv.ParseInt(Get(content, "type").(string), 10, 64)
		return extension(byte(kind), unhex(Get(content, "data")))
	default:
		return moment(content.([]Value))
	}
}

func joined(items Value) string {
	octets := ""
	for _, item := range items.([]Value) {
		octets += smallest(item)
	}
	return octets
}

func unhex(text Value) string {
	data, _ := hex.DecodeString(text.(string))
	return string(data)
}

// real is the octets of a double; every NaN is the same one.
func real(digits string) string {
	bits, _ := strconv.ParseUint(digits, 16, 64)
	if bits&^(1<<63) > 0x7ff0<<48 {
		digits = "7ff8000000000000"
	}
	return unhex(digits)
}

func integer(text string) string {
	number, err := strconv.ParseInt(text, 10, 64)
	if err == nil && number < 0 && number >= -32 {
		return string([]byte{byte(number)})
	}
	if err == nil && number < 0 {
		octets := counts(uint64(-(number + 1)), negativeForms)
		for i := 1; i < len(octets); i++ {
			octets[i] = ^octets[i]
		}
		return string(octets)
	}
	positive, _ := strconv.ParseUint(text, 10, 64)
	return string(counts(positive, positiveForms))
}

// counts is the first form that holds the number, with it.
func counts(number uint64, forms []form) []byte {
	for _, each := range forms {
		if number > each.most {
			continue
		}
		if each.size == 0 {
			return []byte{each.header | byte(number)}
		}
		var octets [8]byte
		binary.BigEndian.PutUint64(octets[:], number)
		return append([]byte{each.header}, octets[8-each.size:]...)
	}
	panic("a number beyond 64 bits")
}

func header(count int, forms []form) string { return string(counts(uint64(count), forms)) }

func counted(data string, forms []form) string { return header(len(data), forms) + data }

func extension(kind byte, data string) string {
	head, ok := fixedHeaders[len(data)]
	if !ok {
		head = header(len(data), extensionForms)
	}
	return head + string([]byte{kind}) + data
}

func moment(parts []Value) string {
	seconds, _ := strconv.ParseInt(parts[0].(string), 10, 64)
	nanoseconds, _ := strconv.ParseUint(parts[1].(string), 10, 64)
	data := binary.BigEndian.AppendUint32(nil, uint32(nanoseconds))
	switch {
	case seconds>>34 != 0:
		data = binary.BigEndian.AppendUint64(data, uint64(seconds))
	case nanoseconds == 0 && seconds>>32 == 0:
		data = binary.BigEndian.AppendUint32(nil, uint32(seconds))
	default:
		data = binary.BigEndian.AppendUint64(nil, nanoseconds<<34|uint64(seconds))
	}
	return extension(0xff, string(data))
}
