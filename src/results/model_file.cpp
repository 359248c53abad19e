#include "results/model_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "formats/durable_file.h"
#include "formats/hdf5_handles.h"
#include "network/activation.h"
#include "network/kinds.h"
#include "results/sealed_file.h"
#include "support/error.h"

namespace engd::results {

namespace hdf5 = formats::hdf5;
namespace {

constexpr SealedKind model_kind{"model", 7};

std::string correction_name(std::size_t k) {
  return fmt::format("correction_{}", k + 1);
}

/// Of a kind that the other keys do not say.
bool is_named(const network::Options& network) {
  return !network.kind.empty() && network.kind != "perceptron" && network.kind != "separable";
}

/// Of another program, or of a newer version; not damage.
struct UnknownActivation {
  std::string name;
};

void write_network(hid_t group, const network::Options& network) {
  using namespace hdf5;
  write_integers(group, "layers", {network.layers.begin(), network.layers.end()});
  for (const auto& [name, activation] : network::activation_names()) {
    if (activation == network.activation) write_texts(group, "activation", {name});
  }
  write_integers(group, "normalize", {network.normalize ? 1 : 0});
  if (network.skip) write_integers(group, "skip", {1});
  if (network.separable > 0) write_integers(group, "separable", {network.separable});
  if (network.connections > 0) write_integers(group, "connections", {network.connections});
  if (is_named(network)) write_texts(group, "kind", {network.kind});
  if (const auto& fourier = network.fourier; fourier.count > 0) {
    const auto seed = static_cast<std::int64_t>(fourier.seed);
    write_integers(group, "fourier", {fourier.count, seed, fourier.trainable ? 1 : 0});
    write_numbers(group, "fourier_scale", fourier.scale);
    if (fourier.width > 0) write_numbers(group, "gabor_width", {fourier.width});
  }
  if (network.periodic.empty()) return;
  write_integers(group, "periodic", {network.periodic.begin(), network.periodic.end()});
  write_integers(group, "harmonics", {network.harmonics});
}

/// The oldest format that has all of it.
int version_of(const Model& model) {
  if (!model.scale.empty()) return 7;
  if (is_named(model.network) || std::ranges::any_of(model.corrections, is_named)) return 6;
  const auto is_sparse = [](const network::Options& network) { return network.connections > 0; };
  if (is_sparse(model.network) ||
      std::any_of(model.corrections.begin(), model.corrections.end(), is_sparse))
    return 5;
  for (const SeedModel& seed : model.seeds)
    if (!seed.windows.empty()) return 4;
  const auto is_new = [](const network::Options& network) {
    return !network.periodic.empty() || network.fourier.count > 0 || network.skip ||
           network.separable > 0;
  };
  if (!model.coefficients.empty() || is_new(model.network) ||
      std::any_of(model.corrections.begin(), model.corrections.end(), is_new))
    return 3;
  return model.corrections.empty() ? 1 : 2;
}

std::string window_name(std::size_t k) {
  return fmt::format("window_{}", k + 2);
}

void write_networks(hid_t group, const std::vector<NetworkModel>& networks) {
  using namespace hdf5;
  write_numbers(group, "parameters", networks.front().parameters);
  for (std::size_t k = 0; k + 1 < networks.size(); ++k) {
    const Handle further = create_group(group, correction_name(k));
    write_numbers(further.get(), "parameters", networks[k + 1].parameters);
    write_numbers(further.get(), "scale", networks[k + 1].scale);
  }
}

void write_contents(hid_t file, const Model& model) {
  using namespace hdf5;
  const Handle net = create_group(file, "network");
  write_network(net.get(), model.network);
  for (std::size_t k = 0; k < model.corrections.size(); ++k) {
    write_network(create_group(file, correction_name(k)).get(), model.corrections[k]);
  }
  if (!model.scale.empty()) write_numbers(net.get(), "scale", model.scale);
  write_numbers(net.get(), "lower", model.box.lower);
  write_numbers(net.get(), "upper", model.box.upper);
  write_texts(file, "variables", model.variables);
  write_texts(file, "unknowns", model.unknowns);
  if (!model.coefficients.empty()) {
    write_texts(file, "coefficients", model.coefficients);
    std::vector<std::int64_t> kinds;
    for (const bool positive : model.positive) kinds.push_back(positive ? 1 : 0);
    write_integers(file, "coefficients_positive", kinds);
  }
  write_texts(file, "problem_text", {model.problem_text});
  write_texts(file, "overrides", model.overrides);
  for (const SeedModel& seed : model.seeds) {
    const Handle group = create_group(file, fmt::format("seed_{}", seed.seed));
    std::vector<NetworkModel> networks{{seed.parameters, {}}};
    networks.insert(networks.end(), seed.corrections.begin(), seed.corrections.end());
    write_networks(group.get(), networks);
    for (std::size_t k = 0; k < seed.windows.size(); ++k)
      write_networks(create_group(group.get(), window_name(k)).get(), seed.windows[k]);
    if (!model.coefficients.empty()) write_numbers(group.get(), "coefficients", seed.coefficients);
  }
}

std::optional<std::uint64_t> seed_number(const std::string& group) {
  constexpr std::string_view prefix = "seed_";
  if (!group.starts_with(prefix)) return std::nullopt;
  std::uint64_t number = 0;
  const char* end = group.data() + group.size();
  const auto [stop, error] = std::from_chars(group.data() + prefix.size(), end, number);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

/// The only element of a data set.
template <typename T>
T single(std::vector<T> values, const char* name) {
  if (values.size() != 1) throw hdf5::Failure(fmt::format("unexpected contents of '{}'", name));
  return std::move(values[0]);
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

network::Options read_network(hid_t group, std::int64_t variables) {
  using namespace hdf5;
  network::Options network;
  network.layers.clear();
  for (std::int64_t width : read_integers(group, "layers")) {
    if (!(width >= 1 && width <= 1'000'000)) throw Failure("a layer has no sensible width");
    network.layers.push_back(static_cast<int>(width));
  }
  const std::string activation = single(read_texts(group, "activation"), "activation");
  const auto& names = network::activation_names();
  const auto known = std::find_if(names.begin(), names.end(),
                                  [&](const auto& entry) { return entry.first == activation; });
  if (known == names.end()) throw UnknownActivation{activation};
  network.activation = known->second;
  network.normalize = single(read_integers(group, "normalize"), "normalize") != 0;
  const std::vector<std::string> parts = links(group);
  if (has(parts, "kind")) {
    network.kind = single(read_texts(group, "kind"), "kind");
    if (network::find_kind(network.kind) == nullptr)
      throw Failure("the kind of network '" + network.kind + "' is not known");
  }
  network.skip = has(parts, "skip");
  if (has(parts, "separable")) {
    const std::int64_t rank = single(read_integers(group, "separable"), "separable");
    if (!(rank >= 1 && rank <= 1'000'000)) throw Failure("the separable network has no products");
    network.separable = static_cast<int>(rank);
  }
  if (has(parts, "connections")) {
    const std::int64_t count = single(read_integers(group, "connections"), "connections");
    if (!(count >= 1 && count <= variables)) throw Failure("the connections make no sense");
    network.connections = static_cast<int>(count);
  }
  if (has(parts, "fourier")) {
    const auto numbers = read_integers(group, "fourier");
    network.fourier.scale = read_numbers(group, "fourier_scale");
    const auto scales = std::ssize(network.fourier.scale);
    if (!(numbers.size() == 3 && numbers[0] >= 1 && numbers[0] <= 1'000'000 &&
          (scales == 1 || scales == variables)))
      throw Failure("the Fourier features make no sense");
    network.fourier.count = static_cast<int>(numbers[0]);
    network.fourier.seed = static_cast<std::uint64_t>(numbers[1]);
    network.fourier.trainable = numbers[2] != 0;
    if (has(parts, "gabor_width")) {
      network.fourier.width = single(read_numbers(group, "gabor_width"), "gabor_width");
      if (!(network.fourier.width > 0 && std::isfinite(network.fourier.width)))
        throw Failure("the Gabor features make no sense");
    }
  }
  if (network.layers.empty() && !network.fourier.trainable) throw Failure("there are no layers");
  if (const std::string why = network::kind_of(network).objection(network); !why.empty())
    throw Failure(why);
  if (!has(parts, "periodic")) return network;
  for (const std::int64_t axis : read_integers(group, "periodic")) {
    if (!(axis >= 0 && axis < variables)) throw Failure("a periodic coordinate is none");
    network.periodic.push_back(static_cast<int>(axis));
  }
  const std::int64_t harmonics = single(read_integers(group, "harmonics"), "harmonics");
  if (!(harmonics >= 1 && harmonics <= 1000)) throw Failure("the harmonics make no sense");
  network.harmonics = static_cast<int>(harmonics);
  return network;
}

/// The first network, whose scale is that of the model, and those that correct it.
std::vector<NetworkModel> read_networks(hid_t group, std::size_t unknowns) {
  using namespace hdf5;
  std::vector<NetworkModel> networks{{read_numbers(group, "parameters"), {}}};
  const std::vector<std::string> parts = links(group);
  for (std::size_t k = 0; has(parts, correction_name(k)); ++k) {
    const Handle further = open_group(group, correction_name(k));
    networks.push_back(
        {read_numbers(further.get(), "parameters"), read_numbers(further.get(), "scale")});
    if (networks.back().scale.size() != unknowns)
      throw Failure("the scales of a network do not fit the unknowns");
  }
  return networks;
}

SeedModel read_seed(hid_t group, std::size_t unknowns) {
  using namespace hdf5;
  SeedModel seed;
  const std::vector<NetworkModel> networks = read_networks(group, unknowns);
  seed.parameters = networks.front().parameters;
  seed.corrections.assign(networks.begin() + 1, networks.end());
  const std::vector<std::string> parts = links(group);
  if (has(parts, "coefficients")) seed.coefficients = read_numbers(group, "coefficients");
  for (std::size_t k = 0; has(parts, window_name(k)); ++k)
    seed.windows.push_back(read_networks(open_group(group, window_name(k)).get(), unknowns));
  return seed;
}

void read_coefficient_names(hid_t file, Model& model) {
  model.coefficients = hdf5::read_texts(file, "coefficients");
  const auto kinds = hdf5::read_integers(file, "coefficients_positive");
  if (kinds.size() != model.coefficients.size())
    throw hdf5::Failure("the coefficients do not fit their names");
  for (const std::int64_t kind : kinds) model.positive.push_back(kind != 0);
}

Model read_contents(hid_t file) {
  using namespace hdf5;
  Model model;
  const Handle net = open_group(file, "network");
  model.variables = read_texts(file, "variables");
  const auto variables = std::ssize(model.variables);
  model.network = read_network(net.get(), variables);
  const std::vector<std::string> parts = links(file);
  for (std::size_t k = 0; has(parts, correction_name(k)); ++k) {
    model.corrections.push_back(
        read_network(open_group(file, correction_name(k)).get(), variables));
  }
  model.box.lower = read_numbers(net.get(), "lower");
  model.box.upper = read_numbers(net.get(), "upper");
  model.unknowns = read_texts(file, "unknowns");
  if (has(links(net.get()), "scale")) {
    model.scale = read_numbers(net.get(), "scale");
    if (model.scale.size() != model.unknowns.size())
      throw Failure("the scales of the network do not fit the unknowns");
  }
  if (has(parts, "coefficients")) read_coefficient_names(file, model);
  model.problem_text = single(read_texts(file, "problem_text"), "problem_text");
  model.overrides = read_texts(file, "overrides");
  if (model.variables.empty() || model.unknowns.empty() ||
      model.box.lower.size() != model.variables.size() ||
      model.box.upper.size() != model.variables.size()) {
    throw Failure("the box does not fit the variables");
  }
  for (const std::string& name : parts) {
    const std::optional<std::uint64_t> number = seed_number(name);
    if (!number) continue;
    model.seeds.push_back(read_seed(open_group(file, name).get(), model.unknowns.size()));
    model.seeds.back().seed = *number;
    if (model.seeds.back().coefficients.size() != model.coefficients.size())
      throw Failure("the coefficients of a seed do not fit their names");
    std::size_t most = 1 + model.seeds.back().corrections.size();
    for (const auto& window : model.seeds.back().windows) most = std::max(most, window.size());
    if (most > 1 + model.corrections.size())
      throw Failure("a seed has more networks than the model");
  }
  std::sort(model.seeds.begin(), model.seeds.end(),
            [](const SeedModel& a, const SeedModel& b) { return a.seed < b.seed; });
  return model;
}

}  // namespace

void save_model(const std::filesystem::path& path, const Model& model) {
  const std::string image = hdf5::image_of([&](hid_t file) { write_contents(file, model); });
  formats::write_durably(path, seal(model_kind, version_of(model), image));
}

Model load_model(const std::filesystem::path& path) {
  const std::string image = read_sealed(model_kind, path);
  try {
    Model model;
    hdf5::read_image(image, [&](hid_t file) { model = read_contents(file); });
    return model;
  } catch (const UnknownActivation& unknown) {
    throw InputError(
        fmt::format("the model file '{}' has the activation '{}', which this program does not know",
                    path.string(), unknown.name));
  } catch (const hdf5::Failure& failure) {
    throw InputError(
        fmt::format("the model file '{}' is damaged: {}", path.string(), failure.what()));
  }
}

}  // namespace engd::results
