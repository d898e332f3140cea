// What drives a package.
#pragma once

#include <memory>

#include "notation.hpp"

// Throws Rejected where the package says no.
class Driver {
 public:
  virtual ~Driver() = default;
  virtual goldenwire::Value decode(const goldenwire::Octets& data) = 0;
  virtual goldenwire::Octets encode(const goldenwire::Value& value) = 0;
  virtual goldenwire::Octets transcode(const goldenwire::Octets& data) = 0;
};

std::unique_ptr<Driver> drive_msgpack_c(bool careful);
std::unique_ptr<Driver> drive_msgpack_cxx(bool careful);
std::unique_ptr<Driver> drive_msgpuck(bool careful);
std::unique_ptr<Driver> drive_nlohmann(bool careful);
