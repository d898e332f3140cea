meta:
  id: daphne
  title: DAPHNE binary format for matrices and frames
  license: Apache-2.0
  ks-version: '0.11'
  endian: le
doc: |
  One DenseMatrix, CSRMatrix or Frame: a header, then blocks that tile the object exactly. spec.md, beside this file, is the
  normative text; `doc-ref` names its requirements. Where the two differ, spec.md is right and this file has a bug.

  Every constraint has a key `-error`: the error class (DAPHNE-ERR-01) of an input that breaks it. The error's offset is where the
  constraint's field begins, or the field of the same type that `-at` names. An input that ends inside a field is TRUNCATED there.
  Constraints come in the order of checks (DAPHNE-ERR-02), except that a CSR block's entries are checked as its rows are read. Where
  an INDEX ends the reading, the block's entries before that one come first: the reader looks at them before it reports the INDEX.

  What a grammar cannot say is left to its reader:

  - OVERLAP of blocks whose areas still add up (only areas are summed here), and the gap that goes with it;
  - DUPLICATE: a column twice in a row of a CSR block, a position twice in a COO block;
  - VALUE: a stored value without an exact equal in the type of the object or of the frame's column;
  - what the policies leave to decoders: a stored zero, a label that is not UTF-8, a label used twice. All are admitted here. An empty
    body, which a policy may excuse, is not.

  Areas reach 2^128 and positions 2^64, so the constraints are exact only in target languages whose integers grow (Python, Ruby);
  elsewhere sums of areas may wrap, and 64-bit fields may be signed or rounded.
doc-ref: DAPHNE-GEN-01, DAPHNE-GEN-02, DAPHNE-GEN-03, DAPHNE-GEN-04, DAPHNE-GEN-09

seq:
  - id: version
    type: u1
    valid: 1
    -error: VERSION
    doc: The format's version, checked before anything else is interpreted.
    doc-ref: DAPHNE-HDR-01, DAPHNE-HDR-02
  - id: data_type
    type: u1
    enum: data_type
    valid:
      in-enum: true
    -error: DATATYPE
    doc: What the object is in memory; it says nothing of its blocks. 0 is reserved, 4 and above are unassigned.
    doc-ref: DAPHNE-HDR-03, DAPHNE-DT-05, DAPHNE-DT-06, DAPHNE-DT-08
  - id: num_rows
    type: u8
    doc: Rows of the object, over the full unsigned range, 0 included.
    doc-ref: DAPHNE-HDR-04, DAPHNE-HDR-07, DAPHNE-HDR-08
  - id: num_columns
    type: u8
    doc: Columns of the object, likewise.
    doc-ref: DAPHNE-HDR-05, DAPHNE-HDR-07, DAPHNE-HDR-08
  - id: value_type
    type: value_type
    if: not is_frame
    doc: Type of every cell of a matrix, present also where there are no cells.
    doc-ref: DAPHNE-HDR-06, DAPHNE-MAT-01, DAPHNE-MAT-02, DAPHNE-FRM-07
  - id: room_for_value_types
    size: 0
    if: is_frame
    valid:
      expr: num_columns <= _io.size - _io.pos
    -error: TRUNCATED
    doc: Asked before anything is repeated 2^64-1 times.
    doc-ref: DAPHNE-GEN-08, DAPHNE-HDR-09
  - id: value_types
    type: value_type
    repeat: expr
    repeat-expr: num_columns
    if: is_frame
    doc: One code for each column of a frame, all of them before the first label.
    doc-ref: DAPHNE-FRM-01, DAPHNE-FRM-03, DAPHNE-FRM-05, DAPHNE-FRM-06
  - id: room_for_labels
    size: 0
    if: is_frame
    valid:
      expr: num_columns * 2 <= _io.size - _io.pos
    -error: TRUNCATED
    doc: The length of a label takes two octets, whatever the label.
    doc-ref: DAPHNE-GEN-08, DAPHNE-HDR-09
  - id: labels
    type: label
    repeat: expr
    repeat-expr: num_columns
    if: is_frame
    doc: One label for each column, in column order.
    doc-ref: DAPHNE-FRM-02, DAPHNE-FRM-04
  - id: blocks
    type: 'block(_index == 0 ? 0 : blocks[_index - 1].covered)'
    repeat: until
    repeat-until: _.covered >= num_cells
    doc: |
      The body: blocks in any order and number. Nothing counts them; the object ends where they, at least one, first cover it.
      An object without cells has exactly one.
    doc-ref: DAPHNE-BODY-03, DAPHNE-BODY-05, DAPHNE-GEN-06, DAPHNE-PART-05, DAPHNE-PART-06, DAPHNE-PART-11
  - id: end
    size: 0
    valid:
      expr: _io.eof
    -error: TRAILING
    doc: Nothing follows the last block.
    doc-ref: DAPHNE-GEN-05

