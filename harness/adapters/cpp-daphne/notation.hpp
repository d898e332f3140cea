// Values and plans in JSON (specification, section 15).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "object.hpp"

namespace daphne {

/// The object of a value. Throws Rejected with VALUE if the value is not in the notation, with LIMIT or VALUE on an
/// integer that its field or type does not have.
Object object_of_json(const nlohmann::json& value);

/// The blocks of a plan, as far as they can be told without the object. Throws Rejected with PLAN.
Plan plan_of_json(const nlohmann::json& plan);

/// The value of an object, whose labels are UTF-8, in its one spelling.
std::string json_of_object(const Object& object);

/// A JSON string.
std::string quoted(const std::string& text);

}  // namespace daphne
