// goldenwire's codec of the DAPHNE binary format in C++.
#include "decode.hpp"
#include "encode.hpp"
#include "session.hpp"

int main(int argc, char** argv) {
    using namespace daphne;
    Codec codec;
    codec.hello =
        R"({"protocol":1,"codec":{"name":"cpp-daphne","version":"0.1.0","language":"C++17"},)"
        R"("formats":{"daphne":{"operations":["decode","encode","transcode"],)"
        R"("features":["plans","canonical","codes","offsets","order"],)"
        R"("policies":{"daphne.stored-zero":"reject","daphne.label-encoding":"reject",)"
        R"("daphne.duplicate-label":"keep","daphne.empty-body":"reject",)"
        R"("daphne.huge-object":"accept","daphne.signalling-nan":"keep"}}}})";
    codec.decode = [](const Bytes& input) { return decode(input).object; };
    codec.encode = [](const Object& object, const Plan* plan) {
        return encode(object, plan != nullptr ? *plan : canonical_plan(object));
    };
    // With the plan it came with, even an object too large for the canonical encoding can be written again.
    codec.transcode = [](const Bytes& input) {
        const Decoded decoded = decode(input);
        return encode(decoded.object, decoded.plan);
    };
    return run(codec, argc, argv);
}
