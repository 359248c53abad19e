#include "report/run_record.h"

#include "formats/text_file.h"

namespace engd::report {

namespace fs = std::filesystem;

RunRecord read_run(const fs::path& folder) {
  RunRecord record;
  record.summary = results::read_summary(folder / "summary.json");
  record.history = results::read_history(folder / "history.csv");
  record.problem_text = formats::read_text_file(folder / "problem.toml");
  std::error_code ignored;
  if (fs::exists(folder / "chosen.toml", ignored))
    record.chosen_text = formats::read_text_file(folder / "chosen.toml");
  if (fs::exists(folder / "solution.vti", ignored))
    record.solution = formats::read_vti(folder / "solution.vti");
  else if (fs::exists(folder / "solution.vtu", ignored))
    record.solution = formats::read_planar_vtu(folder / "solution.vtu");
  return record;
}

}  // namespace engd::report
