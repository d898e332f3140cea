// Says back what it is told, by the starter's protocol.go: what tests/starters/hostile.py describes.

package main

import (
	"errors"
	"math/big"
	"os"
)

type echo struct{}

func (echo) Hello() Value {
	hello, _ := Parse([]byte(`{"codec":{"name":"echo","version":"1","language":"Go"},
		"formats":{"echo":{"operations":["decode","encode","transcode"]}}}`))
	return hello
}

func (echo) Decode(format string, data []byte, context Value) (Value, error) {
	message, _ := Get(context, "message").(string)
	code, _ := Get(context, "code").(string)
	switch Get(context, "say") {
	case "rejected":
		return nil, Reject(code, len(data), "%s", message)
	case "unsupported":
		return nil, Unsupported(message)
	case "failed":
		if len(message) > 1000 {
			panic(message)
		}
		return nil, errors.New(message)
	}
	switch Get(context, "atom") {
	case "integer":
		number := new(big.Int).SetBytes(reversed(data))
		if Get(context, "signed") == true && data[len(data)-1] >= 0x80 {
			number.Sub(number, new(big.Int).Lsh(big.NewInt(1), uint(8*len(data))))
		}
		return IntegerOf(number), nil
	case "bits":
		return BitsOf(data), nil
	case "octets":
		return OctetsOf(data), nil
	case "text":
		return TextOf(data), nil
	case "boolean":
		return data[0] == 1, nil
	}
	return context, nil
}

func (echo) Encode(format string, value, context, plan Value) ([]byte, error) {
	if plan != nil {
		return Octets(plan, "")
	}
	size := uint64(0)
	if given := Get(context, "size"); given != nil {
		var err error
		if size, err = Whole(given, 64, ""); err != nil {
			return nil, err
		}
	}
	switch Get(context, "atom") {
	case "integer":
		number, err := Integer(value, int(size), Get(context, "signed") == true, "")
		if err != nil {
			return nil, err
		}
		if number.Sign() < 0 {
			number.Add(number, new(big.Int).Lsh(big.NewInt(1), uint(8*size)))
		}
		return reversed(number.FillBytes(make([]byte, size))), nil
	case "bits":
		return Bits(value, int(size), "")
	case "octets":
		return Octets(value, "")
	case "text":
		return Text(value, "")
	}
	truth, err := Boolean(value, "")
	return []byte{byte(btoi(truth))}, err
}

func (echo) Transcode(format string, data []byte, context Value) ([]byte, error) { return data, nil }

func main() { os.Exit(Serve(echo{})) }
