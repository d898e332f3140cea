// The goldenwire protocol, version 1, for a codec written in Go: the standard library alone, to be copied anywhere.
//
// Serve answers requests from standard input until it ends, or the one case that the command line names. A codec returns
// Reject(...) as its error to refuse its input and Unsupported for what it does not do; any other error, and a panic, is
// `failed`. The atoms of the notation are read by Integer, Bits, Octets, Boolean and Text, and written by the functions of
// the same names with Of. Strings are octets, UTF-8 but for lone surrogates, which have three octets each (utf8.ValidString
// tells). `goldenwire protocol` says more.

package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"math/big"
	"os"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Value is any JSON: nil, bool, string, Number, []Value or Object.
type Value interface{}

// Number is the digits of a JSON number; the notation has none.
type Number string

// Object has its members in their order.
type Object []Member

// Member is a name and a value.
type Member struct {
	Name  string
	Value Value
}

// Get returns the member of an object; nil where there is none, or no object.
func Get(value Value, name string) Value {
	object, _ := value.(Object)
	for _, member := range object {
		if member.Name == name {
			return member.Value
		}
	}
	return nil
}

// Equal says whether two values are the same; members may stand in any order.
func Equal(a, b Value) bool {
	switch x := a.(type) {
	case []Value:
		y, ok := b.([]Value)
		if !ok || len(x) != len(y) {
			return false
		}
		for i := range x {
			if !Equal(x[i], y[i]) {
				return false
			}
		}
		return true
	case Object:
		y, ok := b.(Object)
		if !ok || len(x) != len(y) {
			return false
		}
		for _, member := range x {
			if !has(y, member.Name) || !Equal(member.Value, Get(y, member.Name)) {
				return false
			}
		}
		return true
	}
	switch b.(type) {
	case []Value, Object:
		return false
	}
	return a == b
}

func has(object Object, name string) bool {
	for _, member := range object {
		if member.Name == name {
			return true
		}
	}
	return false
}

// Codec is what a codec does. Contexts and plans are nil where a request has none.
type Codec interface {
	Hello() Value // an object with the members codec and formats
	Decode(format string, data []byte, context Value) (Value, error)
	Encode(format string, value, context, plan Value) ([]byte, error)
	Transcode(format string, data []byte, context Value) ([]byte, error)
}

// Rejected refuses the input.
type Rejected struct {
	Code    string // an error class of the format, or ""
	Offset  int    // the octet where the bad field begins, or -1
	Message string
}

func (r *Rejected) Error() string { return fmt.Sprintf("%s at %d: %s", r.Code, r.Offset, r.Message) }

// Reject refuses the input.
func Reject(code string, offset int, format string, arguments ...interface{}) error {
	return &Rejected{code, offset, fmt.Sprintf(format, arguments...)}
}

// Unsupported says that the codec does not do what it is asked.
type Unsupported string

func (u Unsupported) Error() string { return string(u) }

// The atoms of the notation. What is none is refused, with the error class that the format has for a bad value.

var decimal = regexp.MustCompile(`\A(0|-?[1-9][0-9]*)\z`)

// Integer is the integer of "-128", which has to fit into so many octets, as two's complement if it is signed.
func Integer(atom Value, size int, signed bool, code string) (*big.Int, error) {
	text, ok := atom.(string)
	low, high := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(8*size))
	if signed {
		high.Rsh(high, 1)
		low.Neg(high)
	}
	number := new(big.Int)
	if ok && decimal.MatchString(text) && len(text) <= 3*size+2 { // before it is computed, as it may have any length
		number.SetString(text, 10)
		if number.Cmp(low) >= 0 && number.Cmp(high) < 0 {
			return number, nil
		}
	}
	return nil, Reject(code, -1, "expected an integer of %d octets as a decimal string, found %s", size, shown(atom))
}

// IntegerOf is the atom of an integer.
func IntegerOf(number *big.Int) Value { return number.String() }

// Whole is the integer of "128", from 0 to most.
func Whole(atom Value, most uint64, code string) (uint64, error) {
	number, err := Integer(atom, 8, false, code)
	if err != nil {
		return 0, err
	}
	if number.Uint64() > most {
		return 0, Reject(code, -1, "expected an integer from 0 to %d, found %s", most, shown(atom))
	}
	return number.Uint64(), nil
}

