#include "network/jet_plan.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

namespace engd::network {

namespace {

Channel derivative(std::vector<int> axes) {
  std::sort(axes.begin(), axes.end());
  Channel channel;
  for (std::size_t k = 0; k < axes.size(); ++k)
    channel.axis[k] = static_cast<std::int16_t>(axes[k]);
  return channel;
}

std::vector<int> axes_of(const Channel& channel) {
  return {channel.axis.begin(), channel.axis.begin() + (channel.laplacian ? 0 : channel.order())};
}

/// Every way to group the elements 0 .. n-1 into blocks.
using Partitions = std::vector<std::vector<std::vector<int>>>;
Partitions set_partitions(int n) {
  if (n == 0) return {{}};
  Partitions result;
  for (auto& smaller : set_partitions(n - 1)) {
    for (std::size_t k = 0; k < smaller.size(); ++k) {
      auto joined = smaller;
      joined[k].push_back(n - 1);
      result.push_back(joined);
    }
    smaller.push_back({n - 1});
    result.push_back(smaller);
  }
  return result;
}

/// Channels of z that sigma(z)_channel needs, the channel itself included.
std::vector<Channel> needed_for(const Channel& channel, const expr::Space& space) {
  std::vector<Channel> needed{Channel{}, channel};
  if (channel.laplacian) {
    for (int axis : space.spatial) needed.push_back(derivative({axis}));
    return needed;
  }
  const auto axes = axes_of(channel);
  for (unsigned subset = 1; subset < (1u << axes.size()); ++subset) {
    std::vector<int> part;
    for (std::size_t k = 0; k < axes.size(); ++k)
      if (subset >> k & 1) part.push_back(axes[k]);
    needed.push_back(derivative(part));
  }
  return needed;
}

/// The derivative, of any unknown in any place.
Channel channel_of(expr::JetEntry entry) {
  entry.index = 0;
  entry.place = expr::Leaf::Place::here;
  return entry;
}

/// Channels are sorted by their orders, then among those of an order, and found so: there are ten
/// thousands in high dimension.
int place_among(const std::vector<Channel>& channels, Channel wanted) {
  wanted = channel_of(wanted);
  const int order = wanted.order();
  const auto before = [order](const Channel& a, const Channel& b) {
    const int of_a = a.order();
    return of_a != order ? of_a < order : a < b;
  };
  const auto found = std::lower_bound(channels.begin(), channels.end(), wanted, before);
  assert(found != channels.end() && *found == wanted);
  return static_cast<int>(found - channels.begin());
}

/// Faa di Bruno: D^alpha sigma(z) = sum over set partitions of alpha of sigma^(blocks) prod D^block
/// z; equal products are collected into one term. `partitions[n]` are those of n elements.
void append_chain_terms(const Channel& channel, int target, const std::vector<Channel>& closure,
                        const expr::Space& space, std::span<const Partitions> partitions,
                        std::vector<ChainTerm>& terms) {
  const auto position = [&](const Channel& c) { return place_among(closure, c); };
  if (channel.laplacian) {
    terms.push_back({target, 1, 1.0, {position(channel)}});
    for (int axis : space.spatial) {
      const int first = position(derivative({axis}));
      terms.push_back({target, 2, 1.0, {first, first}});
    }
    return;
  }
  const auto axes = axes_of(channel);
  std::map<std::vector<int>, double> products;
  for (const auto& partition : partitions[axes.size()]) {
    std::vector<int> factors;
    for (const auto& block : partition) {
      std::vector<int> part;
      for (int k : block) part.push_back(axes[k]);
      factors.push_back(position(derivative(part)));
    }
    std::sort(factors.begin(), factors.end());
    products[factors] += 1;
  }
  for (const auto& [factors, count] : products) {
    ChainTerm term{target, static_cast<int>(factors.size()), count, {}};
    std::copy(factors.begin(), factors.end(), term.factor.begin());
    terms.push_back(term);
  }
}

void sort_unique(std::vector<Channel>& channels) {
  std::vector<std::pair<int, Channel>> by_order;
  for (const Channel& channel : channels) by_order.emplace_back(channel.order(), channel);
  std::sort(by_order.begin(), by_order.end());
  channels.clear();
  for (const auto& [order, channel] : by_order) {
    if (channels.empty() || channels.back() != channel) channels.push_back(channel);
  }
}

}  // namespace

JetPlan::JetPlan(std::span<const expr::JetEntry> used, const expr::Space& space) : space_(space) {
  for (const expr::JetEntry& entry : used) {
    if (entry.is_coefficient()) continue;  // not the network's
    used_.push_back(channel_of(entry));
  }
  if (used_.empty()) used_.push_back(Channel{});
  sort_unique(used_);
  for (const Channel& channel : used_) {
    const auto needed = needed_for(channel, space);
    closure_.insert(closure_.end(), needed.begin(), needed.end());
    highest_order_ = std::max(highest_order_, channel.order());
  }
  sort_unique(closure_);
  std::vector<Partitions> partitions;
  for (int n = 0; n <= highest_order_; ++n) partitions.push_back(set_partitions(n));
  const auto append = [&](const std::vector<Channel>& channels, std::vector<ChainTerm>& terms) {
    for (std::size_t k = 0; k < channels.size(); ++k)
      append_chain_terms(channels[k], static_cast<int>(k), closure_, space, partitions, terms);
  };
  append(closure_, inner_terms_);
  append(used_, last_terms_);
}

int JetPlan::used_index(const Channel& channel) const {
  return place_among(used_, channel);
}

int JetPlan::closure_index(const Channel& channel) const {
  return place_among(closure_, channel);
}

}  // namespace engd::network
