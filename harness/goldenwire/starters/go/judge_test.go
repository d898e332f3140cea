// Judges a codec's answers to the golden vectors as `goldenwire check` does, with nothing but the standard library.
//
// Judge puts a question, a line of vectors.jsonl, to a codec and returns an outcome and the reason:
//
//	pass        the answer is as it has to be
//	roundtrip   these bytes are not the golden ones, but the codec's own decoder reads the right value in them;
//	            `goldenwire check` is stricter, because it reads them with a decoder of its own
//	declined    the codec does not do this
//	fail        the answer is wrong

package main

import (
	"bytes"
	"fmt"
	"math"
	"math/big"
	"os"
	"strconv"
	"strings"
)

// Questions returns those of a file, GOLDENWIRE_EXPORT if that is set; none if only the usual file is missing.
func Questions(path, command string) ([]Value, error) {
	named := os.Getenv("GOLDENWIRE_EXPORT")
	if named != "" {
		path = named
	}
	text, err := os.ReadFile(path)
	if named == "" && os.IsNotExist(err) {
		return nil, nil
	}
	if err == nil && len(text) == 0 {
		err = fmt.Errorf("%s has no questions; make it again: %s", path, command)
	}
	if err != nil {
		return nil, err
	}
	var questions []Value
	for _, line := range bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n")) {
		question, err := Parse(line)
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, len(questions)+1, err)
		}
		questions = append(questions, question)
	}
	return questions, nil
}

// Judge asks the codec; ask returns the reply to a request of the protocol.
func Judge(question Value, ask func(request Value) Value) (outcome, reason string) {
	j := judgement{question, nil, ask}
	for _, tag := range judgeItems(Get(question, "compare")) {
		j.tags = append(j.tags, fmt.Sprint(tag))
	}
	reply := ask(Get(question, "request"))
	if said, ok := Get(reply, "unsupported").(string); ok {
		for _, one := range judgeItems(Get(question, "passes")) {
			if judgeHolds(one, "unsupported") {
				return "pass", ""
			}
		}
		return "declined", said
	}
	return j.judge(reply)
}

type judgement struct {
	question Value
	tags     comparison
	ask      func(request Value) Value
}

func (j judgement) judge(reply Value) (outcome, reason string) {
	expected := judgeItems(Get(j.question, "passes"))
	var meanings []Value
	for _, one := range expected {
		if j.fits(one, reply) {
			return "pass", ""
		}
		if judgeHolds(one, "means") {
			meanings = append(meanings, Object{{"value", Get(one, "means")}})
		}
	}
	written, isBytes := Get(reply, "bytes").(string)
	if len(meanings) == 0 || !isBytes {
		return "fail", judgeDiffers(expected, reply)
	}
	read := j.ask(j.ofBytes(written))
	if judgeHolds(read, "unsupported") {
		return "declined", "other bytes than the golden ones, and no decoder to read them; goldenwire check has one"
	}
	for _, meaning := range meanings {
		if j.fits(meaning, read) {
			return "roundtrip", ""
		}
	}
	return "fail", "its bytes " + judgeBrief(written) + ", decoded\n" + judgeDiffers(meanings, read)
}

// ofBytes is the request to decode bytes in the context of the question.
func (j judgement) ofBytes(written string) Value {
	asked := Get(j.question, "request")
	request := Object{{"id", Get(asked, "id")}, {"op", "decode"}, {"format", Get(asked, "format")}, {"bytes", written}}
	if judgeHolds(asked, "context") {
		request = append(request, Member{"context", Get(asked, "context")})
	}
	return request
}

func (j judgement) fits(expected, reply Value) bool {
	if judgeHolds(expected, "value") {
		return judgeHolds(reply, "value") && j.tags.same(Get(expected, "value"), Get(reply, "value"))
	}
	if judgeHolds(expected, "rejected") {
		return judgeHolds(reply, "rejected") && judgeRefuses(Get(expected, "rejected"), Get(reply, "rejected"))
	}
	return judgeHolds(expected, "bytes") && Equal(Get(expected, "bytes"), Get(reply, "bytes"))
}

func judgeRefuses(expected, found Value) bool {
	code, offset := Get(found, "code"), Get(found, "offset")
	fits := !judgeHolds(expected, "codes")
	for _, one := range judgeItems(Get(expected, "codes")) {
		fits = fits || Equal(one, code)
	}
	due := Get(expected, "offset")
	if name, ok := code.(string); ok && due == nil {
		due = Get(Get(expected, "offsets"), name)
	}
	if Get(expected, "no_offset") == true {
		return fits && offset == nil
	}
	return fits && (due == nil || Equal(due, offset))
}

// comparison tells how values are the same: as JSON, but for any NaN, and for what these tags hold.
type comparison []string

var judgeInfinity = map[Value]string{"4": "7c00", "8": "7f800000", "16": "7ff0000000000000", "32": "7fff" + strings.Repeat("0", 28)}

