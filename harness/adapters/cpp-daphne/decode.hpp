// Bytes to object (specification, sections 2 to 14).
#pragma once

#include "object.hpp"

namespace daphne {

/// The object of a conforming input and the plan of its blocks. Throws Rejected with class and offset at the first
/// defect in the specification's order of checks. Memory grows with the input, not with what it declares.
Decoded decode(const Bytes& input);

}  // namespace daphne
