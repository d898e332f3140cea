// The adapter cpp-daphne as functions of octets, of values and plans as JSON. They throw its Rejected.
#pragma once

#include <string>

namespace adapter {

std::string hello();
std::string decode(const std::string& data);
std::string encode(const std::string& value, const std::string& plan);
std::string transcode(const std::string& data);

}  // namespace adapter
