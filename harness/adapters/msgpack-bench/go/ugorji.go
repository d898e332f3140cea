package main

import (
	"errors"

	"github.com/ugorji/go/codec"
)

// driveUgorji drives a decoder and an encoder of bytes with a MsgpackHandle. The careful user has str as strings and
// writes what the specification has had since 2013, and looks whether anything is left over.
func driveUgorji(careful bool) Driver {
	handle := &codec.MsgpackHandle{}
	if careful {
		handle.RawToString = true
		handle.WriteExt = true
	}
	return Driver{
		read: func(data []byte) (object interface{}, err error) {
			decoder := codec.NewDecoderBytes(data, handle)
			err = decoder.Decode(&object)
			if err == nil && careful && decoder.NumBytesRead() < len(data) {
				err = errors.New("something is left over")
			}
			return object, err
		},
		write: func(object interface{}) (data []byte, err error) {
			err = codec.NewEncoderBytes(&data, handle).Encode(object)
			return data, err
		},
		shown: func(object interface{}) Value {
			if raw, ok := object.(codec.RawExt); ok {
				return showExtension(int64(raw.Tag), raw.Data)
			}
			return nil
		},
		extension: func(kind int8, data []byte) interface{} { return codec.RawExt{Tag: uint64(uint8(kind)), Data: data} },
	}
}
