// From Go's objects to the notation of msgpack, and back: what the drivers of all packages share.

package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"sort"
	"strconv"
	"time"
	"unicode/utf8"
)

func tagged(tag string, content Value) Value { return Object{{tag, content}} }

// describe is the notation of what a package returned.
func (d Driver) describe(object interface{}) (Value, error) {
	if value := d.shown(object); value != nil {
		return value, nil
	}
	switch v := object.(type) {
	case nil, bool:
		return v, nil
	case float32:
		return d.describe(float64(v))
	case float64:
		return tagged("float", fmt.Sprintf("0x%016x", math.Float64bits(v))), nil
	case string:
		if utf8.ValidString(v) {
			return tagged("str", v), nil
		}
		return tagged("utf8", OctetsOf([]byte(v))), nil
	case []byte:
		return tagged("bin", OctetsOf(v)), nil
	case []interface{}:
		return d.describeArray(v)
	case time.Time:
		return showTime(v), nil
	}
	switch v := reflect.ValueOf(object); v.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return tagged("int", strconv.FormatInt(v.Int(), 10)), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return tagged("int", strconv.FormatUint(v.Uint(), 10)), nil
	case reflect.Map:
		return d.describeMap(v)
	}
	return nil, fmt.Errorf("the package returned a %T, which is no value of the format", object)
}

func (d Driver) describeArray(items []interface{}) (Value, error) {
	shown := []Value{}
	for _, item := range items {
		value, err := d.describe(item)
		if err != nil {
			return nil, err
		}
		shown = append(shown, value)
	}
	return tagged("array", shown), nil
}

func (d Driver) describeMap(object reflect.Value) (Value, error) {
	pairs := []Value{}
	for each := object.MapRange(); each.Next(); {
		key, err := d.describe(each.Key().Interface())
		if err != nil {
			return nil, err
		}
		item, err := d.describe(each.Value().Interface())
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, []Value{key, item})
	}
	// By key and then by item, as keys of two types of Go may be shown alike.
	sort.Slice(pairs, func(i, j int) bool { return joined(pairs[i]) < joined(pairs[j]) })
	return tagged("map", pairs), nil
}

func showTime(moment time.Time) Value {
	seconds, nanoseconds := strconv.FormatInt(moment.Unix(), 10), strconv.Itoa(moment.Nanosecond())
	return tagged("timestamp", []Value{seconds, nanoseconds})
}

func showExtension(kind int64, data []byte) Value {
	return tagged("ext", Object{{"type", strconv.FormatInt(kind, 10)}, {"data", OctetsOf(data)}})
}

// build is the object of the notation, as a user has it in hand; Unsupported where Go has none.
func (d Driver) build(value Value) (interface{}, error) {
	object, ok := value.(Object)
	if !ok {
		return value, nil // null, true, false
	}
	content := object[0].Value
	switch tag := object[0].Name; tag {
	case "int":
		return buildInteger(content)
	case "float":
		bits, err := Bits(content, 8, "")
		if err != nil {
			return nil, err
		}
		return math.Float64frombits(binary.LittleEndian.Uint64(bits)), nil
	case "str":
		text, err := Text(content, "")
		return string(text), err
	case "utf8":
		data, err := Octets(content, "")
		return string(data), err
	case "bin":
		return Octets(content, "")
	case "array":
		return d.buildArray(content.([]Value))
	case "map":
		return d.buildMap(content.([]Value))
	case "ext":
		return d.buildExtension(content)
	case "timestamp":
		return buildTime(content.([]Value))
	default:
		return nil, fmt.Errorf("no value of the notation: %s", tag)
	}
}

func buildInteger(atom Value) (interface{}, error) {
	number, ok := new(big.Int).SetString(atom.(string), 10)
	switch {
	case ok && number.IsInt64():
		return number.Int64(), nil
	case ok && number.IsUint64():
		return number.Uint64(), nil
	}
	return nil, Unsupported("integers have 64 bits")
}

func (d Driver) buildArray(items []Value) (interface{}, error) {
	made := make([]interface{}, len(items))
	for i, item := range items {
		object, err := d.build(item)
		if err != nil {
			return nil, err
		}
		made[i] = object
	}
	return made, nil
}

// buildMap is a map with string keys where all are, else one with keys of any type.
func (d Driver) buildMap(pairs []Value) (interface{}, error) {
	named, keyed := map[string]interface{}{}, map[interface{}]interface{}{}
	for _, pair := range pairs {
		key, err := d.build(pair.([]Value)[0])
		if err != nil {
			return nil, err
		}
		item, err := d.build(pair.([]Value)[1])
		if err != nil {
			return nil, err
		}
		if key != nil && !reflect.TypeOf(key).Comparable() {
			return nil, Unsupported("a map has no such key")
		}
		if name, ok := key.(string); ok {
			named[name] = item
		}
		keyed[key] = item
	}
	if len(keyed) < len(pairs) {
		return nil, Unsupported("a map has no key twice")
	}
	if len(named) == len(pairs) {
		return named, nil
	}
	return keyed, nil
}

func (d Driver) buildExtension(content Value) (interface{}, error) {
	data, err := Octets(Get(content, "data"), "")
	if err != nil {
		return nil, err
	}
	kind, err := strconv.ParseInt(Get(content, "type").(string), 10, 8)
	if err != nil {
		return nil, Unsupported("the type of an extension has 8 bits")
	}
	if d.extension == nil {
		return nil, Unsupported("it has no extensions to be written")
	}
	return d.extension(int8(kind), data), nil
}

func buildTime(parts []Value) (interface{}, error) {
	seconds, err := strconv.ParseInt(parts[0].(string), 10, 64)
	if err != nil {
		return nil, Unsupported("a time has seconds of 64 bits")
	}
	nanoseconds, err := strconv.ParseInt(parts[1].(string), 10, 64)
	if err != nil || nanoseconds < 0 || nanoseconds > 999_999_999 {
		return nil, Unsupported("a time has 0 to 999,999,999 nanoseconds")
	}
	moment := time.Unix(seconds, nanoseconds).UTC()
	if moment.Unix() != seconds {
		return nil, Unsupported("a time has some 292 billion years")
	}
	return moment, nil
}
