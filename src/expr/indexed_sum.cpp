// sum(...) and prod(...): which index runs, over which range.
#include <fmt/format.h>

#include <algorithm>

#include "expr/elaborate.h"
#include "expr/names.h"

namespace engd::expr {

namespace {

bool is_indexed(const Syntax& syntax) {
  return syntax.kind == Syntax::Kind::call && (syntax.text == "sum" || syntax.text == "prod");
}

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

Value Elaborator::indexed(const Syntax& call, Op op) {
  const std::size_t count = call.operands.size();
  std::string letter;
  long first = 1, last = 0;
  if (count == 1) {
    std::tie(letter, last) = implied_index(call);
  } else if (count == 4) {
    if (call.operands[1].kind != Syntax::Kind::name) {
      fail(call.operands[1], "the name of an index is needed here, as in sum(x[i], i, 1, 5)");
    }
    letter = call.operands[1].text;
    first = whole_number(call.operands[2], "the first index");
    last = whole_number(call.operands[3], "the last index");
  } else {
    fail(call, fmt::format("{0} does not take {1} arguments; it is used as {0}(x[i]) or "
                           "{0}(x[i], i, 1, 5)",
                           call.text, count));
  }
  if (frame_.indices.contains(letter)) {
    fail(call, fmt::format("the index '{}' is used by an outer sum already", letter));
  }
  Value total{{graph_.constant(op == Op::add ? 0 : 1)}, false};
  for (long i = first; i <= last; ++i) {
    frame_.indices[letter] = i;
    const Value term = value(call.operands[0]);
    total = i == first ? term : combined(op, total, term, call.operands[0]);
  }
  frame_.indices.erase(letter);
  return total;
}

/// sum(body): the one index that stands in brackets in the body and has no value yet. Indices that
/// occur only in an inner sum belong to that one, unless the body is nothing but an inner sum.
std::pair<std::string, long> Elaborator::implied_index(const Syntax& call) {
  std::vector<FreeIndex> found;
  std::vector<std::string> bound;
  free_indices(call.operands[0], bound, false, found);
  if (found.empty()) {
    fail(call,
         fmt::format("{0} needs a free index in brackets, as in {0}(x[i]), or an explicit one, "
                     "as in {0}(x[i], i, 1, 5)",
                     call.text));
  }
  const auto own = std::find_if(found.begin(), found.end(),
                                [](const FreeIndex& index) { return !index.in_inner_sum; });
  const bool has_own = own != found.end();
  const std::string letter = has_own ? own->letter : found.front().letter;
  long range = -1;
  for (const FreeIndex& index : found) {
    if (has_own && !index.in_inner_sum && index.letter != letter) {
      fail(call, fmt::format("{0} has two free indices, '{1}' and '{2}'; say which one runs: "
                             "{0}(..., {1}, 1, 5)",
                             call.text, letter, index.letter));
    }
    if (index.letter != letter) continue;
    const long here = index_range(*index.base);
    if (range >= 0 && here != range) {
      fail(call,
           fmt::format("the index '{}' runs over ranges of different lengths, {} and {}; give "
                       "the range: {}(..., {}, 1, {})",
                       letter, range, here, call.text, letter, std::min(range, here)));
    }
    range = here;
  }
  return {letter, range};
}

void Elaborator::free_indices(const Syntax& syntax, std::vector<std::string>& bound,
                              bool in_inner_sum, std::vector<FreeIndex>& found) const {
  if (syntax.kind == Syntax::Kind::index) {
    std::vector<std::string> names;
    free_names(syntax.operands[1], bound, names);
    for (const std::string& name : names) {
      found.push_back({name, &syntax.operands[0], in_inner_sum});
    }
  }
  const bool inner = is_indexed(syntax);
  const bool binds =
      inner && syntax.operands.size() == 4 && syntax.operands[1].kind == Syntax::Kind::name;
  if (binds) bound.push_back(syntax.operands[1].text);
  for (const Syntax& operand : syntax.operands) {
    free_indices(operand, bound, in_inner_sum || (inner && !binds), found);
  }
  if (binds) bound.pop_back();
}

void Elaborator::free_names(const Syntax& syntax, const std::vector<std::string>& bound,
                            std::vector<std::string>& found) const {
  if (syntax.kind == Syntax::Kind::name && !is_bound(syntax.text) &&
      !contains(bound, syntax.text) && !contains(found, syntax.text)) {
    found.push_back(syntax.text);
  }
  for (const Syntax& operand : syntax.operands) free_names(operand, bound, found);
}

bool Elaborator::is_bound(const std::string& name) const {
  return frame_.indices.contains(name) || frame_.parameters.contains(name) ||
         is_declared(scope_, name) || is_reserved_name(name) || name == "e";
}

/// How many values an index of `base` can take.
long Elaborator::index_range(const Syntax& base) {
  if (base.kind == Syntax::Kind::name && !frame_.parameters.contains(base.text)) {
    if (const Family* family = find_family(scope_, base.text)) return family->count;
    if (is_normal(base.text)) return static_cast<long>(scope_.space.spatial.size());
    if (!is_declared(scope_, base.text)) {
      const auto derivative = derivative_name(scope_, base.text);
      const Family* family = derivative ? find_family(scope_, derivative->suffix) : nullptr;
      if (family) return family->count;
    }
  }
  return static_cast<long>(vector(base).size());
}

}  // namespace engd::expr
