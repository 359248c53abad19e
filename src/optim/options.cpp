#include "optim/options.h"

#include <algorithm>

#include "optim/custom_step.h"

namespace engd::optim {

Choices<Solver> solvers(std::vector<Solver> refused, const char* why) {
  using enum linalg::Method;
  return {{{"auto", std::nullopt},
           {"gram_eigen", gram_eigen},
           {"pseudo_inverse", gram_eigen},
           {"gram_svd", gram_svd},
           {"qr_svd", qr_svd},
           {"qr_pivoted", qr_pivoted},
           {"gram_cholesky", gram_cholesky},
           {"cholesky", gram_cholesky},
           {"kernel", kernel},
           {"kernel_cholesky", kernel_cholesky}},
          std::move(refused),
          why};
}

Options defaults(const Method& method) {
  Options options{.method = method};
  std::visit(
      [&]<typename M>(const M&) {
        options.iterations = M::iterations;
        options.starts = M::starts;
        if constexpr (HasStep<M>) options.step = typename M::Step{};
      },
      method);
  return options;
}

std::string name(const Method& method) {
  return std::visit([](const auto& one) { return one.name; }, method);
}

std::string name(const StepRule& rule) {
  const auto of = []<typename T>(const T& one) -> std::string {
    if constexpr (Listed<T>)
      return one.name;
    else
      return one.rule->name;
  };
  return std::visit(of, rule);
}

bool is_damped(const Method& method) {
  return std::visit([]<typename M>(const M&) { return !HasStep<M>; }, method);
}

bool has_metric(const Method& method) {
  const auto has_solver = [](const auto& one) {
    return requires {
      one.solver;
    }
    || requires {
      one.natural;
    };
  };
  return is_damped(method) || std::visit(has_solver, method);
}

Solver solver_of(const Method& method) {
  const auto of = []<typename M>(const M& one) -> Solver {
    if constexpr (requires { one.solver; }) return one.solver;
    if constexpr (requires { one.natural; }) return one.natural.solver;
    return std::nullopt;
  };
  return std::visit(of, method);
}

int metric_order(const Method& method) {
  const auto* hngd = std::get_if<Hngd>(&method);
  return hngd ? hngd->sobolev_order : -1;
}

std::vector<Key> keys() {
  std::vector<Key> all{{"method"}};
  const auto add = [&](const auto& settings, Names Key::*owners = nullptr, const char* owner = "") {
    settings.describe(settings, [&](const char* name, const auto&...) {
      auto key = std::ranges::find(all, name, &Key::name);
      if (key == all.end()) key = all.insert(key, {name});
      if (owners) ((*key).*owners).emplace_back(owner);
    });
  };
  add(Options{});
  Key step{"step"};
  for_each<Method>([&]<typename M>(const M& method) {
    add(method, &Key::methods, M::name);
    if constexpr (HasStep<M>) step.methods.emplace_back(M::name);
  });
  all.push_back(step);
  for_each<StepRule>([&](const auto& rule) { add(rule, &Key::steps, rule.name); });
  add(Stopping{});
  return all;
}

Settings settings_of(const Options& options) {
  const auto plain = [](const auto& variant) {
    return std::visit([]<typename T>(const T&) { return std::decay_t<decltype(variant)>(T{}); },
                      variant);
  };
  const auto all = [](const Options& these) {
    Settings settings;
    describe(these, [&](const char* key, const auto& value, const auto& may, const char*) {
      settings.emplace_back(key, written(value, may));
    });
    return settings;
  };
  Options usual = defaults(plain(options.method));
  Settings settings{{"method", "\"" + name(options.method) + "\""}};
  if (!is_damped(options.method) && name(options.step) != name(usual.step))
    settings.emplace_back("step", "\"" + name(options.step) + "\"");
  usual.step = plain(options.step);
  const Settings of_usual = all(usual);
  for (const auto& [key, value] : all(options))
    if (key == "iterations" || key == "starts" ||
        std::ranges::count(of_usual, std::pair(key, value)) == 0)
      settings.emplace_back(key, value);
  return settings;
}

double largest_growth(const Options& options, double rows, double parameters) {
  const double enough = enough_rows * parameters / rows;
  const auto* adaptive = std::get_if<Adaptive>(&options.method);
  if (!adaptive || !(adaptive->batch_growth > 1) || !(enough > 1)) return 1;
  return std::min(adaptive->batch_growth * enough, adaptive->batch_limit);
}

}  // namespace engd::optim
