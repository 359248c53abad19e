#pragma once

#include <engd/export.h>

#include <stdexcept>
#include <string>

namespace engd {
inline namespace v0 {

enum class ErrorCode {
  input,   ///< a problem, a file or an argument is not what it has to be
  device,  ///< the device is not there, or cannot do what is asked
  busy,    ///< a solve inside a solve
  memory,  ///< there is not enough
  failed,  ///< anything else: a full disk, a folder that is gone
};

/// What every function of the library throws, and nothing else but what observers, step rules and
/// activations of the program throw. A solve that does not converge is no error:
/// Solution::termination() says how it ended.
///
///     mine.toml:6:28: unknown name 'uu'; known: u, x, y; did you mean 'u'?
///         residual = "laplacian(u) - uu^3 + 10*sin(pi*x)"
///                                    ^~
class ENGD_API Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message);
  Error(ErrorCode code, std::string place, std::string message, int line, int column,
        std::string excerpt);
  Error(const Error&);
  Error& operator=(const Error&);
  ~Error() override;

  // what() is all of it, as above.
  ErrorCode code() const noexcept { return code_; }
  const std::string& message() const noexcept { return message_; }  ///< the sentence alone
  /// "mine.toml", "term 'interior'" of a problem stated in C++, "set(...)"; or empty.
  const std::string& place() const noexcept { return place_; }
  int line() const noexcept { return line_; }      ///< of the file, from 1; 0: none
  int column() const noexcept { return column_; }  ///< of the line or the formula, from 1; 0: none
  /// The line or formula, and a caret below; each after four spaces. Empty where there is none.
  const std::string& excerpt() const noexcept { return excerpt_; }

 private:
  ErrorCode code_;
  std::string place_, message_;
  int line_ = 0, column_ = 0;
  std::string excerpt_;
};

}  // namespace v0
}  // namespace engd
