package main

import (
	"encoding/hex"
	"math/big"
	"regexp"
)

// The spellings of section 18: no other is a number.
var (
	integerAtom = regexp.MustCompile(`^(0|-?[1-9][0-9]{0,38})$`) // no integer has more digits
	floatAtom   = regexp.MustCompile(`^0x([0-9a-f]+)$`)
	octetsAtom  = regexp.MustCompile(`^([0-9a-f]{2})*$`)
)

// formatInteger returns the decimal digits of an integer as stored.
func formatInteger(s *Scalar, bits string) string {
	number := new(big.Int).SetBytes(reversed(bits))
	if s.form == formSigned && bits[s.width-1] >= 0x80 {
		number.Sub(number, powerOfTwo(8*s.width))
	}
	return number.String()
}

// parseInteger returns the bytes of an integer, as stored; it refuses one that is out of range (SER-04).
func parseInteger(s *Scalar, text string) (string, error) {
	if !integerAtom.MatchString(text) {
		return "", invalid("expected an integer for %s, found %q", s.name, clip(text))
	}
	number, _ := new(big.Int).SetString(text, 10)
	least, end := new(big.Int), powerOfTwo(8*s.width)
	if s.form == formSigned {
		end = powerOfTwo(8*s.width - 1)
		least.Neg(end)
	}
	if number.Cmp(least) < 0 || number.Cmp(end) >= 0 {
		return "", invalid("expected an integer in the range of %s, found %s", s.name, text)
	}
	if number.Sign() < 0 {
		number.Add(number, powerOfTwo(8*s.width))
	}
	return string(reversed(string(number.FillBytes(make([]byte, s.width))))), nil
}

func powerOfTwo(exponent int) *big.Int {
	return new(big.Int).Lsh(big.NewInt(1), uint(exponent))
}

// formatFloat returns the bits of a float, most significant digit first.
func formatFloat(bits string) string {
	return "0x" + hex.EncodeToString(reversed(bits))
}

// parseFloat returns the bytes of a float of a width, as stored; it refuses any other number of digits (SER-04).
func parseFloat(text string, width int) (string, error) {
	digits := floatAtom.FindStringSubmatch(text)
	if digits == nil || len(digits[1]) != 2*width {
		return "", invalid("expected 0x and %d lower-case digits for a float, found %q", 2*width, clip(text))
	}
	bits, err := hex.DecodeString(digits[1])
	return string(reversed(string(bits))), err
}

// parseOctets returns the bytes of a string of hexadecimal digits.
func parseOctets(text string) (string, error) {
	if !octetsAtom.MatchString(text) {
		return "", invalid("expected lower-case hexadecimal digits, two a byte, found %q", clip(text))
	}
	octets, err := hex.DecodeString(text)
	return string(octets), err
}
