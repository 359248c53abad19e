#include "common/statement.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace engd::testing {
namespace {

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> list;
  for (std::string word; stream >> word;) list.push_back(word);
  return list;
}

/// Which of the names it is.
int number_of(const std::string& name, const std::vector<std::string>& names) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) throw std::invalid_argument("a statement without " + name);
  return static_cast<int>(found - names.begin());
}

}  // namespace

Statement::Statement(const std::string& names, std::vector<Interval> intervals,
                     const std::string& of)
    : unknowns(words(of)), box(std::move(intervals)) {
  for (const std::string& name : words(names)) {
    const std::size_t bracket = name.find('[');
    if (bracket == std::string::npos) {
      coordinates.push_back(name);
      continue;
    }
    const expr::Family family{name.substr(0, bracket), static_cast<int>(coordinates.size()),
                              std::stoi(name.substr(bracket + 1))};
    for (int k = 1; k <= family.count; ++k) coordinates.push_back(family.name + std::to_string(k));
    families.push_back(family);
  }
  if (box.size() == 1) box.resize(coordinates.size(), box.front());
  network.init.kind = network::Initialisation::Kind::domain;
  network.normalize = true;
}

Statement Statement::where(const std::string& name, const std::string& formula) const {
  Statement changed = *this;
  changed.functions[name] = formula;
  return changed;
}

Statement Statement::periodic_in(const std::string& coordinate) const {
  Statement changed = *this;
  changed.periodic.push_back(number_of(coordinate, coordinates));
  return changed;
}

Statement Statement::with_coefficient(const std::string& name, double start, bool positive) const {
  Statement changed = *this;
  changed.coefficients.push_back(name);
  changed.network.coefficients.push_back({start, positive});
  return changed;
}

Statement Statement::with_hard(const std::string& unknown, const std::string& value,
                               const std::string& distance) const {
  Statement changed = *this;
  changed.hard[number_of(unknown, unknowns)] = {value, distance};
  return changed;
}

Statement Statement::with(network::Options options) const {
  Statement changed = *this;
  options.coefficients = network.coefficients;
  changed.network = std::move(options);
  return changed;
}

Statement Statement::with_layers(std::vector<int> layers) const {
  Statement changed = *this;
  changed.network.layers = std::move(layers);
  return changed;
}

Statement Statement::beside(std::vector<network::FrozenNetwork> before,
                            std::vector<double> part) const {
  Statement changed = *this;
  changed.frozen = std::move(before);
  changed.scale = std::move(part);
  return changed;
}

}  // namespace engd::testing