// WholeOf is the atom of an integer.
func WholeOf(number uint64) Value { return strconv.FormatUint(number, 10) }

// Bits is the bits of a float of so many octets, least significant octet first.
func Bits(atom Value, size int, code string) ([]byte, error) {
	text, ok := atom.(string)
	if ok && len(text) == 2+2*size && strings.HasPrefix(text, "0x") && text == strings.ToLower(text) {
		if data, err := hex.DecodeString(text[2:]); err == nil {
			return reversed(data), nil
		}
	}
	return nil, Reject(code, -1, "expected 0x and %d digits of a float's bits, found %s", 2*size, shown(atom))
}

// BitsOf is the atom of a float, by its bits, least significant octet first.
func BitsOf(data []byte) Value { return "0x" + hex.EncodeToString(reversed(data)) }

func reversed(data []byte) []byte {
	back := make([]byte, len(data))
	for i, octet := range data {
		back[len(data)-1-i] = octet
	}
	return back
}

// Octets is the octets of "01ff".
func Octets(atom Value, code string) ([]byte, error) {
	text, ok := atom.(string)
	if data, err := hex.DecodeString(text); ok && err == nil && text == strings.ToLower(text) {
		return data, nil
	}
	return nil, Reject(code, -1, "expected pairs of lower-case hex digits, found %s", shown(atom))
}

// OctetsOf is the atom of octets.
func OctetsOf(data []byte) Value { return hex.EncodeToString(data) }

// Boolean is the truth of true and false.
func Boolean(atom Value, code string) (bool, error) {
	truth, ok := atom.(bool)
	if !ok {
		return false, Reject(code, -1, "expected true or false, found %s", shown(atom))
	}
	return truth, nil
}

// Text is the octets of a text in UTF-8; a lone surrogate has none.
func Text(atom Value, code string) ([]byte, error) {
	text, ok := atom.(string)
	if !ok || !utf8.ValidString(text) {
		return nil, Reject(code, -1, "expected text, found %s", shown(atom))
	}
	return []byte(text), nil
}

// TextOf is the text of octets, which have to be UTF-8: it is for the codec to look before (utf8.Valid).
func TextOf(data []byte) Value { return string(data) }

func shown(value Value) string {
	var out bytes.Buffer
	if err := writeJSON(&out, value); err != nil || out.Len() > 60 {
		return fmt.Sprintf("%d octets of JSON", out.Len())
	}
	return out.String()
}

// Reading JSON

const deepest = 1000 // levels

type reader struct {
	text  []byte
	at    int
	depth int
}

type unreadable string

// Parse reads the one value of a JSON text.
func Parse(text []byte) (value Value, err error) {
	defer func() {
		if trouble := recover(); trouble != nil {
			what, ok := trouble.(unreadable)
			if !ok {
				panic(trouble)
			}
			err = fmt.Errorf("cannot read a request: %s", string(what))
		}
	}()
	r := &reader{text: text}
	value = r.value()
	if r.next(); r.at < len(r.text) {
		panic(unreadable("more than one value"))
	}
	return value, nil
}

