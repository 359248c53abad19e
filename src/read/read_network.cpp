#include <fmt/format.h>

#include <algorithm>

#include "network/activation.h"
#include "network/kinds.h"
#include "read/reader.h"

namespace engd::read {

network::Options default_network(const optim::Method& method) {
  network::Options options;
  if (optim::is_damped(method)) {
    options.init.kind = network::Initialisation::Kind::domain;
    options.normalize = true;
  }
  return options;
}

namespace {

/// init.scale = { x = 8, t = 1 }
void read_scale(const Problem& problem, const Section& init, network::Options& options) {
  const Value* scale = init.find("scale");
  if (!scale) return;
  if (options.init.kind != network::Initialisation::Kind::domain)
    throw bad_value(init.path("scale"), *scale, "belongs to kind = \"domain\" only");
  const std::vector<std::string>& names = problem.scope.coordinates;
  const Section by_coordinate(*scale, init.path("scale"), names);
  options.init.scale.assign(names.size(), 1.0);
  for (std::size_t j = 0; j < names.size(); ++j)
    if (const Value* one = by_coordinate.find(names[j]))
      options.init.scale[j] = read_constant(problem, by_coordinate.path(names[j]), *one, positive);
}

/// init.connections = 1
void read_connections(const Problem& problem, const Section& init, network::Options& options) {
  options.init.connections = 0;
  const Value* connections = init.find("connections");
  if (!connections) return;
  if (options.init.kind != network::Initialisation::Kind::domain)
    throw bad_value(init.path("connections"), *connections, "belongs to kind = \"domain\" only");
  const int coordinates = static_cast<int>(problem.scope.coordinates.size());
  init.read("connections", options.init.connections, 1, coordinates);
}

void read_start(const Problem& problem, const Section& section, network::Options& options,
                network::Initialisation::Kind by_method) {
  const Value* init_table = section.find("init");
  if (!init_table) return;
  const std::string path = section.path("init");
  const Section init(*init_table, path, {"kind", "std", "scale", "connections"});
  using Kind = network::Initialisation::Kind;
  init.read<Kind>("kind", options.init.kind,
                  {{"auto", by_method},
                   {"normal", Kind::normal},
                   {"domain", Kind::domain},
                   {"glorot", Kind::glorot},
                   {"lecun", Kind::lecun}});
  options.init.scale.clear();
  read_scale(problem, init, options);
  read_connections(problem, init, options);
  options.init.std.clear();
  const Value* deviation = init.find("std");
  if (!deviation) return;
  if (options.init.kind != Kind::normal && options.init.kind != Kind::domain) {
    throw bad_value(init.path("std"), *deviation,
                    "belongs to kind = \"normal\" and \"domain\" only");
  }
  for (const Value* value : one_or_several(init.path("std"), *deviation)) {
    options.init.std.push_back(as_real(init.path("std"), *value, positive));
  }
  const std::size_t layers = options.layers.size() + 1;
  if (deviation->kind == Value::Kind::list && options.init.std.size() != layers) {
    throw bad_value(init.path("std"), *deviation,
                    fmt::format("must be one number, or {}: one for each hidden layer and one "
                                "for the output",
                                layers));
  }
}

/// features = { kind = "fourier", count = 64, scale = 2 }, or "gabor" with a width
network::FourierFeatures read_features(const Problem& problem, const std::string& path,
                                       const Value& value) {
  const Section section(value, path, {"kind", "count", "scale", "seed", "trainable", "width"});
  network::FourierFeatures features;
  bool gabor = false;
  section.read<bool>("kind", gabor, {{"fourier", false}, {"gabor", true}});
  if (const Value* width = section.find("width"); width && !gabor)
    throw bad_value(section.path("width"), *width, "belongs to Gabor features: kind = \"gabor\"");
  if (gabor) {
    features.width = 0.25;
    if (const Value* width = section.find("width"))
      features.width = read_constant(problem, section.path("width"), *width, positive);
  }
  features.count = as_integer(section.path("count"), section.require("count"), 1, 1'000'000);
  int seed = 0;
  section.read("seed", seed, 0, 2'000'000'000);
  features.seed = static_cast<std::uint64_t>(seed);
  section.read("trainable", features.trainable);
  const Value* scale = section.find("scale");
  if (!scale) return features;
  if (scale->kind != Value::Kind::table) {
    features.scale = {read_constant(problem, section.path("scale"), *scale, positive)};
    return features;
  }
  const std::vector<std::string>& names = problem.scope.coordinates;
  const Section by_coordinate(*scale, section.path("scale"), names);
  features.scale.assign(names.size(), 1.0);
  for (std::size_t j = 0; j < names.size(); ++j)
    if (const Value* one = by_coordinate.find(names[j]))
      features.scale[j] = read_constant(problem, by_coordinate.path(names[j]), *one, not_negative);
  return features;
}

/// connections = 1: so many coordinates are seen by a neuron.
void read_sparse_layer(const Problem& problem, const Section& section, network::Options& options) {
  const int coordinates = static_cast<int>(problem.scope.coordinates.size());
  section.read("connections", options.connections, 1, coordinates);
  if (options.connections == 0) return;
  if (!options.periodic.empty() || options.fourier.count > 0 || options.separable > 0 ||
      options.init.connections > 0) {
    throw error_at(section.place(),
                   fmt::format("{}: connections do not go with periodic coordinates, features, "
                               "separable and init.connections",
                               section.path()));
  }
  const Index seen = Index{options.layers.front()} * options.connections;
  if (seen < coordinates) {
    throw error_at(section.place(),
                   fmt::format("{}: the first layer sees {} of {} coordinates: more neurons or "
                               "connections are needed",
                               section.path(), seen, coordinates));
  }
}

bool has_skips(const network::Options& options) {
  std::vector<int> widths = options.layers;
  if (options.fourier.trainable) widths.insert(widths.begin(), options.fourier.count);
  return std::adjacent_find(widths.begin(), widths.end()) != widths.end();
}

const std::vector<std::string> network_keys{"kind",      "layers",     "activation", "init",
                                            "normalize", "harmonics",  "features",   "skip",
                                            "separable", "connections"};

/// kind = "perceptron": a network of another kind than the one before it begins anew.
void read_kind(const Section& section, const network::Options& plain, network::Options& options) {
  if (!section.find("kind")) return;
  std::vector<std::pair<std::string, std::string>> names;
  for (const network::Kind& kind : network::kinds()) names.emplace_back(kind.name, kind.name);
  const std::string_view before = network::kind_of(options).name;
  std::string kind;
  section.read("kind", kind, names);
  if (kind != before) options = plain;
  options.kind = kind;
}

/// What a kind does not have, and what it cannot be without.
void check_kind(const Section& section, const network::Options& options) {
  const network::Kind& kind = network::kind_of(options);
  for (const std::string& key : network_keys) {
    const Value* value = section.find(key);
    if (!options.kind.empty() && value && key != "kind" && std::ranges::count(kind.keys, key) == 0)
      throw bad_value(section.path(key), *value,
                      fmt::format("does not belong to kind = \"{}\"", kind.name));
  }
  if (const std::string objection = kind.objection(options); !objection.empty())
    throw error_at(section.place(), fmt::format("{}: {}", section.path(), objection));
}

/// `plain` is what a network is where nothing is said.
network::Options read_network(const Problem& problem, const Section& section,
                              network::Options options, const network::Options& plain) {
  read_kind(section, plain, options);
  if (const Value* layers = section.find("layers")) {
    const std::string path = section.path("layers");
    options.layers.clear();
    // Without any, trained features are the one hidden layer: looked at once they are known.
    if (layers->kind != Value::Kind::list || !layers->items.empty())
      for (const Value& width : as_list(path, *layers))
        options.layers.push_back(as_integer(path, width, 1, 1'000'000));
    // A list of deviations belongs to the layers it was written for.
    if (options.init.std.size() > 1) options.init.std.clear();
  }
  section.read("activation", options.activation, network::activation_names());
  section.read("normalize", options.normalize);
  if (const Value* harmonics = section.find("harmonics")) {
    if (options.periodic.empty()) {
      throw bad_value(section.path("harmonics"), *harmonics,
                      "belongs to problems with periodic coordinates: problem.periodic = [...]");
    }
    options.harmonics = as_integer(section.path("harmonics"), *harmonics, 1, 1000);
  }
  read_start(problem, section, options, plain.init.kind);
  if (const Value* features = section.find("features"))
    options.fourier = read_features(problem, section.path("features"), *features);
  if (options.layers.empty() && !options.fourier.trainable) {
    if (const Value* layers = section.find("layers"))
      throw bad_value(section.path("layers"), *layers,
                      "must be a list that is not empty, but where features are trained");
    throw error_at(section.place(),
                   fmt::format("{}: features that are not trained need layers", section.path()));
  }
  const Value* activation = section.find("activation");
  if (activation && options.layers.empty() && options.fourier.trainable)
    throw bad_value(section.path("activation"), *activation,
                    "belongs to hidden layers behind the trained features, and layers = []");
  section.read("skip", options.skip);
  section.read("separable", options.separable, 0, 1'000'000);
  if (options.init.connections > 0 && (options.fourier.trainable || options.separable > 0)) {
    throw error_at(section.place(),
                   fmt::format("{}: init.connections is of no use to trained features and to "
                               "separable networks",
                               section.path()));
  }
  read_sparse_layer(problem, section, options);
  if (options.skip && !has_skips(options)) {
    throw error_at(section.place(),
                   fmt::format("{}: skip needs two hidden layers of one width, one after another",
                               section.path()));
  }
  check_kind(section, options);
  return options;
}

/// scale = 1e5, or { p = 1e5 }: of the unknowns.
void read_unknown_scales(Problem& problem, const Section& section) {
  const Value* scale = section.find("scale");
  if (!scale) return;
  const std::vector<std::string>& names = problem.scope.unknowns;
  const std::string path = section.path("scale");
  if (scale->kind != Value::Kind::table) {
    problem.scale.assign(names.size(), read_constant(problem, path, *scale, positive));
    return;
  }
  const Section by_unknown(*scale, path, names);
  problem.scale.assign(names.size(), 1.0);
  for (std::size_t k = 0; k < names.size(); ++k)
    if (const Value* one = by_unknown.find(names[k]))
      problem.scale[k] = read_constant(problem, by_unknown.path(names[k]), *one, positive);
}

}  // namespace

void read_networks(Problem& problem, const Value& value) {
  std::vector<std::string> keys = network_keys;
  keys.push_back("scale");
  const network::Options plain = problem.network;
  if (value.kind != Value::Kind::list) {
    const Section section(value, "network", keys);
    problem.network = read_network(problem, section, plain, plain);
    read_unknown_scales(problem, section);
    return;
  }
  const std::vector<Value>& tables = as_list("network", value);
  const Section first(tables[0], "network.0", keys);
  problem.network = read_network(problem, first, plain, plain);
  read_unknown_scales(problem, first);
  network::Options before = problem.network;
  for (std::size_t k = 1; k < tables.size(); ++k) {
    const Section section(tables[k], fmt::format("network.{}", k), keys);
    Correction correction;
    correction.network = before = read_network(problem, section, before, plain);
    const Value* scale = section.find("scale");
    if (scale && !(scale->kind == Value::Kind::text && scale->text == "auto"))
      correction.scale = read_constant(problem, section.path("scale"), *scale, positive);
    problem.corrections.push_back(std::move(correction));
  }
  const bool separable = std::any_of(
      problem.corrections.begin(), problem.corrections.end(),
      [&](const Correction& c) { return c.network.separable + problem.network.separable > 0; });
  if (separable)
    throw error_at(value.place(), "a separable network stands alone: there is one [network] then");
}

}  // namespace engd::read
