#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "network/network.h"

namespace engd::network {

/// What is known of a kind of network before there is one.
struct Kind {
  std::string_view name;               ///< in files: kind = "perceptron"
  std::string_view title;              ///< in sentences: "a multilayer perceptron"
  std::vector<std::string_view> keys;  ///< of a problem file, that such a network takes
  /// What it misses, or does not go with, as the rest of a sentence; empty where nothing.
  std::string (*objection)(const Options& options);
  /// The number of parameters, which may be more than memory has.
  double (*parameters)(const Options& options, int dimension, int unknowns);
  std::shared_ptr<const Network> (*make)(const Options& options, const geometry::Box& domain,
                                         int unknowns);
};

std::span<const Kind> kinds();
/// Null where no kind has this name.
const Kind* find_kind(std::string_view name);
const Kind& kind_of(const Options& options);

std::shared_ptr<const Network> make(const Options& options, const geometry::Box& domain,
                                    int unknowns);

}  // namespace engd::network
