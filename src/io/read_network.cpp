#include <fmt/format.h>

#include "io/names.h"
#include "io/reader.h"

namespace engd::io {

const std::vector<std::pair<std::string, network::Activation>>& activation_names() {
  using network::Activation;
  static const std::vector<std::pair<std::string, Activation>> names{
      {"tanh", Activation::tanh},   {"sin", Activation::sin},           {"gelu", Activation::gelu},
      {"swish", Activation::swish}, {"softplus", Activation::softplus},
  };
  return names;
}

network::Options default_network(optim::Method method) {
  network::Options options;
  if (method == optim::Method::adaptive || method == optim::Method::multistep) {
    options.init.kind = network::Initialisation::Kind::domain;
    options.normalize = true;
  }
  return options;
}

network::Options read_network(const Value& table, network::Options options) {
  const Section section(table, "network", {"layers", "activation", "init", "normalize"});
  if (const Value* layers = section.find("layers")) {
    options.layers.clear();
    for (const Value& width : as_list("network.layers", *layers)) {
      options.layers.push_back(as_integer("network.layers", width, 1, 1'000'000));
    }
  }
  section.read("activation", options.activation, activation_names());
  section.read("normalize", options.normalize);

  const Value* init_table = section.find("init");
  if (!init_table) return options;
  const Section init(*init_table, "network.init", {"kind", "std"});
  using Kind = network::Initialisation::Kind;
  const Kind by_method = options.init.kind;
  init.read<Kind>("kind", options.init.kind,
                  {{"auto", by_method},
                   {"normal", Kind::normal},
                   {"domain", Kind::domain},
                   {"glorot", Kind::glorot},
                   {"lecun", Kind::lecun}});
  if (const Value* deviation = init.find("std")) {
    if (options.init.kind != Kind::normal && options.init.kind != Kind::domain) {
      throw bad_value("network.init.std", *deviation,
                      "belongs to kind = \"normal\" and \"domain\" only");
    }
    options.init.std.clear();
    for (const Value* value : one_or_several("network.init.std", *deviation)) {
      options.init.std.push_back(as_real("network.init.std", *value, positive));
    }
    const std::size_t layers = options.layers.size() + 1;
    if (deviation->kind == Value::Kind::list && options.init.std.size() != layers) {
      throw bad_value("network.init.std", *deviation,
                      fmt::format("must be one number, or {}: one for each hidden layer and one "
                                  "for the output",
                                  layers));
    }
  }
  return options;
}

}  // namespace engd::io
