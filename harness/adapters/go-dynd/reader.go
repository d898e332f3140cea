package main

// maxVarint is the number of bytes of the longest varint.
const maxVarint = 10

// reader hands out the bytes of the input from first to last; all checks for room are made here.
type reader struct {
	input string
	pos   int // of the next byte
}

// rest returns how many bytes have not been read yet.
func (r *reader) rest() uint64 {
	return uint64(len(r.input) - r.pos)
}

// room refuses an item of so many bytes with TRUNCATED at the next byte, if the rest is shorter (DES-03, VARINT-04).
func (r *reader) room(size uint64, item string) error {
	if size <= r.rest() {
		return nil
	}
	least := "" // a saturated size is that or more
	if size == saturated {
		least = "at least "
	}
	return refuse(truncated, "DES-03", r.pos, "expected %s%d bytes of %s, found %d", least, size, item, r.rest())
}

// take returns the next bytes, an item of so many.
func (r *reader) take(size uint64, item string) (string, error) {
	if err := r.room(size, item); err != nil {
		return "", err
	}
	start := r.pos
	r.pos += int(size)
	return r.input[start:r.pos], nil
}

// varint returns the size or count that comes next (section 5).
func (r *reader) varint() (uint64, error) {
	start := r.pos
	number := uint64(0)
	for i := 0; ; i++ {
		if r.rest() == 0 {
			return 0, refuse(truncated, "DES-03", start, "expected a varint, found %d bytes of one", i)
		}
		b := r.input[r.pos]
		r.pos++
		if i == maxVarint-1 && b > 1 {
			return 0, refuse(varintOverflow, "VARINT-03", start, "expected a varint up to 2^64 - 1, found a tenth byte %02x", b)
		}
		number |= uint64(b&0x7f) << (7 * i)
		if b >= 0x80 {
			continue
		}
		if b == 0 && i > 0 {
			return 0, refuse(varintNonminimal, "VARINT-05", start, "expected %d in fewer bytes, found %d", number, i+1)
		}
		return number, nil
	}
}
