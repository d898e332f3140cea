// A codec of the format dynd, at its beginning: truth values and integers.
//
// Read `goldenwire spec dynd`, then go on, a part at a time:
//
//  1. Decode: read field by field, and return Reject(code, offset, message) for what the text does not allow;
//  2. Encode: the same fields the other way round; a value that has no encoding is refused with the offset -1;
//  3. what you have not come to returns Unsupported, which is honest, and passes under unknown profiles alone;
//  4. declare in Hello what the text lists as features and policies, once you keep what they promise.

package main

import (
	"fmt"
	"math/big"
	"os"
)

type kind struct {
	size   int
	signed bool
}

// By type string.
var kinds = map[string]kind{
	"bool": {1, false},
	"int8": {1, true}, "int16": {2, true}, "int32": {4, true}, "int64": {8, true}, "int128": {16, true},
	"uint8": {1, false}, "uint16": {2, false}, "uint32": {4, false}, "uint64": {8, false}, "uint128": {16, false},
}

const hello = `{
	"codec": {"name": "my-codec", "version": "0.1", "language": "Go"},
	"formats": {"dynd": {"operations": ["decode", "encode", "transcode"], "features": ["codes", "offsets"], "policies": {}}}
}`

type myCodec struct{}

func (myCodec) Hello() Value { return known(hello) }

// find returns the type of a core call.
func find(context Value) (string, kind, error) {
	if profile := Get(context, "profile"); profile != nil {
		return "", kind{}, Unsupported(fmt.Sprintf("the profile %v", profile))
	}
	name, _ := Get(context, "type").(string)
	found, ok := kinds[name]
	if !ok {
		return "", kind{}, Unsupported("another type than bool and integers: not written yet")
	}
	return name, found, nil
}

func (myCodec) Decode(format string, data []byte, context Value) (Value, error) {
	name, kind, err := find(context)
	switch {
	case err != nil:
		return nil, err
	case len(data) < kind.size:
		return nil, Reject("TRUNCATED", 0, "expected %d octets, found %d", kind.size, len(data))
	case name == "bool" && data[0] > 1:
		return nil, Reject("BOOL_INVALID", 0, "expected 00 or 01, found %02x", data[0])
	case len(data) > kind.size:
		return nil, Reject("TRAILING_BYTES", kind.size, "expected the end of the input")
	case name == "bool":
		return data[0] == 1, nil
	}
	number := new(big.Int).SetBytes(reversed(data))
	if kind.signed && data[kind.size-1] >= 0x80 {
		number.Sub(number, power(kind.size))
	}
	return IntegerOf(number), nil
}

// power is 2 to the number of bits of so many octets.
func power(size int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(8*size)) }

func (myCodec) Encode(format string, value, context, plan Value) ([]byte, error) {
	name, kind, err := find(context)
	if err != nil {
		return nil, err
	}
	if name == "bool" {
		truth, err := Boolean(value, "VALUE_INVALID")
		return []byte{byte(btoi(truth))}, err
	}
	number, err := Integer(value, kind.size, kind.signed, "VALUE_INVALID")
	if err != nil {
		return nil, err
	}
	if number.Sign() < 0 {
		number.Add(number, power(kind.size))
	}
	return reversed(number.FillBytes(make([]byte, kind.size))), nil
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
