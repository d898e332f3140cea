package main

import (
	"bytes"
	"errors"
	"reflect"

	"github.com/vmihailenco/msgpack/v5"
)

// kept is an extension as a careful user keeps it.
type kept struct {
	kind int8
	data string // a slice could not be a key
}

func (k kept) EncodeMsgpack(encoder *msgpack.Encoder) error {
	if err := encoder.EncodeExtHeader(k.kind, len(k.data)); err != nil {
		return err
	}
	_, err := encoder.Writer().Write([]byte(k.data))
	return err
}

// driveVmihailenco drives `Unmarshal` and `Marshal`. The careful user has maps with keys of any type, keeps extensions,
// and looks whether anything is left over.
func driveVmihailenco(careful bool) Driver {
	driver := Driver{
		read: func(data []byte) (object interface{}, err error) {
			err = msgpack.Unmarshal(data, &object)
			return object, err
		},
		write: msgpack.Marshal,
		shown: showKept,
	}
	if careful {
		for kind := -128; kind < 128; kind++ {
			if kind != -1 {
				register(int8(kind))
			}
		}
		driver.read = readWhole
		driver.extension = func(kind int8, data []byte) interface{} { return kept{kind, string(data)} }
	}
	return driver
}

func register(kind int8) {
	msgpack.RegisterExtDecoder(kind, kept{}, func(decoder *msgpack.Decoder, value reflect.Value, size int) error {
		data := make([]byte, size)
		err := decoder.ReadFull(data)
		value.Set(reflect.ValueOf(kept{kind, string(data)}))
		return err
	})
}

func readWhole(data []byte) (object interface{}, err error) {
	reader := bytes.NewReader(data)
	decoder := msgpack.NewDecoder(reader)
	decoder.SetMapDecoder(func(decoder *msgpack.Decoder) (interface{}, error) { return decoder.DecodeUntypedMap() })
	object, err = decoder.DecodeInterface()
	if err == nil && reader.Len() > 0 {
		err = errors.New("something is left over")
	}
	return object, err
}

func showKept(object interface{}) Value {
	if extension, ok := object.(kept); ok {
		return showExtension(int64(extension.kind), []byte(extension.data))
	}
	return nil
}
