package main

import "github.com/hashicorp/go-msgpack/codec"

// driveHashicorp drives a decoder and an encoder of bytes with a MsgpackHandle. The careful user has str as strings and
// writes what the specification has had since 2013.
func driveHashicorp(careful bool) Driver {
	handle := &codec.MsgpackHandle{RawToString: careful, WriteExt: careful}
	return Driver{
		read: func(data []byte) (object interface{}, err error) {
			err = codec.NewDecoderBytes(data, handle).Decode(&object)
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
		extension: func(kind int8, data []byte) interface{} { return codec.RawExt{Tag: uint8(kind), Data: data} },
	}
}
