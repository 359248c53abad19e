#pragma once

#include <engd/problem.hpp>
#include <string>
#include <vector>

#include "support/error.h"

namespace engd::api {

/// A problem that is stated in C++, as the parts of the file that it becomes.
struct Statement {
  struct Coordinate {
    std::string name;
    double lower = 0, upper = 0;
    bool has_interval = false;
  };
  struct Named {
    std::string name, value;
    bool positive = false;
  };
  struct Term {
    std::string name, on;
    std::vector<std::string> residuals;
    std::string density, file;
    TermOptions options;
  };

  std::string title, domain;
  std::vector<Coordinate> coordinates;
  std::vector<std::string> unknowns;
  std::vector<Named> constants, coefficients, functions, solution;
  std::vector<Term> terms;

  /// Names a term by its part where nothing else is said and no other is called so.
  void add(Term term);

  /// Whose line of the file it is, and where its formula begins there.
  struct Line {
    std::string owner;  ///< "term 'interior'"
    int prefix = 0;
  };
  /// The file; `lines` receives one entry a line.
  std::string text(std::vector<Line>* lines = nullptr) const;
  /// A complaint about a line of that file, about what the line was made of.
  Complaint retell(const Complaint& complaint) const;
};

}  // namespace engd::api
