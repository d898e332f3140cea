// The deployed runtime's dialect in miniature, as a codec of the format that it is not.
#include "../cpp-daphne/session.hpp"
#include "dialect.hpp"

int main(int argc, char** argv) {
    using namespace daphne;
    Codec codec;
    codec.hello =
        R"({"protocol":1,"codec":{"name":"cpp-daphne-dialect","version":"0.1.0","language":"C++17"},)"
        R"("formats":{"daphne":{"operations":["decode","encode"],"features":[],"policies":{}}}})";
    codec.decode = dialect::decode;
    codec.encode = [](const Object& object, const Plan* plan) {
        if (plan != nullptr) throw Unsupported("the runtime takes no plans");
        return dialect::encode(object);
    };
    return run(codec, argc, argv);
}
