#include "report/run_figures.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "report/curves.h"
#include "report/fields.h"
#include "report/html.h"

namespace engd::report {

namespace {

namespace fs = std::filesystem;

/// A folder for the time of drawing. Inside the run folder, since nothing else is known to be
/// writable.
class DrawingFolder {
 public:
  explicit DrawingFolder(const fs::path& parent) {
    std::string path = (fs::absolute(parent) / ".figures-XXXXXX").string();
    if (mkdtemp(path.data())) path_ = path;
  }
  ~DrawingFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  DrawingFolder(const DrawingFolder&) = delete;
  DrawingFolder& operator=(const DrawingFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

using Quantity = std::function<std::optional<double>(const results::HistoryRow&)>;

/// A trace a seed, of the rows that have the quantity.
std::vector<Trace> traces_of(const results::History& history, const Quantity& quantity) {
  std::vector<Trace> traces;
  std::optional<std::uint64_t> seed;
  for (const results::HistoryRow& row : history.rows) {
    if (seed != row.seed) traces.emplace_back();
    seed = row.seed;
    const auto value = quantity(row);
    if (!value) continue;
    traces.back().iteration.push_back(row.iteration);
    traces.back().seconds.push_back(row.seconds);
    traces.back().value.push_back(*value);
  }
  return traces;
}

/// Energies may be negative: then what is shown is the height above the lowest value.
bool raise_above_lowest(std::vector<Trace>& traces) {
  double lowest = INFINITY;
  for (const Trace& trace : traces)
    for (double value : trace.value)
      if (std::isfinite(value)) lowest = std::min(lowest, value);
  if (!(lowest < 0)) return false;
  for (Trace& trace : traces)
    for (double& value : trace.value) value -= lowest;
  return true;
}

struct Curves {
  std::vector<Curve> curves;
  bool raised = false;
};

Curves losses_of(const results::History& history) {
  Curves result;
  const auto add = [&](const std::string& title, const Quantity& quantity) {
    Curve curve{title, series_colour(result.curves.empty() ? 0 : result.curves.size() - 1),
                traces_of(history, quantity), false};
    if (raise_above_lowest(curve.seeds)) {
      curve.title += " (above lowest)";
      result.raised = true;
    }
    result.curves.push_back(std::move(curve));
  };
  add("loss", [](const results::HistoryRow& row) { return row.loss; });
  if (history.term_names.size() > 1) {
    result.curves.front().colour = "#a9b4bf";
    result.curves.front().wide = true;
    for (std::size_t t = 0; t < history.term_names.size(); ++t)
      add(history.term_names[t],
          [t](const results::HistoryRow& row) { return row.term_losses[t]; });
  }
  return result;
}

Curves errors_of(const results::History& history) {
  return {{{"L2", series_colour(0),
            traces_of(history, [](const results::HistoryRow& row) { return row.rel_l2; })},
           {"H1", series_colour(1),
            traces_of(history, [](const results::HistoryRow& row) { return row.rel_h1; })}}};
}

std::vector<CaptionedPicture> training_pictures(const results::History& history) {
  const Curves losses = losses_of(history), errors = errors_of(history);
  const bool several = losses.curves.front().seeds.size() > 1;
  const std::string seeds =
      several ? " Thick: the median over the seeds; shaded: between the quartiles; thin: each seed."
              : "";
  const std::string raised =
      losses.raised ? " An energy that becomes negative is shown above the lowest value reached."
                    : "";
  std::vector<CaptionedPicture> pictures;
  const auto add = [&](const std::string& name, const Curves& curves, bool over_time,
                       const std::string& y_label, const std::string& caption) {
    CurvePlot plot;
    plot.y_label = y_label;
    plot.over_time = over_time;
    plot.curves = curves.curves;
    pictures.push_back({{name, curve_script(plot), {}}, caption});
  };
  const std::string terms = history.term_names.size() > 1 ? "The loss and its terms" : "The loss";
  add("loss_iterations", losses, false, "loss", terms + " over the iterations." + raised + seeds);
  add("error_iterations", errors, false, "relative error",
      "Relative errors over the iterations." + seeds);
  add("loss_time", losses, true, "loss", terms + " over time." + raised);
  add("error_time", errors, true, "relative error", "Relative errors over time.");
  return pictures;
}

/// Of runs that did not keep them.
std::vector<std::string> nameless_coordinates() {
  return {"x1", "x2"};
}

std::string figures_of(const std::vector<CaptionedPicture>& pictures, const fs::path& folder) {
  std::vector<std::string> all;
  for (const auto& [picture, caption] : pictures)
    all.push_back(figure(folder / (picture.name + ".svg"), caption));
  return figures(all);
}

}  // namespace

std::vector<CaptionedPicture> solution_pictures(const formats::SampledField& solution,
                                                const std::vector<std::string>& coordinates,
                                                const std::string& prefix) {
  const formats::SampledField shown = shown_part(solution);
  std::vector<CaptionedPicture> pictures;
  for (const FieldView& view : views_of(shown.arrays)) {
    const std::string name = escaped(view.name);
    pictures.push_back(
        {value_picture(prefix + "solution_" + view.name, shown.grid, view, coordinates),
         fmt::format(
             "The network <code>{}</code>{}.", name,
             view.exact && shown.grid.count.size() == 1 ? " and the exact solution, dashed" : "")});
    if (!view.error) continue;
    pictures.push_back({error_picture(prefix + "error_" + view.name, shown.grid, view, coordinates),
                        fmt::format("The error <code>{}</code> − exact: at most {} here.", name,
                                    scientific(largest(*view.error)))});
  }
  return pictures;
}

RunFigures draw_run(const RunRecord& record, const fs::path& folder) {
  const DrawingFolder drawing(folder);
  if (drawing.path().empty()) return {};
  std::vector<CaptionedPicture> solution, training = training_pictures(record.history);
  if (record.solution)
    solution = solution_pictures(
        *record.solution,
        record.summary.statement ? record.summary.statement->variables : nameless_coordinates(),
        "");
  std::vector<Picture> pictures;
  for (auto* list : {&solution, &training}) {
    std::erase_if(*list, [](const auto& one) { return one.picture.script.empty(); });
    for (const auto& one : *list) pictures.push_back(one.picture);
  }
  RunFigures result;
  result.drawn = draw(pictures, drawing.path());
  result.solution = figures_of(solution, drawing.path());
  result.training = figures_of(training, drawing.path());
  return result;
}

}  // namespace engd::report
