// The part of the adapter that call.cpp does not have.
#include "adapter/canonical.cpp"
#include "adapter/decode.cpp"
#include "adapter/decode_block.cpp"
#include "adapter/partition.cpp"
#include "adapter/utf8.cpp"
