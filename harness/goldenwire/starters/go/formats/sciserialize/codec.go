// A codec of the format sciserialize, at its beginning: null, true and false, on both carriers.
//
// Read `goldenwire spec sciserialize`, then go on, a part at a time:
//
//  1. Decode: read field by field, and return Reject(code, offset, message) for what the text does not allow;
//  2. Encode: the same fields the other way round; a value that has no encoding is refused with the offset -1;
//  3. what you have not come to returns Unsupported, which is honest and never passes;
//  4. declare in Hello what the text lists as features and policies, once you keep what they promise.

package main

import "os"

// By carrier: the values and their octets.
var octets = map[string]map[Value]string{
	"json":    {nil: "null", true: "true", false: "false"},
	"msgpack": {nil: "\xc0", true: "\xc3", false: "\xc2"},
}

// carrier is JSON if the request has no context.
func carrier(context Value) string {
	if name, ok := Get(context, "carrier").(string); ok {
		return name
	}
	return "json"
}

const hello = `{
	"codec": {"name": "my-codec", "version": "0.1", "language": "Go"},
	"formats": {"sciserialize": {"operations": ["decode", "encode", "transcode"], "features": ["json", "msgpack", "codes", "offsets"], "policies": {}}}
}`

type myCodec struct{}

func (myCodec) Hello() Value { return known(hello) }

func (myCodec) Decode(format string, data []byte, context Value) (Value, error) {
	if len(data) == 0 {
		return nil, Reject("SYNTAX", 0, "expected a value, found no octets")
	}
	for value, known := range octets[carrier(context)] {
		if known == string(data) {
			return value, nil
		}
	}
	return nil, Unsupported("another value than null, true and false: not written yet")
}

func (myCodec) Encode(format string, value, context, plan Value) ([]byte, error) {
	for known, data := range octets[carrier(context)] {
		if Equal(known, value) {
			return []byte(data), nil
		}
	}
	return nil, Unsupported("another value than null, true and false: not written yet")
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
