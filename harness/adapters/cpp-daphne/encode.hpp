// Object to bytes (specification, section 13).
#pragma once

#include "object.hpp"

namespace daphne {

// The codec's published limits; a decoder has none but memory.
constexpr std::uint64_t output_limit = std::uint64_t{1} << 26;           ///< bytes an encoder writes at most
constexpr std::uint64_t canonical_block_limit = std::uint64_t{1} << 20;  ///< blocks it makes without being given a plan

/// The bytes that object and plan determine. Throws Rejected with LABEL, LIMIT, PLAN or VALUE.
Bytes encode(const Object& object, const Plan& plan);

/// The plan of the canonical encoding. Throws Rejected with LIMIT if the object is too large to be written.
Plan canonical_plan(const Object& object);

}  // namespace daphne
