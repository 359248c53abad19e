#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace engd {

/// The parts of a message about a text: FILE:LINE:COL: sentence, the line, and a caret below it.
struct Complaint {
  std::string source;        ///< a file, or "--set a.b=v"; empty where the message is about no text
  int line = 0, column = 0;  ///< from 1; 0: not known
  std::string sentence;
  std::string excerpt;  ///< the line and the caret, each after four spaces; or empty
};

/// A user's mistake: the message names the key, the value, what is allowed and, where there is
/// one, the place in the file. The command line prints it and exits with 2.
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& text)
      : std::runtime_error(text), complaint_{{}, 0, 0, text, {}} {}
  InputError(const std::string& text, Complaint complaint)
      : std::runtime_error(text), complaint_(std::move(complaint)) {}

  const Complaint& complaint() const { return complaint_; }

 private:
  Complaint complaint_;
};

}  // namespace engd