func (r *reader) peek() byte {
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

func (r *reader) next() byte {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
	return r.peek()
}

func (r *reader) value() Value {
	switch r.next() {
	case '"':
		return r.string()
	case '[':
		items := []Value{}
		r.list(']', func() { items = append(items, r.value()) })
		return items
	case '{':
		object := Object{}
		r.list('}', func() {
			if r.next() != '"' {
				panic(unreadable("a name is missing"))
			}
			name := r.string()
			if r.next() != ':' {
				panic(unreadable("a colon is missing"))
			}
			r.at++
			object = append(object, Member{name, r.value()})
		})
		return object
	}
	for word, value := range map[string]Value{"null": nil, "true": true, "false": false} {
		if bytes.HasPrefix(r.text[r.at:], []byte(word)) {
			r.at += len(word)
			return value
		}
	}
	number := digits.Find(r.text[r.at:])
	if number == nil {
		panic(unreadable("a value that is none"))
	}
	r.at += len(number)
	return Number(number)
}

var digits = regexp.MustCompile(`\A-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?`)

func (r *reader) list(end byte, item func()) {
	r.at++
	if r.depth++; r.depth > deepest {
		panic(unreadable("it is nested too deeply"))
	}
	for first := true; r.next() != end; first = false {
		if !first {
			if r.peek() != ',' {
				panic(unreadable("a comma is missing"))
			}
			r.at++
			if r.next() == end {
				panic(unreadable("a comma too many"))
			}
		}
		item()
	}
	r.at++
	r.depth--
}

var escapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

func (r *reader) string() string {
	var out []byte
	for r.at++; r.at < len(r.text); r.at++ {
		switch c := r.text[r.at]; {
		case c == '"':
			r.at++
			return string(out)
		case c < 0x20:
			panic(unreadable("a control character in a string"))
		case c != '\\':
			out = append(out, c)
		default:
			r.at++
			plain, ok := escapes[r.peek()]
			if ok {
				out = append(out, plain)
			} else if r.peek() == 'u' {
				out = appendCharacter(out, r.escape())
			} else {
				panic(unreadable("a bad escape"))
			}
		}
	}
	panic(unreadable("a string without an end"))
}

// escape reads \uXXXX, two of them for a pair of surrogates; the reader stands at the u, and then at the last digit.
func (r *reader) escape() rune {
	code := r.unit(r.at + 1)
	r.at += 4
	if utf16.IsSurrogate(code) && bytes.HasPrefix(r.text[r.at+1:], []byte(`\u`)) {
		if pair := utf16.DecodeRune(code, r.unit(r.at+3)); pair != utf8.RuneError {
			r.at += 6
			return pair
		}
	}
	return code
}

func (r *reader) unit(at int) rune {
	if at+4 <= len(r.text) {
		if unit, err := strconv.ParseUint(string(r.text[at:at+4]), 16, 16); err == nil {
			return rune(unit)
		}
	}
	panic(unreadable(`a bad \u escape`))
}

// appendCharacter adds a character in UTF-8, a lone surrogate as if it were one.
func appendCharacter(out []byte, code rune) []byte {
	if utf16.IsSurrogate(code) {
		return append(out, 0xe0|byte(code>>12), 0x80|byte(code>>6)&0xbf, 0x80|byte(code)&0xbf)
	}
	return utf8.AppendRune(out, code)
}

// Writing JSON

func writeJSON(out *bytes.Buffer, value Value) error {
	switch v := value.(type) {
	case nil:
		out.WriteString("null")
	case bool:
		out.WriteString(strconv.FormatBool(v))
	case Number:
		out.WriteString(string(v))
	case string:
		return writeString(out, v)
	case []Value:
		for i, item := range v {
			out.WriteByte(",["[btoi(i == 0)])
			if err := writeJSON(out, item); err != nil {
				return err
			}
		}
		out.WriteString("[]"[btoi(len(v) > 0):])
	case Object:
		for i, member := range v {
			out.WriteByte(",{"[btoi(i == 0)])
			if err := writeString(out, member.Name); err != nil {
				return err
			}
			out.WriteByte(':')
			if err := writeJSON(out, member.Value); err != nil {
				return err
			}
		}
		out.WriteString("{}"[btoi(len(v) > 0):])
	default:
		return fmt.Errorf("the codec gave a %T for JSON", value)
	}
	return nil
}

func btoi(truth bool) int {
	if truth {
		return 1
	}
	return 0
}

// writeString escapes lone surrogates; what is no text at all is an error.
func writeString(out *bytes.Buffer, text string) error {
	out.WriteByte('"')
	for at := 0; at < len(text); {
		code, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case code == utf8.RuneError && size == 1:
			unit, ok := surrogate(text[at:])
			if !ok {
				return fmt.Errorf("the codec put octets that are not UTF-8 into text")
			}
			fmt.Fprintf(out, `\u%04x`, unit)
			size = 3
		case code < 0x20 || code == 0x7f:
			fmt.Fprintf(out, `\u%04x`, code)
		case code == '"' || code == '\\':
			out.WriteByte('\\')
			out.WriteByte(byte(code))
		default:
			out.WriteString(text[at : at+size])
		}
		at += size
	}
	out.WriteByte('"')
	return nil
}

func surrogate(text string) (rune, bool) {
	if len(text) < 3 || text[0] != 0xed || text[1] < 0xa0 || text[1] > 0xbf || text[2] < 0x80 || text[2] > 0xbf {
		return 0, false
	}
	return 0xd000 | rune(text[1]&0x3f)<<6 | rune(text[2]&0x3f), true
}

// The conversation

