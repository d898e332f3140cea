"""Mutations of a block's header and of the origin of its indices (BLK)."""

from goldenwire_suite.daphne.cases.builders import mutation
from goldenwire_suite.mutations import Disabled, Edit

_BLOCK = "decode._read_block"
_CSR = "decode_block._read_csr"
_PLANNED = "notation._block_from_json"

MUTATIONS = (
    # BLK
    mutation("block-rows-and-columns-exchanged", "BLK-01 BLK-02", "it reads a block's columns before its rows",
        Edit(_BLOCK, "reader.uint(4, 'rows'), reader.uint(4, 'columns') -> "
                     "(reader.uint(4, 'columns'), reader.uint(4, 'rows'))[::-1]")),
    mutation("block-rows-signed", "BLK-01", "it takes 2^31 rows of a block and more for a negative number",
        Edit(_BLOCK, "reader.uint(4, 'rows') -> (reader.uint(4, 'rows') ^ 2 ** 31) - 2 ** 31")),
    mutation("block-columns-signed", "BLK-02", "it takes 2^31 columns of a block and more for a negative number",
        Edit(_BLOCK, "reader.uint(4, 'columns') -> (reader.uint(4, 'columns') ^ 2 ** 31) - 2 ** 31")),
    mutation("dense-and-csr-blocks-exchanged", "BLK-03", "it takes block type 1 for CSR and 2 for dense",
        Edit(_BLOCK, "BlockType(code) -> BlockType({1: 2, 2: 1}.get(code, code))")),
    mutation("csr-and-coo-blocks-exchanged", "BLK-03", "it takes block type 2 for COO and 3 for CSR",
        Edit(_BLOCK, "BlockType(code) -> BlockType({2: 3, 3: 2}.get(code, code))")),
    mutation("empty-and-dense-blocks-exchanged", "BLK-03", "it takes block type 0 for dense and 1 for empty",
        Edit(_BLOCK, "BlockType(code) -> BlockType({0: 1, 1: 0}.get(code, code))")),
    mutation("block-types-written-from-1", "BLK-03 BLK-04", "it counts the block types from 1 when it writes",
        Edit("encode._write_block", "writer.uint(block.block, 1) -> writer.uint(block.block + 1, 1)")),
    mutation("block-types-beyond-as-coo", "BLK-04", "it takes unknown block types for COO",
        Disabled("block.type", 3)),
    mutation("unknown-block-type-planned", "BLK-04", "it writes a dense block where a plan has an unknown type",
        Edit(_PLANNED, "_word(value, 'block') not in BlockType.__members__ -> not _word(value, 'block')"),
        Edit(_PLANNED, "BlockType[value['block']] -> BlockType.__members__.get(value['block'], BlockType.dense)")),
    mutation("unknown-value-type-planned", "VT-12",
        "it takes the matrix's value type where a plan has an unknown one",
        Edit(_PLANNED,
             "'type' in value -> value.get('type') in BY_NAME or (block is BlockType.empty and 'type' in value)")),
    mutation("sparse-blocks-without-value-type", "BLK-05",
        "it expects no value type in sparse blocks, but the object's",
        Edit(_BLOCK, "_read_value_type(reader, 'block', 'value-type') -> header.types[0] "
                     "if code > 1 and header.types else _read_value_type(reader, 'block', 'value-type')")),
    mutation("csr-index-counts-in-the-object", "BLK-07", "it counts column indices of CSR blocks in the object",
        Edit(_CSR, "stored['column'].astype('<u8') -> stored['column'].astype('<u8') - np.uint64(place.cx)")),
    mutation("coo-row-counts-in-the-object", "BLK-07", "it counts row indices of COO blocks in the object",
        Edit("decode_block._read_coo",
             "stored['row'].astype('<u8') -> stored['row'].astype('<u8') - np.uint64(place.rx)")),
    mutation("indices-count-from-1", "BLK-07", "it counts column indices of CSR blocks from 1",
        Edit(_CSR, "stored['column'].astype('<u8') -> stored['column'].astype('<u8') - np.uint64(1)")),
)
