// The worked examples of the specification, each a test: go test -v.
//
// What the codec does not do yet is skipped. Values are compared to the letter, but for NaNs; `goldenwire smoke
// --examples-of-spec` knows what else a format lets differ.

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"testing"
)

// same says whether two values are the same; {"nan":"8"} stands for any NaN of eight digits.
func same(expected, found Value) bool {
	if nan, ok := Get(expected, "nan").(string); ok {
		text, isText := found.(string)
		return isText && fmt.Sprint(len(text)-2) == nan
	}
	switch x := expected.(type) {
	case []Value:
		y, ok := found.([]Value)
		for i := range x {
			ok = ok && i < len(y) && same(x[i], y[i])
		}
		return ok && len(x) == len(y)
	case Object:
		y, ok := found.(Object)
		for _, member := range x {
			ok = ok && has(y, member.Name) && same(member.Value, Get(y, member.Name))
		}
		return ok && len(x) == len(y)
	}
	return Equal(expected, found)
}

// due says whether one of what is due (an example, or one of its outcomes) is what the codec did.
func due(example Value, refused bool, found Value) bool {
	object, _ := example.(Object)
	if refused && has(object, "rejected") || !refused && has(object, "value") && same(Get(object, "value"), found) {
		return true
	}
	outcomes, _ := Get(example, "outcomes").(Object)
	for _, outcome := range outcomes {
		if due(outcome.Value, refused, found) {
			return true
		}
	}
	return false
}

func TestWorkedExamples(t *testing.T) {
	text, err := os.ReadFile("examples.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		example := known(string(line))
		t.Run(fmt.Sprintf("%v %v", Get(example, "example"), Get(example, "title")), func(t *testing.T) { check(t, example) })
	}
}

func check(t *testing.T, example Value) {
	codec, context := myCodec{}, Get(example, "context")
	data, err := Octets(Get(example, "bytes"), "")
	if err != nil {
		t.Fatal(err)
	}
	found, err := codec.Decode("sample", data, context)
	var refusal *Rejected
	var declined Unsupported
	switch refused := errors.As(err, &refusal); {
	case errors.As(err, &declined):
		t.Skip(err)
	case err != nil && !refused:
		t.Fatal(err)
	case !due(example, refused, found):
		t.Fatalf("found %v, %v", found, err)
	case refused || Get(example, "canonical") != true:
		return
	}
	if data, err = codec.Encode("sample", found, context, nil); err != nil {
		t.Fatal(err)
	}
	again, err := codec.Decode("sample", data, context)
	if err != nil || !same(found, again) {
		t.Fatalf("came back as %v, %v", again, err)
	}
}
