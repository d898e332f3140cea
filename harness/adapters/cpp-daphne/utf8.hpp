// Well-formed UTF-8 as the Unicode standard defines it (specification, section 7).
#pragma once

#include <string_view>

namespace daphne {

bool is_well_formed_utf8(std::string_view text);

}  // namespace daphne
