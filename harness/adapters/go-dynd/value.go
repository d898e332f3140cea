package main

// Value is a value of some Type, which alone says which of these forms it has:
//
//	bool, numbers, complex numbers    string: their bytes as stored
//	bytes, bytes[N]                   string: the bytes
//	string, char, type                string: the UTF-8 form of the text
//	void                              nil
//	dimensions, tuples, structs       []Value
//	?T                                Option
//	pointer[T]                        as T
//	array[T]                          Array
type Value any

// Option is a value of ?T.
type Option struct {
	available bool
	content   Value // of T, if available
}

// Array is a value of array[T].
type Array struct {
	of      *Type
	content Value // of that type
}
