// Puts goldenwire's questions to a MessagePack package of Go: `adapter DRIVER default|careful HELLO`, HELLO being a file
// with the reply to hello.

package main

import (
	"fmt"
	"os"
	"strings"
)

// Driver is a package: its functions, and how its own objects are shown and made.
type Driver struct {
	read      func([]byte) (interface{}, error)
	write     func(interface{}) ([]byte, error)
	shown     func(interface{}) Value // nil for what is not its own
	extension func(int8, []byte) interface{}
}

var drivers = map[string]func(careful bool) Driver{
	"vmihailenco": driveVmihailenco,
	"ugorji":      driveUgorji,
	"hashicorp":   driveHashicorp,
	"tinylib":     driveTinylib,
}

type adapter struct {
	driver Driver
	hello  Value
}

func (a adapter) Hello() Value { return a.hello }

func (a adapter) Decode(_ string, data []byte, _ Value) (Value, error) {
	object, err := a.driver.read(data)
	if err != nil {
		return nil, refusal(err)
	}
	return a.driver.describe(object)
}

func (a adapter) Encode(_ string, value, _, _ Value) ([]byte, error) {
	object, err := a.driver.build(value)
	if err != nil {
		return nil, err
	}
	data, err := a.driver.write(object)
	return data, refusal(err)
}

func (a adapter) Transcode(_ string, data []byte, _ Value) ([]byte, error) {
	object, err := a.driver.read(data)
	if err != nil {
		return nil, refusal(err)
	}
	data, err = a.driver.write(object)
	return data, refusal(err)
}

// refusal is the package's error as its no; a panic of the runtime that it has caught is none.
func refusal(err error) error {
	if err == nil || strings.Contains(err.Error(), "runtime error") {
		return err
	}
	return Reject("", -1, "%s", err)
}

func main() {
	text, err := os.ReadFile(os.Args[3])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	hello, err := Parse(text)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	driver := drivers[os.Args[1]](os.Args[2] == "careful")
	os.Args = os.Args[:1] // what follows would ask for a single case
	os.Exit(Serve(adapter{driver, hello}))
}
