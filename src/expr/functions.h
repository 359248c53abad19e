#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "expr/graph.h"

namespace engd::expr {

/// The functions that every formula may call.
enum class Builtin {
  elementary,  ///< of one number: `op`
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
};

const BuiltinFunction* find_builtin(std::string_view name);
bool is_builtin(std::string_view name);
std::vector<std::string> builtin_names();

}  // namespace engd::expr