instances:
  is_frame:
    value: data_type == data_type::frame
  num_cells:
    value: num_rows * num_columns

enums:
  data_type:
    1:
      id: dense_matrix
      doc-ref: DAPHNE-DT-01
    2:
      id: csr_matrix
      doc-ref: DAPHNE-DT-02
    3:
      id: frame
      doc-ref: DAPHNE-DT-03
  value_type_code:
    1:
      id: uint8
      doc-ref: DAPHNE-VT-01
    2:
      id: uint16
      doc-ref: DAPHNE-VT-02
    3:
      id: uint32
      doc-ref: DAPHNE-VT-03
    4:
      id: uint64
      doc-ref: DAPHNE-VT-04
    5:
      id: int8
      doc: Signed integers are two's complement.
      doc-ref: DAPHNE-VT-05, DAPHNE-VT-13
    6:
      id: int16
      doc-ref: DAPHNE-VT-06
    7:
      id: int32
      doc-ref: DAPHNE-VT-07
    8:
      id: int64
      doc-ref: DAPHNE-VT-08
    9:
      id: float
      doc: IEEE 754 binary32; every bit pattern is a value.
      doc-ref: DAPHNE-VT-09, DAPHNE-VT-14
    10:
      id: double
      doc: IEEE 754 binary64; every bit pattern is a value.
      doc-ref: DAPHNE-VT-10, DAPHNE-VT-14
  block_type:
    0:
      id: empty
      doc-ref: DAPHNE-EMP-01
    1:
      id: dense
      doc-ref: DAPHNE-DEN-01
    2:
      id: csr
      doc-ref: DAPHNE-CSR-01
    3:
      id: coo
      doc-ref: DAPHNE-COO-01

