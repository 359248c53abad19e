#pragma once

#include <memory>
#include <vector>

#include "energy/fields.h"
#include "solve/window.h"

namespace engd::solve {

/// Values at the ends of the windows of one run, by where they were asked for. Under a hard
/// condition u = u_before + d N the state at an end is a sum over the networks of all windows up to
/// it; windows ask at the same places, so that with the values of the end before one network does.
class EndValues {
 public:
  struct Question {
    int end;  ///< whose
    std::vector<expr::JetEntry> entries;
    std::vector<double> places;
    bool operator==(const Question&) const = default;
  };

  int new_end() { return ends_++; }
  const std::vector<double>* find(const Question& question) const;
  /// In place of those of an earlier end at the same places.
  void keep(Question question, std::vector<double> values);

 private:
  static constexpr std::size_t most = 16;
  struct Answer {
    Question question;
    std::vector<double> values;
  };
  int ends_ = 0;
  std::vector<Answer> answers_;  ///< the latest ones last
};

/// The state of `piece` at `time`, the end of its window.
std::shared_ptr<const energy::WindowStart> make_window_end(const Piece& piece, int axis,
                                                           double time, int threads);

}  // namespace engd::solve
