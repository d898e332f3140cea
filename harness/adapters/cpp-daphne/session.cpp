#include "session.hpp"

#include <exception>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <new>

#include "hex.hpp"
#include "notation.hpp"

namespace daphne {
namespace {

using nlohmann::json;

// An answer is the text of the reply's last member, such as "bytes":"01", without the braces.

std::string answer_bytes(const Bytes& bytes) { return R"("bytes":")" + hex_of_bytes(bytes) + '"'; }

std::string answer_rejected(const Rejected& rejected) {
    std::string out = R"("rejected":{)";
    if (!rejected.code.empty()) out += R"("code":)" + quoted(rejected.code) + ',';
    if (rejected.offset) out += R"("offset":)" + std::to_string(*rejected.offset) + ',';
    return out + R"("message":)" + quoted(rejected.what()) + '}';
}

std::string answer_failed(const std::string& why) { return R"("failed":)" + quoted(why); }

/// A member of the request; json::at would say less when it is missing.
const json& member(const json& request, const char* key) {
    const auto found = request.find(key);
    if (found == request.end()) throw BadRequest(text("the request has no member '", key, "'"));
    return *found;
}

const std::string& text_member(const json& request, const char* key) {
    const json& found = member(request, key);
    if (!found.is_string()) throw BadRequest(text("'", key, "' is not a string"));
    return found.get_ref<const std::string&>();
}

Bytes bytes_member(const json& request) {
    auto bytes = bytes_of_hex(text_member(request, "bytes"));
    if (!bytes) throw BadRequest("'bytes' is not lower-case hexadecimal");
    return std::move(*bytes);
}

std::string encode(const Codec& codec, const json& request) {
    const Object object = object_of_json(member(request, "value"));
    const auto given = request.find("plan");
    if (given == request.end() || given->is_null()) return answer_bytes(codec.encode(object, nullptr));
    const Plan plan = plan_of_json(*given);
    return answer_bytes(codec.encode(object, &plan));
}

/// Runs an operation and words however it ends; `bytes` gives the input of those that read bytes.
std::string answer(const Codec& codec, const std::string& operation, const std::string& format, const json& request,
                   const std::function<Bytes()>& bytes) {
    if (format != "daphne") throw Unsupported(text("the format is daphne, not ", format));
    if (operation == "decode" && codec.decode) return R"("value":)" + json_of_object(codec.decode(bytes()));
    if (operation == "encode" && codec.encode) return encode(codec, request);
    if (operation == "transcode" && codec.transcode) return answer_bytes(codec.transcode(bytes()));
    throw Unsupported(text("there is no operation ", operation));
}

std::string guarded(const std::function<std::string()>& answer) {
    try {
        return answer();
    } catch (const Rejected& rejected) {
        return answer_rejected(rejected);
    } catch (const Unsupported& unsupported) {
        return R"("unsupported":)" + quoted(unsupported.what());
    } catch (const BadRequest& bad) {
        return answer_failed(bad.what());
    } catch (const json::exception& error) {
        return answer_failed(text("the request is not JSON as the protocol has it: ", error.what()));
    } catch (const std::bad_alloc&) {
        return answer_failed("there is not enough memory for this request");
    } catch (const std::exception& error) {
        return answer_failed(text("unexpected: ", error.what()));
    }
}

std::string reply(const Codec& codec, const std::string& line) {
    std::string id = "null";
    bool is_hello = false;
    const std::string result = guarded([&] {
        const json request = json::parse(line);
        if (!request.is_object()) throw BadRequest("the request is not an object");
        const auto given = request.find("id");
        if (given != request.end() && given->is_primitive()) id = given->dump();
        const std::string& operation = text_member(request, "op");
        is_hello = operation == "hello";
        if (is_hello) return codec.hello;
        return answer(codec, operation, text_member(request, "format"), request,
                      [&] { return bytes_member(request); });
    });
    return is_hello ? result : "{\"id\":" + id + ',' + result + '}';
}

int converse(const Codec& codec) {
    for (std::string line; std::getline(std::cin, line);) {
        if (line.empty()) continue;
        std::cout << reply(codec, line) << '\n' << std::flush;
    }
    return std::cout ? 0 : 1;
}

std::string standard_input() { return std::string(std::istreambuf_iterator<char>(std::cin), {}); }

int answer_once(const Codec& codec, const std::string& operation, const std::string& format) {
    std::cout << '{' << guarded([&] {
        const json request = operation == "encode" ? json::parse(standard_input()) : json();
        if (operation == "encode" && !request.is_object()) throw BadRequest("the request is not an object");
        return answer(codec, operation, format, request, [] {
            const std::string input = standard_input();
            return Bytes(input.begin(), input.end());
        });
    }) << "}\n" << std::flush;
    return std::cout ? 0 : 1;
}

}  // namespace

int run(const Codec& codec, int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.empty()) return converse(codec);
    if (arguments[0] == "hello" && arguments.size() == 1) {
        std::cout << codec.hello << '\n';
        return 0;
    }
    // A third argument would be a context, which daphne does not have.
    if (arguments.size() == 2 || arguments.size() == 3) return answer_once(codec, arguments[0], arguments[1]);
    std::cerr << "usage: " << argv[0] << " [hello | OPERATION daphne]\n"
              << "Without arguments it answers JSON Lines from standard input.\n";
    return 2;
}

}  // namespace daphne
