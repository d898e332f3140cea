package main

import (
	"errors"

	"github.com/tinylib/msgp/msgp"
)

// driveTinylib drives `ReadIntfBytes` and `AppendIntf`, which have no options; the first says what is left over.
func driveTinylib(bool) Driver {
	return Driver{
		read: func(data []byte) (interface{}, error) {
			object, left, err := msgp.ReadIntfBytes(data)
			if err == nil && len(left) > 0 {
				err = errors.New("something is left over")
			}
			return object, err
		},
		write: func(object interface{}) ([]byte, error) { return msgp.AppendIntf(nil, object) },
		shown: func(object interface{}) Value {
			if raw, ok := object.(*msgp.RawExtension); ok {
				return showExtension(int64(raw.Type), raw.Data)
			}
			return nil
		},
		extension: func(kind int8, data []byte) interface{} { return &msgp.RawExtension{Type: kind, Data: data} },
	}
}
