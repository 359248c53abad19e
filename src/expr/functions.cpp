#include "expr/functions.h"

#include <algorithm>
#include <array>
#include <climits>

namespace engd::expr {

namespace {

constexpr int any = INT_MAX;

constexpr std::array<BuiltinFunction, 30> functions{{
    {"sin", Builtin::elementary, Op::sin},
    {"cos", Builtin::elementary, Op::cos},
    {"tan", Builtin::elementary, Op::tan},
    {"asin", Builtin::elementary, Op::asin},
    {"acos", Builtin::elementary, Op::acos},
    {"atan", Builtin::elementary, Op::atan},
    {"sinh", Builtin::elementary, Op::sinh},
    {"cosh", Builtin::elementary, Op::cosh},
    {"tanh", Builtin::elementary, Op::tanh},
    {"exp", Builtin::elementary, Op::exp},
    {"log", Builtin::elementary, Op::log},
    {"sqrt", Builtin::elementary, Op::sqrt},
    {"abs", Builtin::elementary, Op::abs},
    {"sign", Builtin::elementary, Op::sign},
    {"erf", Builtin::elementary, Op::erf},
    {"pow", Builtin::pow, Op::power, 2, 2, "pow(base, exponent)"},
    {"min", Builtin::min, Op::min, 2, any, "min(a, b, ...)"},
    {"max", Builtin::max, Op::max, 2, any, "max(a, b, ...)"},
    {"sum", Builtin::sum, Op::add, 1, 4, "sum(x[i]) or sum(x[i], i, 1, 5)"},
    {"prod", Builtin::prod, Op::multiply, 1, 4, "prod(x[i]) or prod(x[i], i, 1, 5)"},
    {"diff", Builtin::diff, Op::add, 2, any, "diff(u, x), diff(u, x, 2) or diff(u, x, y)"},
    {"grad", Builtin::grad, Op::add, 1, 1, "grad(u)"},
    {"div", Builtin::div, Op::add, 1, 1, "div(grad(u))"},
    {"laplacian", Builtin::laplacian, Op::add, 1, 1, "laplacian(u)"},
    {"dot", Builtin::dot, Op::add, 2, 2, "dot(a, b)"},
    {"norm", Builtin::norm, Op::add, 1, 1, "norm(a)"},
    {"norm2", Builtin::norm2, Op::add, 1, 1, "norm2(a), the square of norm(a)"},
    {"dn", Builtin::dn, Op::add, 1, 1, "dn(u)"},
    {"shift", Builtin::shift, Op::add, 1, 1, "shift(u)"},
    {"jump", Builtin::jump, Op::add, 1, 1, "jump(u), which is shift(u) - u"},
}};

}  // namespace

const BuiltinFunction* find_builtin(std::string_view name) {
  const auto found = std::find_if(functions.begin(), functions.end(),
                                  [&](const BuiltinFunction& f) { return f.name == name; });
  return found == functions.end() ? nullptr : &*found;
}

bool is_builtin(std::string_view name) {
  return find_builtin(name) != nullptr;
}

std::vector<std::string> builtin_names() {
  std::vector<std::string> names;
  for (const BuiltinFunction& function : functions) names.emplace_back(function.name);
  return names;
}

}  // namespace engd::expr
