// Constants and functions that nothing uses: often a formula was to contain them.

#include <fmt/format.h>

#include "check/kinds.h"
#include "check/names_in.h"
#include "read/source.h"
#include "read/value.h"

namespace engd::check {

namespace {

/// The texts of all values but titles, as (key of the definition, text).
void texts_of(const read::Value& value, const std::string& key,
              std::vector<std::pair<std::string, std::string>>& texts) {
  if (value.kind == read::Value::Kind::text) texts.emplace_back(key, value.text);
  for (const read::Value& item : value.items) texts_of(item, key, texts);
  for (const read::Entry& entry : value.entries)
    if (entry.key != "title" && entry.key != "name" && entry.key != "published")
      texts_of(entry.value, entry.key, texts);
}

}  // namespace

void look_at_names(Subject& subject) {
  const problem::Problem& problem = subject.problem;
  if (problem.places.empty()) return;
  // The whole file: names stand in bounds, weights and conditions as well.
  const auto source =
      std::make_shared<const read::Source>(read::Source{problem.file, problem.source_text, true});
  std::vector<std::pair<std::string, std::string>> texts;
  texts_of(read::parse_toml(source), "", texts);
  for (const problem::Term& term : problem.terms)  // also those of --set
    for (const problem::Formula* formula : formulas_of(term)) texts.emplace_back("", formula->text);
  std::set<std::string> used;
  for (const auto& [key, text] : texts) {
    std::set<std::string> names = words_in(text);
    names.erase(key.substr(0, key.find('(')));  // by itself does not count
    used.merge(names);
  }
  for (const auto& [name, place] : problem.places)
    if (!used.contains(name))
      subject.report(problem::FindingKind::unused, place,
                     fmt::format("nothing uses '{}': is it missing in a formula?", name));
}

}  // namespace engd::check
