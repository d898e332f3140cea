// The adapter go-dynd, which is the package adapter, as a codec on the starter's protocol.go.

package main

import (
	"bytes"
	"errors"
	"os"
	"strconv"

	"example.org/dynd/adapter"
)

type myCodec struct{}

func (myCodec) Hello() Value { return known(string(adapter.Reply([]byte(`{"op":"hello"}`)))) }

func (myCodec) Decode(format string, data []byte, context Value) (Value, error) {
	reply, err := told(Object{{"op", "decode"}, {"format", format}, {"context", context}, {"bytes", OctetsOf(data)}})
	return Get(reply, "value"), err
}

func (myCodec) Encode(format string, value, context, plan Value) ([]byte, error) {
	return written(Object{{"op", "encode"}, {"format", format}, {"context", context}, {"value", value}, {"plan", plan}})
}

func (myCodec) Transcode(format string, data []byte, context Value) ([]byte, error) {
	return written(Object{{"op", "transcode"}, {"format", format}, {"context", context}, {"bytes", OctetsOf(data)}})
}

func written(request Object) ([]byte, error) {
	reply, err := told(request)
	if err != nil {
		return nil, err
	}
	return Octets(Get(reply, "bytes"), "")
}

func told(request Object) (Value, error) {
	var line bytes.Buffer
	if err := writeJSON(&line, request); err != nil {
		return nil, err
	}
	reply := known(string(adapter.Reply(line.Bytes())))
	if rejected, ok := Get(reply, "rejected").(Object); ok {
		code, _ := Get(rejected, "code").(string)
		offset := -1
		if digits, ok := Get(rejected, "offset").(Number); ok {
			offset, _ = strconv.Atoi(string(digits))
		}
		return nil, Reject(code, offset, "%v", Get(rejected, "message"))
	}
	if said, ok := Get(reply, "unsupported").(string); ok {
		return nil, Unsupported(said)
	}
	if said, ok := Get(reply, "failed").(string); ok {
		return nil, errors.New(said)
	}
	return reply, nil
}

func known(text string) Value {
	value, err := Parse([]byte(text))
	if err != nil {
		panic(err)
	}
	return value
}

func main() { os.Exit(Serve(myCodec{})) }