types:
  value_type:
    doc: The code of a value type, numbered alike in headers and blocks. It must be legal even where no value follows.
    doc-ref: DAPHNE-VT-16
    seq:
      - id: code
        type: u1
        enum: value_type_code
        valid:
          in-enum: true
        -error: VALUETYPE
        doc: 0 is reserved, 11 and above are unassigned.
        doc-ref: DAPHNE-VT-12, DAPHNE-VT-15
    instances:
      size:
        value: '[1, 2, 4, 8, 1, 2, 4, 8, 4, 8][code.to_i - 1]'
        doc: Octets of one value, the S of the specification.

  label:
    doc: The name of a column, neither terminated nor padded. It may be empty, and it may repeat.
    doc-ref: DAPHNE-LBL-02, DAPHNE-LBL-06, DAPHNE-LBL-07
    seq:
      - id: length
        type: u2
        doc: Octets, not characters.
        doc-ref: DAPHNE-LBL-01, DAPHNE-LBL-03
      - id: octets
        size: length
        doc: The label unchanged, whatever it holds.
        doc-ref: DAPHNE-LBL-05
    instances:
      text:
        value: octets.to_s("UTF-8")
        doc: The label as text. Where the octets are not UTF-8, the class is LABEL, or the reader keeps the octets.
        doc-ref: DAPHNE-LBL-04, DAPHNE-LBL-08

  values:
    doc: Values of one type without padding. Octets first, since to read a signalling NaN as a number may change it.
    params:
      - id: value_type
        type: u1
        enum: value_type_code
    seq:
      - id: octets
        size-eos: true
    instances:
      numbers:
        pos: 0
        repeat: eos
        type:
          switch-on: value_type
          cases:
            'value_type_code::uint8': u1
            'value_type_code::uint16': u2
            'value_type_code::uint32': u4
            'value_type_code::uint64': u8
            'value_type_code::int8': s1
            'value_type_code::int16': s2
            'value_type_code::int32': s4
            'value_type_code::int64': s8
            'value_type_code::float': f4
            'value_type_code::double': f8

  block:
    doc: A block and its position, a rectangle of the object.
    doc-ref: DAPHNE-BODY-01, DAPHNE-PART-01, DAPHNE-PART-07
    params:
      - id: covered_before
        type: u8
        doc: How many cells of the object the blocks before this one cover.
    seq:
      - id: start
        size: 0
        valid:
          expr: not _io.eof
        -error: INCOMPLETE
        doc: Another block is due while there are cells not covered; a gap does not mean zeros.
        doc-ref: DAPHNE-PART-04
      - id: row
        type: u8
        doc: Row, in the object, of the block's first cell, counted from 0.
        doc-ref: DAPHNE-BODY-04
      - id: column
        type: u8
        doc: Column, in the object, of the block's first cell, counted from 0.
        doc-ref: DAPHNE-BODY-04
      - id: num_rows
        type: u4
        doc: Rows of the block.
        doc-ref: DAPHNE-BLK-01
      - id: num_columns
        type: u4
        doc: Columns of the block.
        doc-ref: DAPHNE-BLK-02
      - id: not_degenerate
        size: 0
        valid:
          expr: num_cells > 0 or _root.num_cells == 0
        -error: DEGENERATE
        -at: row
        doc: In an object with cells every block has some.
        doc-ref: DAPHNE-PART-10
      - id: within_rows
        size: 0
        valid:
          expr: num_rows <= _root.num_rows and row <= _root.num_rows - num_rows
        -error: BOUNDS
        -at: row
        doc: The block ends within the object. Asked by subtraction, so that nothing can wrap.
        doc-ref: DAPHNE-PART-02, DAPHNE-GEN-07
      - id: within_columns
        size: 0
        valid:
          expr: num_columns <= _root.num_columns and column <= _root.num_columns - num_columns
        -error: BOUNDS
        -at: row
        doc-ref: DAPHNE-PART-02, DAPHNE-GEN-07
      - id: whole
        size: 0
        valid:
          expr: _root.num_cells > 0 or (num_rows == _root.num_rows and num_columns == _root.num_columns)
        -error: DEGENERATE
        -at: row
        doc: The one block of an object without cells has the object's dimensions, which must therefore be below 2^32.
        doc-ref: DAPHNE-PART-11, DAPHNE-PART-14
      - id: block_type
        type: u1
        enum: block_type
        valid:
          in-enum: true
        -error: BLOCKTYPE
        doc: How the block's cells are stored, whatever the object is in memory. 4 and above are unassigned.
        doc-ref: DAPHNE-BLK-03, DAPHNE-BLK-04, DAPHNE-BLK-06, DAPHNE-PART-08
      - id: no_overlap
        size: 0
        valid:
          expr: covered <= _root.num_cells
        -error: OVERLAP
        -at: row
        doc: Blocks that have more cells than the object overlap. Necessary, not sufficient.
        doc-ref: DAPHNE-PART-03
      - id: body
        if: block_type != block_type::empty
        type:
          switch-on: block_type
          cases:
            'block_type::dense': dense
            'block_type::csr': csr
            'block_type::coo': coo
        doc: Begins with a value type. An empty block has no body, neither value type nor count, and its cells are +0.
        doc-ref: DAPHNE-BLK-05, DAPHNE-EMP-01, DAPHNE-EMP-02, DAPHNE-EMP-04
    instances:
      num_cells:
        value: num_rows * num_columns
      covered:
        value: covered_before + num_cells

  dense:
    doc: Every cell of the block, row by row.
    doc-ref: DAPHNE-DEN-01, DAPHNE-DEN-03
    seq:
      - id: value_type
        type: value_type
        doc: Type of the stored values, for this block alone. It need not be the object's.
        doc-ref: DAPHNE-PART-09, DAPHNE-VTX-01, DAPHNE-VTX-03
      - id: cells
        size: _parent.num_cells * value_type.size
        type: values(value_type.code)
        doc-ref: DAPHNE-DEN-02, DAPHNE-DEN-04

  csr:
    doc: The non-zeros of every row. Cells that are not stored are +0.
    doc-ref: DAPHNE-CSR-01, DAPHNE-CSR-11, DAPHNE-CSR-13
    seq:
      - id: value_type
        type: value_type
      - id: num_nonzeros
        type: u8
        valid:
          max: _parent.num_cells
        -error: COUNT
        doc: Non-zeros of the block, in 64 bits (a COO block counts in 32), and no more than it has cells. May be 0.
        doc-ref: DAPHNE-CSR-01, DAPHNE-CSR-05, DAPHNE-CSR-12
      - id: room_for_rows
        size: 0
        valid:
          expr: _parent.num_rows * 4 + num_nonzeros * (4 + value_type.size) <= _io.size - _io.pos
        -error: TRUNCATED
        doc: The size follows from the counts. It must be there before anything is repeated.
        doc-ref: DAPHNE-CSR-03, DAPHNE-GEN-08, DAPHNE-DEC-04
      - id: rows
        type: 'csr_row(_index == 0 ? 0 : rows[_index - 1].counted)'
        repeat: expr
        repeat-expr: _parent.num_rows
        doc: Every row of the block, also those without non-zeros and those without columns.
        doc-ref: DAPHNE-CSR-02, DAPHNE-CSR-04, DAPHNE-CSR-15
      - id: all_counted
        size: 0
        valid:
          expr: '(_parent.num_rows == 0 ? 0 : rows.last.counted) == num_nonzeros'
        -error: COUNT
        -at: num_nonzeros
        doc: The counts of the rows add up to the block's.
        doc-ref: DAPHNE-CSR-06

  csr_row:
    params:
      - id: counted_before
        type: u8
        doc: How many non-zeros the rows before this one have.
    seq:
      - id: num_nonzeros
        type: u4
        valid:
          expr: _ <= _parent._parent.num_columns and _ <= _parent.num_nonzeros - counted_before
        -error: COUNT
        doc: No more than the row has cells, nor than the block has left to count.
        doc-ref: DAPHNE-CSR-06, DAPHNE-CSR-12
      - id: entries
        type: csr_entry
        repeat: expr
        repeat-expr: num_nonzeros
        doc: In any order of columns, none of which comes twice.
        doc-ref: DAPHNE-CSR-08, DAPHNE-CSR-09
    instances:
      counted:
        value: counted_before + num_nonzeros

  csr_entry:
    seq:
      - id: column
        type: u4
        valid:
          expr: _ < _parent._parent._parent.num_columns
        -error: INDEX
        doc: Column within the block, counted from 0.
        doc-ref: DAPHNE-CSR-07, DAPHNE-BLK-07
      - id: value
        size: _parent._parent.value_type.size
        type: values(_parent._parent.value_type.code)
        doc: Not zero, that is not all bits 0. Where it is, the class is ZERO, or the reader keeps the zero.
        doc-ref: DAPHNE-CSR-10, DAPHNE-CSR-14

  coo:
    doc: The non-zeros of the block, each with its position. Cells that are not stored are +0.
    doc-ref: DAPHNE-COO-01, DAPHNE-COO-11, DAPHNE-COO-13, DAPHNE-COO-14
    seq:
      - id: value_type
        type: value_type
      - id: num_nonzeros
        type: u4
        valid:
          max: _parent.num_cells
        -error: COUNT
        doc: Non-zeros of the block, in 32 bits, and no more than it has cells. May be 0.
        doc-ref: DAPHNE-COO-01, DAPHNE-COO-05, DAPHNE-COO-07, DAPHNE-COO-10, DAPHNE-COO-12
      - id: room_for_entries
        size: 0
        valid:
          expr: 'num_nonzeros * ((is_narrow ? 4 : 8) + value_type.size) <= _io.size - _io.pos'
        -error: TRUNCATED
        doc: The size follows from the count. It must be there before anything is repeated.
        doc-ref: DAPHNE-COO-02, DAPHNE-COO-03, DAPHNE-GEN-08
      - id: entries
        type: coo_entry
        repeat: expr
        repeat-expr: num_nonzeros
        doc: In any order, and no position twice.
        doc-ref: DAPHNE-COO-07, DAPHNE-COO-08
    instances:
      is_narrow:
        value: _parent.num_columns == 1
        doc: A block of one column leaves the column out, however many columns the object has.
        doc-ref: DAPHNE-COO-02, DAPHNE-COO-04

  coo_entry:
    seq:
      - id: row
        type: u4
        valid:
          expr: _ < _parent._parent.num_rows
        -error: INDEX
        doc: Row within the block, counted from 0.
        doc-ref: DAPHNE-COO-06, DAPHNE-BLK-07
      - id: column
        type: u4
        if: not _parent.is_narrow
        valid:
          expr: _ < _parent._parent.num_columns
        -error: INDEX
        doc: Column within the block, counted from 0; it is 0 where it is left out.
        doc-ref: DAPHNE-COO-03, DAPHNE-COO-06
      - id: value
        size: _parent.value_type.size
        type: values(_parent.value_type.code)
        doc: Not zero, as in a CSR block.
        doc-ref: DAPHNE-COO-09, DAPHNE-COO-15
