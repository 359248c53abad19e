#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "expr/graph.h"

namespace engd::expr {

/// The functions that every formula may call.
enum class Builtin {
  elementary,  ///< of one number: `op`
  composed,    ///< of numbers: `formula` of them
  pow,
  min,
  max,
  sum,
  prod,
  diff,
  grad,
  div,
  laplacian,
  dot,
  norm,
  norm2,
  dn,
  shift,
  jump,
};

struct BuiltinFunction {
  std::string_view name;
  Builtin kind = Builtin::elementary;
  Op op = Op::sin;
  int least = 1, most = 1;      ///< number of arguments
  std::string_view usage = {};  ///< for messages about their number
  Node (*formula)(Graph&, std::span<const Node>) = nullptr;
  bool of_coordinates = false;  ///< not of unknowns: it needs no rule beside frozen networks
  bool reserved = true;         ///< false: a user's name goes first, as the constant gamma
};

const BuiltinFunction* find_builtin(std::string_view name);
bool is_builtin(std::string_view name);  ///< one whose name is reserved
std::vector<std::string> builtin_names();

}  // namespace engd::expr