// same says whether two values are; {"nan":"8"} stands for any NaN of eight digits.
func (c comparison) same(expected, found Value) bool {
	switch x := expected.(type) {
	case []Value:
		y, ok := found.([]Value)
		for i := range x {
			ok = ok && i < len(y) && c.same(x[i], y[i])
		}
		return ok && len(x) == len(y)
	case Object:
		if least, ok := c.anyNaN(x); ok {
			return c.isNaN(found, least)
		}
		y, ok := found.(Object)
		for _, member := range x {
			ok = ok && has(y, member.Name) && c.member(member.Name, len(x) == 1, member.Value, Get(y, member.Name))
		}
		return ok && len(x) == len(y)
	}
	return Equal(expected, found)
}

// member says whether two members of a name are the same; one that stands alone may be a tag.
func (c comparison) member(name string, alone bool, expected, found Value) bool {
	for _, tag := range c {
		if alone && tag == name && name == "number" {
			return c.same(c.whole(expected), c.whole(found))
		}
		if alone && tag == name && name == "unique_set" {
			return c.paired(expected, found)
		}
	}
	return c.same(expected, found)
}

func (comparison) anyNaN(object Object) (least string, ok bool) {
	if len(object) != 1 || object[0].Name != "nan" {
		return "", false
	}
	digits, isText := object[0].Value.(string)
	least, ok = judgeInfinity[digits]
	return least, ok && isText
}

// isNaN says whether an atom is the bits of a NaN, which are above those of infinity, without the sign.
func (c comparison) isNaN(atom Value, infinity string) bool {
	digits, ok := c.hexadecimal(atom, len(infinity))
	return ok && string("0123456701234567"[strings.IndexByte("0123456789abcdef", digits[0])])+digits[1:] > infinity
}

func (comparison) hexadecimal(atom Value, length int) (digits string, ok bool) {
	text, isText := atom.(string)
	digits = strings.TrimPrefix(text, "0x")
	return digits, isText && len(text) == 2+length && len(digits) == length && strings.Trim(digits, "0123456789abcdef") == ""
}

// whole is the integer of a double that is one, but for -0.0; any other atom is as it was.
func (c comparison) whole(atom Value) Value {
	digits, ok := c.hexadecimal(atom, 16)
	bits, err := strconv.ParseUint(digits, 16, 64)
	double := math.Float64frombits(bits)
	if !ok || err != nil || digits == "8000000000000000" || math.IsInf(double, 0) || double != math.Trunc(double) {
		return atom
	}
	return new(big.Float).SetFloat64(double).Text('f', 0)
}

// paired says whether the elements of two sets have partners; one moves to another partner to make room.
func (c comparison) paired(expected, found Value) bool {
	x, isList := expected.([]Value)
	y, ok := found.([]Value)
	if !isList || !ok || len(x) != len(y) {
		return false
	}
	partners := map[int]int{} // place among the found -> place among the expected
	var pair func(wanting int, tried map[int]bool) bool
	pair = func(wanting int, tried map[int]bool) bool {
		for place := range y {
			if !tried[place] && c.same(x[wanting], y[place]) {
				tried[place] = true
				if other, taken := partners[place]; !taken || pair(other, tried) {
					partners[place] = wanting
					return true
				}
			}
		}
		return false
	}
	for place := range x {
		if !pair(place, map[int]bool{}) {
			return false
		}
	}
	return true
}

func judgeHolds(value Value, name string) bool {
	object, _ := value.(Object)
	return has(object, name)
}

func judgeItems(value Value) []Value {
	list, _ := value.([]Value)
	return list
}

// Messages

// Explain is the text of a failure: the reason, and what the question is about.
func Explain(question Value, reason string) string {
	text := fmt.Sprintf("%v\n%s\nrequest   %s", Get(question, "summary"), reason, judgeBrief(Get(question, "request")))
	for _, requirement := range judgeItems(Get(question, "requirements")) {
		text += fmt.Sprintf("\n%v: %v", Get(requirement, "id"), Get(requirement, "text"))
	}
	return text
}

// Summary is the line that is printed after all questions, by the number of each outcome.
func Summary(tally map[string]int) string {
	passed := tally["pass"] + tally["roundtrip"]
	line := fmt.Sprintf("vectors: %d asked, %d passed, %d failed, %d declined",
		passed+tally["fail"]+tally["declined"], passed, tally["fail"], tally["declined"])
	if tally["roundtrip"] > 0 {
		line += fmt.Sprintf("; %d passed by the codec's own decoder alone, for which goldenwire check is stricter", tally["roundtrip"])
	}
	return line
}

func judgeDiffers(expected []Value, found Value) string {
	texts := make([]string, len(expected))
	for i, one := range expected {
		texts[i] = judgeBrief(one)
	}
	due := strings.Join(texts, "\nor        ")
	if failed, ok := Get(found, "failed").(string); ok {
		return fmt.Sprintf("expected  %s\nfound     %s", due, failed)
	}
	object, _ := found.(Object)
	members := Object{}
	for _, member := range object {
		if member.Name != "id" {
			members = append(members, member)
		}
	}
	return fmt.Sprintf("expected  %s\nfound     %s", due, judgeBrief(members))
}

const judgeShown = 300 // characters of a value in a message

func judgeBrief(value Value) string {
	var out bytes.Buffer
	if err := writeJSON(&out, value); err != nil {
		return err.Error()
	}
	if out.Len() <= judgeShown {
		return out.String()
	}
	return fmt.Sprintf("%s... (%d octets)", strings.ToValidUTF8(out.String()[:judgeShown], ""), out.Len())
}
