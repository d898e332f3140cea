package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
)

const hello = `{"protocol":1,"codec":{"name":"go-dynd","version":"1.0","language":"Go"},"formats":{"dynd":{` +
	`"operations":["decode","encode","transcode"],"features":["codes","offsets","order"],` +
	`"policies":{"dynd.limits":"reject","dynd.option-nan":"reject"}}}}`

// Request is a message of the protocol.
type Request struct {
	ID      json.RawMessage
	Op      string
	Format  string
	Context json.RawMessage
	Bytes   string // hexadecimal
	Value   json.RawMessage
	Plan    json.RawMessage
}

// Context says in which type, and under which profile, the bytes are meant.
type Context struct {
	Type    *string
	Profile json.RawMessage
}

// Unsupported says what the codec does not do.
type Unsupported string

func (u Unsupported) Error() string { return string(u) }

// operations returns what an operation answers: a member of the reply.
var operations = map[string]func(*Type, *Request) ([]byte, error){
	"decode":    answerDecode,
	"encode":    answerEncode,
	"transcode": answerTranscode,
}

// serve answers the requests of in, one a line, on out until the end of in.
func serve(in io.Reader, out io.Writer) error {
	lines, replies := bufio.NewReader(in), bufio.NewWriter(out)
	for {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			replies.Write(replyToLine(line)) // an error stays until the flush
			replies.WriteByte('\n')
			if err := replies.Flush(); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func replyToLine(line []byte) []byte {
	request := &Request{}
	if err := json.Unmarshal(line, request); err != nil {
		return appendReply(request, nil, fmt.Errorf("not a request: %w", err))
	}
	return reply(request)
}

// reply returns the one line that answers a request.
func reply(request *Request) (line []byte) {
	if request.Op == "hello" {
		return []byte(hello)
	}
	defer func() { // a mistake in the codec is no judgement of the input, and must not end the conversation
		if mistake := recover(); mistake != nil {
			line = appendReply(request, nil, fmt.Errorf("panic: %v", mistake))
		}
	}()
	answer, err := answer(request)
	return appendReply(request, answer, err)
}

func appendReply(request *Request, answer []byte, err error) []byte {
	out := []byte{'{'}
	if len(request.ID) > 0 {
		out = append(append(append(out, `"id":`...), request.ID...), ',')
	}
	var refusal *Refusal
	var unsupported Unsupported
	switch {
	case err == nil:
		out = append(out, answer...)
	case errors.As(err, &refusal):
		out = appendRefusal(out, refusal)
	case errors.As(err, &unsupported):
		out = appendMessage(append(out, `"unsupported":`...), err.Error())
	default:
		out = appendMessage(append(out, `"failed":`...), err.Error())
	}
	return append(out, '}')
}

func appendRefusal(out []byte, refusal *Refusal) []byte {
	out = appendText(append(out, `"rejected":{"code":`...), string(refusal.class))
	if refusal.offset != noOffset {
		out = strconv.AppendInt(append(out, `,"offset":`...), int64(refusal.offset), 10)
	}
	return append(appendMessage(append(out, `,"message":`...), refusal.Error()), '}')
}

func answer(request *Request) ([]byte, error) {
	operation, known := operations[request.Op]
	switch {
	case !known:
		return nil, Unsupported("operation " + request.Op)
	case request.Format != "dynd":
		return nil, Unsupported("format " + request.Format)
	case len(request.Plan) > 0 && string(request.Plan) != "null":
		return nil, Unsupported("plans")
	}
	t, err := destination(request)
	if err != nil {
		return nil, err
	}
	return operation(t, request)
}

// destination returns the type of the context, or the refusal of it at offset 0 (DES-04).
func destination(request *Request) (*Type, error) {
	var context Context
	if err := json.Unmarshal(request.Context, &context); err != nil || context.Type == nil {
		return nil, errors.New("the request has no context with a type")
	}
	if len(context.Profile) > 0 {
		return nil, Unsupported("profile " + string(context.Profile))
	}
	offset := 0
	if request.Op == "encode" {
		offset = noOffset
	}
	t, err := readType(*context.Type, offset)
	var refusal *Refusal
	if errors.As(err, &refusal) && refusal.class != limitDepth && refusal.class != limitTypeLength {
		refusal.requirement = "DES-04"
	}
	return t, err
}

func answerDecode(t *Type, request *Request) ([]byte, error) {
	value, err := decodeHex(t, request.Bytes)
	if err != nil {
		return nil, err
	}
	return appendValue([]byte(`"value":`), t, value), nil
}

func answerTranscode(t *Type, request *Request) ([]byte, error) {
	value, err := decodeHex(t, request.Bytes)
	if err != nil {
		return nil, err
	}
	return answerBytes(encode(t, value))
}

func answerEncode(t *Type, request *Request) ([]byte, error) {
	if hasLoneSurrogate(request.Value) {
		return nil, refuse(utf8Invalid, "STR-02", noOffset, "expected text, found half of a surrogate pair")
	}
	reader := json.NewDecoder(bytes.NewReader(request.Value))
	reader.UseNumber()
	var notation any
	if err := reader.Decode(&notation); err != nil {
		return nil, fmt.Errorf("the request has no value: %w", err)
	}
	value, err := parseValue(t, notation)
	if err != nil {
		return nil, err
	}
	return answerBytes(encode(t, value))
}

func decodeHex(t *Type, digits string) (Value, error) {
	input, err := hex.DecodeString(digits)
	if err != nil {
		return nil, fmt.Errorf("the bytes of the request: %w", err)
	}
	return decode(t, string(input))
}

func answerBytes(octets []byte, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return appendText([]byte(`"bytes":`), hex.EncodeToString(octets)), nil
}
