// The adapter but for its session, in whose place its main function calls `run` below. With decode.cpp this is all of it,
// in two files, since headers take a compiler longest.
#include "call.hpp"

#include "adapter/encode.cpp"
#include "adapter/notation.cpp"
#include "adapter/value_types.cpp"

#include <nlohmann/json.hpp>

#define main adapter_main
#include "adapter/main.cpp"
#undef main

namespace {

daphne::Codec kept;

const daphne::Codec& codec() {
    if (!kept.decode) adapter_main(0, nullptr);
    return kept;
}

daphne::Bytes bytes(const std::string& data) { return daphne::Bytes(data.begin(), data.end()); }

std::string data(const daphne::Bytes& bytes) { return std::string(bytes.begin(), bytes.end()); }

}  // namespace

int daphne::run(const Codec& codec, int, char**) {
    kept = codec;
    return 0;
}

std::string adapter::hello() { return codec().hello; }

std::string adapter::decode(const std::string& input) { return daphne::json_of_object(codec().decode(bytes(input))); }

std::string adapter::encode(const std::string& value, const std::string& plan) {
    const daphne::Object object = daphne::object_of_json(nlohmann::json::parse(value));
    if (plan == "null") return data(codec().encode(object, nullptr));
    const daphne::Plan blocks = daphne::plan_of_json(nlohmann::json::parse(plan));
    return data(codec().encode(object, &blocks));
}

std::string adapter::transcode(const std::string& input) { return data(codec().transcode(bytes(input))); }
