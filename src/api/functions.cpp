#include "api/functions.h"

#include <engd/version.h>

#include <engd/functions.hpp>

namespace engd {

namespace api {
namespace {

/// Stops where a function says so.
class Calling final : public Observer {
 public:
  explicit Calling(const std::function<bool(const Moment&)>& go_on) : go_on_(go_on) {}
  void see(const Moment& moment) override {
    if (!go_on_(moment)) stop_ = true;
  }
  bool wants_to_stop() override { return stop_; }

 private:
  const std::function<bool(const Moment&)>& go_on_;
  bool stop_ = false;
};

}  // namespace
}  // namespace api

inline namespace v0 {

Problem read(const std::string& file) {
  return api::problem_of_file(file);
}

Problem parse(std::string_view text, const std::string& file) {
  return api::problem_of_text(text, file);
}

Findings check(const Problem& problem) {
  return api::look_at(problem);
}

Solution solve(const Problem& problem, const Options& options) {
  Observer nobody;
  return api::solution_of(problem, options, nobody);
}

Solution solve(const Problem& problem, const Options& options, Observer& observer) {
  return api::solution_of(problem, options, observer);
}

Solution solve(const Problem& problem, const Options& options,
               const std::function<bool(const Moment&)>& go_on) {
  if (!go_on) return solve(problem, options);
  api::Calling calling(go_on);
  return api::solution_of(problem, options, calling);
}

Solution load(const std::string& run_or_model, std::optional<std::uint64_t> seed) {
  return api::solution_in(run_or_model, seed);
}

const char* version() noexcept {
  return ENGD_VERSION_TEXT;
}

}  // namespace v0
}  // namespace engd
