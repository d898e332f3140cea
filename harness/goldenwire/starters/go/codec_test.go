// The worked examples of the specification and the golden vectors, each a test: go test.
//
// What the codec does not do yet is skipped. Values of the examples are compared to the letter, but for NaNs; `goldenwire
// smoke --examples-of-spec` knows what else a format lets differ. `go test -run TestVectors/daphne/csr` selects vectors.

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"testing"
)

// due says whether one of what is due (an example, or one of its outcomes) is what the codec did.
func due(example Value, refused bool, found Value) bool {
	object, _ := example.(Object)
	if refused && has(object, "rejected") || !refused && has(object, "value") && comparison(nil).same(Get(object, "value"), found) {
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
	if err != nil || !comparison(nil).same(found, again) {
		t.Fatalf("came back as %v, %v", again, err)
	}
}

const exportCommand = "@EXPORT@"

func TestVectors(t *testing.T) {
	questions, err := Questions("vectors.jsonl", exportCommand)
	if err != nil {
		t.Fatal(err)
	}
	if questions == nil {
		fmt.Println("vectors: no vectors.jsonl, which this makes: " + exportCommand)
		t.SkipNow()
	}
	tally := map[string]int{}
	for _, question := range questions {
		t.Run(fmt.Sprintf("%v/%v", Get(question, "id"), Get(question, "operation")), func(t *testing.T) {
			outcome, reason := Judge(question, func(request Value) Value { return answer(myCodec{}, request) })
			tally[outcome]++
			switch outcome {
			case "declined":
				t.Skip(reason)
			case "fail":
				t.Fatal(Explain(question, reason))
			}
		})
	}
	fmt.Println(Summary(tally))
}
