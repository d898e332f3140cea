// The conversation with the harness: JSON Lines over standard input and output, or one request per process.
#pragma once

#include <functional>
#include <string>

#include "object.hpp"

namespace daphne {

/// What a program answers with. An operation that is not set is unsupported.
struct Codec {
    std::string hello;  ///< the whole reply to hello
    std::function<Object(const Bytes&)> decode;
    std::function<Bytes(const Object&, const Plan*)> encode;  ///< the plan may be null
    std::function<Bytes(const Bytes&)> transcode;
};

/// The main function of a codec: without arguments the conversation until the end of input, with arguments the one
/// request they state. Returns the exit status.
int run(const Codec& codec, int argc, char** argv);

}  // namespace daphne
