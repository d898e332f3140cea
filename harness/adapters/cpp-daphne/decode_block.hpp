// Codes and contents of blocks (specification, sections 5, 10, 11 and 12).
#pragma once

#include "object.hpp"

namespace daphne {

/// The value type of a header or block; refuses codes without a meaning with VALUETYPE.
ValueType read_value_type(Reader& in);

/// The type of a block; refuses codes without a meaning with BLOCKTYPE.
BlockType read_block_type(Reader& in);

/// Reads what follows the block type and appends the block's cells to the object, in stored order. Completes `block`
/// by its value type and its order of entries.
void read_content(Reader& in, Block& block, Object& object);

}  // namespace daphne
