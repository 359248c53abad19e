#include "backend/cuda/formula_source.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "expr/operations.h"

namespace engd::cuda {

using expr::Code;
using expr::Instruction;
using expr::Op;

namespace {

std::string name_on_card(Op op) {
  if (const char* name = expr::card_name(op)) return name;
  throw std::logic_error(
      fmt::format("{} is a function of the coordinates: cards have no such "
                  "function, and the host computes it when points are placed",
                  expr::function_name(op)));
}

std::string expression(const Instruction& i, const std::string& a, const std::string& b,
                       const std::string& c) {
  const std::string k = literal(i.k), m = literal(i.m);
  switch (i.code) {
    case Code::fill:
      return k;
    case Code::copy:
      return a;
    case Code::negate:
      return fmt::format("-{}", a);
    case Code::add:
      return fmt::format("{} + {}", a, b);
    case Code::shift:
      return fmt::format("{} + {}", a, k);
    case Code::subtract:
      return fmt::format("{} - {}", a, b);
    case Code::subtract_from:
      return fmt::format("{} - {}", k, a);
    case Code::multiply:
      return fmt::format("{} * {}", a, b);
    case Code::scale:
      return fmt::format("{} * {}", k, a);
    case Code::multiply_add:
      return fmt::format("fma({}, {}, {})", a, b, c);
    case Code::multiply_subtract:
      return fmt::format("fma(-{}, {}, {})", a, b, c);
    case Code::multiply_shift:
      return fmt::format("fma({}, {}, {})", a, b, k);
    case Code::scale_add:
      return fmt::format("fma({}, {}, {})", k, a, b);
    case Code::scale_shift:
      return fmt::format("fma({}, {}, {})", k, a, m);
    case Code::divide:
      return fmt::format("{} / {}", a, b);
    case Code::divide_by:
      return fmt::format("{} / {}", a, k);
    case Code::divide_from:
      return fmt::format("{} / {}", k, a);
    case Code::power:
      return fmt::format("pow({}, {})", a, b);
    case Code::power_real:
      return fmt::format("pow({}, {})", a, k);
    case Code::power_base:
      return fmt::format("pow({}, {})", k, a);
    case Code::power_whole:
      return fmt::format("whole_power<{}>({})", static_cast<long long>(i.k), a);
    case Code::minimum:
      return fmt::format("{}({}, {})", name_on_card(Op::min), a, b);
    case Code::maximum:
      return fmt::format("{}({}, {})", name_on_card(Op::max), a, b);
    case Code::function:
      return fmt::format("{}({})", name_on_card(i.op), a);
    case Code::function_of_two:
      return fmt::format("{}({}, {})", name_on_card(i.op), a, b);
    case Code::sincos:
      break;
  }
  return {};
}

}  // namespace

std::string literal(double value) {
  if (std::isnan(value)) return "nan_value()";
  if (std::isinf(value)) return value > 0 ? "infinity()" : "(-infinity())";
  return fmt::format("({:.17e})", value);
}

std::string formula_source(const std::string& name, const expr::Tape& tape) {
  const auto inputs = static_cast<int>(tape.inputs().size());
  const int outputs = tape.outputs();
  const auto place = [&](int number) -> std::string {
    if (number < 0) return {};
    if (number < inputs) return fmt::format("in[{}]", number);
    if (number < inputs + outputs) return fmt::format("out[{}]", number - inputs);
    return fmt::format("t{}", number - inputs - outputs);
  };
  std::string source =
      fmt::format("__device__ __forceinline__ void {}(const double* in, double* out) {{\n", name);
  for (int k = 0; k < tape.registers(); ++k) source += fmt::format("  double t{};\n", k);
  for (const Instruction& i : tape.code()) {
    if (i.code == Code::sincos)
      // The argument may stand where one of the results goes.
      source += fmt::format("  {{ const double a = {}; sincos(a, &{}, &{}); }}\n", place(i.a),
                            place(i.out), place(i.second));
    else
      source += fmt::format("  {} = {};\n", place(i.out),
                            expression(i, place(i.a), place(i.b), place(i.c)));
  }
  return source + "}\n";
}

std::string numbers_source(const std::string& name, const std::vector<double>& numbers) {
  std::string list = numbers.empty() ? "0.0" : "";  // arrays are not empty in C++
  for (const double number : numbers) list += (list.empty() ? "" : ", ") + literal(number);
  return fmt::format("__device__ const double {}[] = {{{}}};\n", name, list);
}

}  // namespace engd::cuda
