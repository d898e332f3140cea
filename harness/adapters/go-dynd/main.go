// Go-dynd is a codec of the DyND serialization format that speaks the goldenwire protocol.
//
//	go-dynd                               requests and replies, one a line
//	go-dynd hello                         what the codec supports
//	go-dynd decode|transcode dynd CONTEXT bytes on standard input
//	go-dynd encode dynd CONTEXT           {"value": ...} on standard input
package main

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
)

// memoryGoal is where garbage is collected more often, in bytes: of the 1 GiB of addresses that the kit leaves a codec,
// Go's runtime reserves 0.7.
const memoryGoal = 250 << 20

func main() {
	debug.SetMemoryLimit(memoryGoal)
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "go-dynd:", err)
		os.Exit(2)
	}
}

func run(arguments []string) error {
	if len(arguments) == 0 {
		return serve(os.Stdin, os.Stdout)
	}
	request, err := requestOf(arguments, os.Stdin)
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(append(reply(request), '\n'))
	return err
}

// requestOf returns the one request of a command line and its standard input.
func requestOf(arguments []string, in io.Reader) (*Request, error) {
	if len(arguments) == 1 && arguments[0] == "hello" {
		return &Request{Op: "hello"}, nil
	}
	if len(arguments) < 2 || len(arguments) > 3 || operations[arguments[0]] == nil {
		return nil, errors.New("usage: go-dynd [hello | decode|transcode|encode dynd CONTEXT]")
	}
	input, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	request := &Request{}
	if arguments[0] == "encode" {
		if err := json.Unmarshal(input, request); err != nil {
			return nil, fmt.Errorf("standard input: %w", err)
		}
	} else {
		request.Bytes = hex.EncodeToString(input)
	}
	request.Op, request.Format = arguments[0], arguments[1]
	if len(arguments) == 3 {
		request.Context = json.RawMessage(arguments[2])
	}
	return request, nil
}
