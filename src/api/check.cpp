#include "api/findings.h"
#include "api/functions.h"
#include "api/guarded.h"
#include "api/problem.h"

namespace engd::api {

Findings look_at(const Problem& problem) {
  const Problem::Inside& inside = problem.inside();
  const auto retell = [&](const Complaint& complaint) { return inside.retell(complaint); };
  return guarded(
      [&] {
        Findings findings;
        for (const check::Finding& one : findings_of(inside.made())) {
          std::string excerpt = one.mark;
          if (excerpt.starts_with('\n')) excerpt.erase(0, 1);
          const Complaint told = retell(
              {one.place.source, one.place.line, one.place.column, one.text, std::move(excerpt)});
          findings.push_back({problem::name(one.kind), told.source, told.line, told.column,
                              told.sentence, told.excerpt});
        }
        return findings;
      },
      retell);
}

}  // namespace engd::api