func answer(codec Codec, request Value) (reply Object) {
	op, _ := Get(request, "op").(string)
	if op == "hello" {
		hello := codec.Hello()
		return Object{{"protocol", Number("1")}, {"codec", Get(hello, "codec")}, {"formats", Get(hello, "formats")}}
	}
	if id := Get(request, "id"); id != nil {
		reply = Object{{"id", id}}
	}
	name, value, err := ask(codec, request, op)
	switch e := err.(type) {
	case nil:
	case *Rejected:
		members := Object{}
		if e.Code != "" {
			members = append(members, Member{"code", words(e.Code)})
		}
		if e.Offset >= 0 {
			members = append(members, Member{"offset", Number(strconv.Itoa(e.Offset))})
		}
		if e.Message != "" {
			members = append(members, Member{"message", words(e.Message)})
		}
		name, value = "rejected", members
	case Unsupported:
		name, value = "unsupported", words(e.Error())
	default:
		name, value = "failed", words(e.Error())
	}
	return append(reply, Member{name, value})
}

// ask calls the codec; a panic is an error, with the stack behind its first line.
func ask(codec Codec, request Value, op string) (name string, value Value, err error) {
	defer func() {
		if trouble := recover(); trouble != nil {
			err = fmt.Errorf("%s\n%s", strings.ReplaceAll(fmt.Sprint(trouble), "\n", " "), debug.Stack())
		}
	}()
	format, _ := Get(request, "format").(string)
	context := Get(request, "context")
	var data []byte
	if op == "encode" {
		data, err = codec.Encode(format, Get(request, "value"), context, Get(request, "plan"))
		return "bytes", OctetsOf(data), err
	}
	if op != "decode" && op != "transcode" {
		return "", nil, Unsupported("the operation " + op)
	}
	if data, err = Octets(Get(request, "bytes"), ""); err != nil {
		return "", nil, fmt.Errorf("a request without bytes: %w", err)
	}
	if op == "transcode" {
		data, err = codec.Transcode(format, data, context)
		return "bytes", OctetsOf(data), err
	}
	if value, err = codec.Decode(format, data, context); err == nil {
		err = writeJSON(new(bytes.Buffer), value)
	}
	return "value", value, err
}

// words is text for people, in which what is no text is replaced.
func words(said string) string { return strings.ToValidUTF8(said, "\uFFFD") }

// Serve returns the exit status: 0 at the end of input, 2 where a request cannot be read. What the codec prints to
// os.Stdout goes to standard error.
func Serve(codec Codec) int {
	replies := os.Stdout
	os.Stdout = os.Stderr
	err := serve(codec, os.Args[1:], bufio.NewReader(os.Stdin), replies)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	return 0
}

func serve(codec Codec, arguments []string, input *bufio.Reader, replies io.Writer) error {
	if len(arguments) > 0 {
		request, err := oneShot(arguments, input)
		if err != nil {
			return err
		}
		return send(replies, answer(codec, request))
	}
	for {
		line, end := input.ReadBytes('\n')
		if end != nil && len(line) == 0 {
			return nil
		}
		request, err := Parse(line)
		if err == nil {
			err = send(replies, answer(codec, request))
		}
		if err != nil {
			return err
		}
	}
}

func send(replies io.Writer, reply Object) error {
	var line bytes.Buffer
	if err := writeJSON(&line, reply); err != nil {
		return err
	}
	line.WriteByte('\n')
	_, err := replies.Write(line.Bytes())
	return err
}

// oneShot is the request that a command line stands for: hello, or OPERATION FORMAT [CONTEXT].
func oneShot(arguments []string, input io.Reader) (Value, error) {
	op := arguments[0]
	if op == "hello" && len(arguments) == 1 {
		return Object{{"op", op}}, nil
	}
	if len(arguments) < 2 || len(arguments) > 3 || op != "decode" && op != "encode" && op != "transcode" {
		return nil, fmt.Errorf("expected hello, or decode, encode or transcode with FORMAT and perhaps CONTEXT")
	}
	data, err := io.ReadAll(input)
	request := Object{{"op", op}, {"format", arguments[1]}}
	if err == nil && len(arguments) == 3 {
		var context Value
		context, err = Parse([]byte(arguments[2]))
		request = append(request, Member{"context", context})
	}
	if err != nil || op != "encode" {
		return append(request, Member{"bytes", OctetsOf(data)}), err
	}
	members, err := Parse(data)
	given, _ := members.(Object)
	return append(request, given...), err
}
