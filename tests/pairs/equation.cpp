#include "pairs/equation.h"

#include <fmt/format.h>

namespace engd::pairs {

std::vector<Setting> settings_of(const Choice& choice, const std::string& table) {
  std::vector<Setting> found;
  for (int f = 0; f < std::ssize(factors()); ++f) {
    if (choice[f] < 0) continue;
    const Factor& factor = factors()[static_cast<std::size_t>(f)];
    for (const Setting& setting : factor.levels[static_cast<std::size_t>(choice[f])].settings)
      if (setting.table == table) found.push_back(setting);
  }
  return found;
}

Equation::Equation(const Choice& choice, const Space& space, const Form& form)
    : choice_(choice), space_(space), form_(form), unknowns_{"u", "v", "w"} {
  unknowns_.resize(choice.is("unknowns", "three") ? 3 : choice.is("unknowns", "two") ? 2 : 1);
  first_ = space.coordinates.empty() ? time() : space.coordinates.front();
}

bool Equation::has_time() const {
  return choice_.is("time", "t") || choice_.is("time", "tau");
}

std::string Equation::derivative(const std::string& u, int order) const {
  if (form_.moved) return fmt::format("{}*diff({}, {}, {})", 1 << order, u, first_, order);
  if (first_.size() > 1 && order > 1) return fmt::format("diff({}, {}, {})", u, first_, order);
  std::string name = u + "_";
  for (int k = 0; k < order; ++k) name += first_;
  return name;
}

std::string Equation::laplacian(const std::string& u) const {
  if (space_.coordinates.empty()) return derivative(u, 2);
  const std::string& how = choice_.of("formulas");
  if (how == "vectors") return fmt::format("div(flux({}))", u);
  if (how != "written_out" && !form_.moved) return fmt::format("laplacian({})", u);
  std::string sum;
  for (const std::string& x : space_.coordinates)
    sum +=
        fmt::format("{}{}diff({}, {}, 2)", sum.empty() ? "" : " + ", form_.moved ? "4*" : "", u, x);
  if (choice_.is("time", "plain_t")) sum += fmt::format(" + diff({}, t, 2)", u);
  return "(" + sum + ")";
}

std::string Equation::source() const {
  const std::string& how = choice_.of("formulas");
  if (how == "function") return "f";
  if (how == "parameters") return "g(" + place() + ", k)";
  return "sin(k*" + place() + ")";
}

std::string Equation::functions() const {
  const std::string& how = choice_.of("formulas");
  if (how == "function") return "[functions]\nf = \"sin(k*" + place() + ")\"\n";
  if (how == "parameters") return "[functions]\n\"g(s, c)\" = \"sin(c*s)\"\n";
  if (how == "vectors") return "[functions]\n\"flux(p)\" = \"grad(p)\"\n";
  return "";
}

std::string Equation::residual(std::size_t unknown) const {
  const std::string& u = unknowns_[unknown];
  const std::string& other = unknowns_[(unknown + 1) % unknowns_.size()];
  const bool evolves = has_time() && !space_.coordinates.empty();
  const std::string rate = evolves ? u + "_" + time() + " - " : "";
  std::string rest = " - " + source();
  if (other != u) rest += " + 0.3*" + other;
  if (unknown == 0 && (choice_.is("coefficients", "plain") || choice_.is("coefficients", "both")))
    rest += " + a*" + u;
  if (unknown == 0 &&
      (choice_.is("coefficients", "positive") || choice_.is("coefficients", "both")))
    rest += " + b*" + u + "^2";
  const std::string& kind = choice_.of("equation");
  if (kind == "first") return rate + derivative(u, 1) + rest;
  if (kind == "third") return rate + derivative(u, 3) + rest;
  if (kind == "fourth") return rate + derivative(u, 4) + rest;
  if (kind == "biharmonic") return rate + "laplacian(" + laplacian(u) + ")" + rest;
  if (kind == "wave") return fmt::format("diff({}, {}, 2) - ", u, time()) + laplacian(u) + rest;
  if (kind == "nonlinear")
    return fmt::format("{}(1 + {}^2)*{} + {}*{}", rate, u, laplacian(u), u, derivative(u, 1)) +
           rest;
  if (kind == "norm") return fmt::format("{}norm(grad({}))", rate, u) + rest;
  if (kind == "roots")
    return fmt::format("{}exp(0.1*{})*{} + sqrt(1 + {}^2) + max({}, 0)", rate, u, laplacian(u), u,
                       u) +
           rest;
  return rate + laplacian(u) + rest;
}

std::string Equation::density() const {
  std::string sum;
  for (const std::string& u : unknowns_) {
    if (!sum.empty()) sum += " + ";
    sum += space_.coordinates.empty()
               ? fmt::format("0.5*{}^2", derivative(u, 1))
               : fmt::format("0.5*norm2(grad({})){}", u,
                             has_time() ? fmt::format(" + {}_{}^2", u, time()) : "");
    sum += fmt::format(" + {0}^2 + 0.25*{0}^4 - {1}*{0}", u, source());
  }
  if (choice_.is("coefficients", "plain") || choice_.is("coefficients", "both"))
    sum += " + (a*u)^2 + a^2";
  if (choice_.is("coefficients", "positive") || choice_.is("coefficients", "both"))
    sum += " + b*u^2 + b^2";
  return sum;
}

std::vector<std::string> Equation::formulas() const {
  if (choice_.is("equation", "density")) return {"density = \"" + density() + "\"\n"};
  std::vector<std::string> residuals;
  for (std::size_t k = 0; k < unknowns_.size(); ++k) residuals.push_back(residual(k));
  if (choice_.is("equation", "list"))
    for (const std::string& u : unknowns_)
      residuals.push_back(fmt::format("0.5*{} + {}^2", derivative(u, 1), u));
  if (residuals.size() > 1 && !form_.separate)
    return {fmt::format("residual = [\"{}\"]\n", fmt::join(residuals, "\", \""))};
  std::vector<std::string> lines;
  for (const std::string& one : residuals) lines.push_back("residual = \"" + one + "\"\n");
  return lines;
}

}  // namespace engd::pairs
