#include <fmt/format.h>

#include "read/reader.h"

namespace engd::read {

void read_coefficients(Problem& problem, const Value& table) {
  constexpr std::size_t most = 1000;  // a field is an unknown, not so many numbers
  for (const Entry& entry : as_table("coefficients", table).entries) {
    const std::string path = "coefficients." + entry.key;
    if (!is_name(entry.key)) {
      throw error_at(
          entry.place,
          fmt::format("coefficients: '{}' must be a name of letters, digits and _", entry.key));
    }
    claim_name(problem, entry.key, "coefficient", entry.place);
    Coefficient coefficient;
    coefficient.name = entry.key;
    coefficient.place = entry.place;
    const Value* start = &entry.value;
    if (entry.value.kind == Value::Kind::table) {
      const Section section(entry.value, path, {"start", "positive"});
      start = &section.require("start");
      section.read("positive", coefficient.positive);
    }
    coefficient.start =
        read_constant(problem, path, *start, coefficient.positive ? positive : any_finite);
    problem.scope.coefficients.push_back(entry.key);
    problem.coefficients.push_back(std::move(coefficient));
    if (problem.coefficients.size() > most)
      throw error_at(entry.place, fmt::format("there are more than {} coefficients", most));
  }
}

}  // namespace engd::read
