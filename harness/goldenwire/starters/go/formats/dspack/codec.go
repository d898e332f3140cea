// A codec of the format dspack, at its beginning: a data set whose rows have one field, a Q.
//
// Read `goldenwire spec dspack`, then go on, a part at a time:
//
//  1. Decode: read field by field, and return Reject(code, offset, message) for what the text does not allow;
//  2. Encode: the same fields the other way round; a value that has no encoding is refused with the offset -1;
//  3. what you have not come to returns Unsupported, which is honest and never passes;
//  4. declare in Hello what the text lists as features and policies, once you keep what they promise.

package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"regexp"
)

var schemaOfOne = regexp.MustCompile(`\A!Q\(([a-z]+)\)\z`)

// The meta block before and after the schema, as an encoder writes it without a description and user meta.
const (
	before  = "\x84\xa7version\x01\xa6schema"
	after   = "\xabdescription\xa0\xa4meta\x80"
	version = 9 // where the version stands in the block
)

const hello = `{
	"codec": {"name": "my-codec", "version": "0.1", "language": "Go"},
	"formats": {"dspack": {"operations": ["decode", "encode", "transcode"], "features": ["codes", "offsets"], "policies": {}}}
}`

type myCodec struct{}

func (myCodec) Hello() Value { return known(hello) }

func metaBlock(schema string) []byte {
	return []byte(before + string([]byte{0xa0 | byte(len(schema)&31)}) + schema + after)
}

func isFile(context Value) bool {
	return context == nil || Equal(context, Object{{"scope", "file"}})
}

// isPlain says whether an object has no members but those of a data set, and no version but 1.
func isPlain(set Value) bool {
	object, _ := set.(Object)
	for _, member := range object {
		switch member.Name {
		case "version":
			if member.Value != "1" {
				return false
			}
		case "schema", "fields", "description", "meta", "rows":
		default:
			return false
		}
	}
	return true
}

func (myCodec) Decode(format string, data []byte, context Value) (Value, error) {
	if !isFile(context) {
		return nil, Unsupported("another scope than file: not written yet")
	}
	if len(data) < 2 {
		return nil, Reject("TRUNCATED", 0, "expected a meta_length of 2 octets, found %d", len(data))
	}
	size := int(binary.BigEndian.Uint16(data))
	if size == 0xffff || len(data) < 2+size || size < len(before)+1+len(after) ||
		!bytes.HasPrefix(data[2:], []byte(before[:version])) || !bytes.HasSuffix(data[:2+size], []byte(after)) {
		return nil, Unsupported("another meta block than that of an encoder: not written yet")
	}
	meta, rest := data[2:2+size], data[2+size:]
	if found := meta[version]; found > 1 && found < 0x80 {
		return nil, Reject("VERSION", 2+version, "expected version 1, found %d", found)
	}
	schema := string(meta[len(before)+1 : size-len(after)])
	name := schemaOfOne.FindStringSubmatch(schema)
	if name == nil || !bytes.Equal(meta, metaBlock(schema)) {
		return nil, Unsupported("another schema than one Q, or another form of the meta block: not written yet")
	}
	rows := []Value{}
	for ; len(rest) > 0; rest = rest[12:] {
		at := len(data) - len(rest)
		switch {
		case len(rest) < 4:
			return nil, Reject("TRUNCATED", at, "expected a row_length of 4 octets")
		case binary.BigEndian.Uint32(rest) != 8:
			return nil, Unsupported("a row of another length, or the end of a data set: not written yet")
		case len(rest) < 12:
			return nil, Reject("TRUNCATED", at+4, "expected a row of 8 octets")
		}
		rows = append(rows, []Value{WholeOf(binary.BigEndian.Uint64(rest[4:]))})
	}
	return []Value{Object{
		{"version", "1"},
		{"schema", schema},
		{"fields", []Value{Object{{"name", name[1]}, {"note", nil}}}},
		{"description", ""},
		{"meta", Object{{"map", Object{}}}},
		{"rows", rows},
	}}, nil
}

func (myCodec) Encode(format string, value, context, plan Value) ([]byte, error) {
	if !isFile(context) {
		return nil, Unsupported("another scope than file: not written yet")
	}
	sets, _ := value.([]Value)
	if len(sets) != 1 {
		return nil, Unsupported("another value than one data set: not written yet")
	}
	schema, _ := Get(sets[0], "schema").(string)
	rows, listed := Get(sets[0], "rows").([]Value)
	plain := isPlain(sets[0]) && Get(sets[0], "description") == "" && Equal(Get(sets[0], "meta"), Object{{"map", Object{}}})
	if !plain || !listed || !schemaOfOne.MatchString(schema) || len(schema) > 31 {
		return nil, Unsupported("another data set than of one Q, without a description and meta: not written yet")
	}
	meta := metaBlock(schema)
	data := append(binary.BigEndian.AppendUint16(nil, uint16(len(meta))), meta...)
	for _, item := range rows {
		row, _ := item.([]Value)
		if len(row) != 1 {
			return nil, Unsupported("a row that is no list of one: not written yet")
		}
		number, err := Whole(row[0], 1<<64-1, "VALUE")
		if err != nil {
			return nil, err
		}
		data = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint32(data, 8), number)
	}
	return data, nil
}

func (c myCodec) Transcode(format string, data []byte, context Value) ([]byte, error) {
	value, err := c.Decode(format, data, context)
	if err != nil {
		return nil, err
	}
	return c.Encode(format, value, context, nil)
}

func known(text string) Value {
	value, err := Parse([]byte(text))
	if err != nil {
		panic(err)
	}
	return value
}

func main() { os.Exit(Serve(myCodec{})) }
