// A codec of the format daphne, at its beginning: dense matrices of integers, in one block.
//
// Read `goldenwire spec daphne`, then go on, a part at a time:
//
//  1. Decode: read field by field, and return Reject(code, offset, message) for what the text does not allow;
//  2. Encode: the same fields the other way round; a value that has no encoding is refused with the offset -1;
//  3. what you have not come to returns Unsupported, which is honest and never passes;
//  4. declare in Hello what the text lists as features and policies, once you keep what they promise.

package main

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"os"
)

const (
	denseMatrix = 1
	denseBlock  = 1
	block       = 19         // where the block begins, behind version, data type, rows, columns, value type
	start       = block + 26 // and the values, behind its position, rows and columns, block type, value type
	most        = 1 << 20    // cells, for now
)

// The types by their codes, from 1.
var types = []struct {
	name   string
	size   int
	signed bool
}{
	{"uint8", 1, false}, {"uint16", 2, false}, {"uint32", 4, false}, {"uint64", 8, false},
	{"int8", 1, true}, {"int16", 2, true}, {"int32", 4, true}, {"int64", 8, true},
}

const hello = `{
	"codec": {"name": "my-codec", "version": "0.1", "language": "Go"},
	"formats": {"daphne": {"operations": ["decode", "encode", "transcode"], "features": [], "policies": {}}}
}`

type myCodec struct{}

func (myCodec) Hello() Value { return known(hello) }

func (myCodec) Decode(format string, data []byte, context Value) (Value, error) {
	if len(data) == 0 {
		return nil, Reject("TRUNCATED", 0, "expected the version, found no octets")
	}
	if data[0] != 1 {
		return nil, Reject("VERSION", 0, "expected version 1, found %d", data[0])
	}
	if len(data) < start {
		return nil, Unsupported("an input that ends in a header: not written yet")
	}
	little := binary.LittleEndian
	rows, columns, code := little.Uint64(data[2:]), little.Uint64(data[10:]), int(data[block-1])
	if data[1] != denseMatrix || code < 1 || code > len(types) || rows == 0 || columns == 0 {
		return nil, Unsupported("another object than a dense matrix of integers: not written yet")
	}
	whole := little.Uint64(data[block:]) == 0 && little.Uint64(data[block+8:]) == 0 &&
		uint64(little.Uint32(data[block+16:])) == rows && uint64(little.Uint32(data[block+20:])) == columns
	if !whole || data[start-2] != denseBlock || int(data[start-1]) != code {
		return nil, Unsupported("another block than one dense block: not written yet")
	}
	name, size, signed := types[code-1].name, types[code-1].size, types[code-1].signed
	if columns > uint64((len(data)-start)/size)/rows { // rows times columns may be more than 2^64 octets
		return nil, Reject("TRUNCATED", start, "expected values of more octets than the %d there are", len(data)-start)
	}
	if end := start + int(rows*columns)*size; len(data) > end {
		return nil, Reject("TRAILING", end, "expected the end of the input, found %d more octets", len(data)-end)
	}
	cells := []Value{}
	for n := uint64(0); n < rows*columns; n++ {
		if number := stored(data[start+int(n)*size:][:size], signed); number.Sign() != 0 {
			cells = append(cells, []Value{WholeOf(n / columns), WholeOf(n % columns), IntegerOf(number)})
		}
	}
	return Object{
		{"kind", "DenseMatrix"}, {"rows", WholeOf(rows)}, {"columns", WholeOf(columns)}, {"type", name}, {"cells", cells},
	}, nil
}

// stored is the integer of some octets.
func stored(data []byte, signed bool) *big.Int {
	number := new(big.Int).SetBytes(reversed(data))
	if signed && data[len(data)-1] >= 0x80 {
		number.Sub(number, new(big.Int).Lsh(big.NewInt(1), uint(8*len(data))))
	}
	return number
}

func (myCodec) Encode(format string, value, context, plan Value) ([]byte, error) {
	if plan != nil || Get(value, "kind") != "DenseMatrix" {
		return nil, Unsupported("another object than a dense matrix: not written yet")
	}
	name, named := Get(value, "type").(string)
	cells, listed := Get(value, "cells").([]Value)
	if len(value.(Object)) != 5 || !named || !listed {
		return nil, Reject("VALUE", -1, "expected kind, rows, columns, type and cells")
	}
	code := 1
	for code <= len(types) && types[code-1].name != name {
		code++
	}
	if code > len(types) {
		return nil, Unsupported(fmt.Sprintf("the type %s: not written yet", name))
	}
	rows, err := Whole(Get(value, "rows"), 1<<64-1, "VALUE")
	if err != nil {
		return nil, err
	}
	columns, err := Whole(Get(value, "columns"), 1<<64-1, "VALUE")
	if err != nil {
		return nil, err
	}
	if rows == 0 || columns == 0 || columns > most/rows {
		return nil, Unsupported(fmt.Sprintf("a matrix without cells, or of more than %d: not written yet", most))
	}
	size, little := uint64(types[code-1].size), binary.LittleEndian
	data := make([]byte, start+rows*columns*size)
	copy(data, []byte{1, denseMatrix})
	little.PutUint64(data[2:], rows)
	little.PutUint64(data[10:], columns)
	little.PutUint32(data[block+16:], uint32(rows))
	little.PutUint32(data[block+20:], uint32(columns))
	data[block-1], data[start-2], data[start-1] = byte(code), denseBlock, byte(code)
	seen := map[uint64]bool{}
	for _, item := range cells {
		cell, _ := item.([]Value)
		if len(cell) != 3 {
			return nil, Reject("VALUE", -1, "expected row, column and value")
		}
		row, err := Whole(cell[0], rows-1, "VALUE")
		if err != nil {
			return nil, err
		}
		column, err := Whole(cell[1], columns-1, "VALUE")
		if err != nil {
			return nil, err
		}
		number, err := Integer(cell[2], int(size), types[code-1].signed, "VALUE")
		place := row*columns + column
		if err == nil && seen[place] {
			err = Reject("VALUE", -1, "the cell %d, %d is listed twice", row, column)
		}
		if err != nil {
			return nil, err
		}
		seen[place] = true
		for i := uint64(0); i < size; i++ { // an arithmetic shift, as two's complement has it
			data[start+place*size+i] = byte(new(big.Int).And(new(big.Int).Rsh(number, uint(8*i)), big.NewInt(0xff)).Uint64())
		}
	}
	return data, nil
}

func (c myCodec) Transcode(format string, data []byte, context Value) ([]byte, error) {
	value, err := c.Decode(format, data, context)
	if err != nil {
		return nil, err
	}
	return c.Encode(format, value, context, nil)
}

func known(text string) Value {
	value, err := Parse([]byte(text))
	if err != nil {
		panic(err)
	}
	return value
}

func main() { os.Exit(Serve(myCodec{})) }
