// Plays the rows of tests/starters/judgements.py to the starter's judge.

package main

import (
	"bufio"
	"bytes"
	"os"
)

func played(row Value) Value {
	replies, asked := judgeItems(Get(row, "replies")), []Value{}
	count := 0
	outcome, _ := Judge(Get(row, "question"), func(request Value) Value {
		if count++; count > 1 {
			asked = append(asked, request)
		}
		if count > len(replies) {
			return Object{{"failed", "asked too often"}}
		}
		return replies[count-1]
	})
	return Object{{"outcome", outcome}, {"asked", asked}}
}

func main() {
	for lines := bufio.NewReader(os.Stdin); ; {
		line, end := lines.ReadBytes('\n')
		if end != nil {
			return
		}
		row, err := Parse(line)
		var out bytes.Buffer
		if err == nil {
			err = writeJSON(&out, played(row))
		}
		if err != nil {
			panic(err)
		}
		os.Stdout.Write(append(out.Bytes(), '\n'))
	}
}
