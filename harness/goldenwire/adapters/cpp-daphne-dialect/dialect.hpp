// The dialect of the deployed DAPHNE runtime: what its serializer writes, and what it makes of any bytes.
#pragma once

#include "../cpp-daphne/object.hpp"

namespace daphne::dialect {

/// The matrix that the runtime takes the bytes for, right or wrong. Throws Rejected where the runtime throws,
/// Unsupported for frames and scalars, and Misfortune where it would crash or read memory that is not its own.
Object decode(const Bytes& input);

/// The bytes that the runtime writes. Throws Unsupported for frames, 16-bit types, and what this miniature does not
/// have the memory for.
Bytes encode(const Object& object);

/// The runtime would not survive this, or not know what it reads; being neither a value nor a refusal, it is a failure.
struct Misfortune : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace daphne::dialect
