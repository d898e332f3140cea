// A codec of the format sample, at its beginning: it knows one value by heart, and declines everything else.
//
// Read `goldenwire spec sample`, then replace what is known by heart with what reads and writes octets, a part at a time:
//
//  1. Decode: read field by field, and return Reject(code, offset, message) for what the text does not allow;
//  2. Encode: the same fields the other way round; a value that has no encoding is refused with the offset -1;
//  3. what you have not come to returns Unsupported, which is honest and never passes;
//  4. declare in Hello what the text lists as features and policies, once you keep what they promise.

package main

import (
	"encoding/hex"
	"os"
)

// One value of the format: the context of its request, its octets in hex, and what they mean.
const (
	knownContext = "@CONTEXT@"
	knownOctets  = "@BYTES@"
	knownValue   = "@VALUE@"
)

const hello = `{
	"codec": {"name": "my-codec", "version": "0.1", "language": "Go"},
	"formats": {"sample": {"operations": ["decode", "encode", "transcode"], "features": ["@FEATURE@"], "policies": {}}}
}`

type myCodec struct{}

func (myCodec) Hello() Value { return known(hello) }

func (myCodec) Decode(format string, data []byte, context Value) (Value, error) {
	if hex.EncodeToString(data) == knownOctets && Equal(context, known(knownContext)) {
		return known(knownValue), nil
	}
	return nil, Unsupported("these octets of " + format + ": not written yet")
}

func (myCodec) Encode(format string, value, context, plan Value) ([]byte, error) {
	if plan == nil && Equal(value, known(knownValue)) && Equal(context, known(knownContext)) {
		return hex.DecodeString(knownOctets)
	}
	return nil, Unsupported("this value of " + format + ": not written yet")
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
