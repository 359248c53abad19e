#include "reproduce/record.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "formats/durable_file.h"
#include "formats/text_file.h"
#include "support/error.h"

namespace engd::reproduce {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* file_name = "reproduction.json";

}  // namespace

void write_record(const fs::path& folder, const Record& record) {
  const PageFacts& facts = record.facts;
  Json cases = Json::array();
  for (const Case& one : record.cases)
    cases.push_back({{"problem", one.problem},
                     {"optimizer", one.optimizer},
                     {"seed", one.seed},
                     {"iterations", one.iterations},
                     {"folder", one.folder.lexically_relative(folder).string()}});
  const Json json{
      {"command", facts.command},   {"version", facts.version},   {"machine", facts.machine},
      {"date", facts.date},         {"threads", facts.threads},   {"fast", facts.fast},
      {"finished", facts.finished}, {"failures", facts.failures}, {"cases", cases}};
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw InputError(
        fmt::format("cannot use the folder '{}': {}", folder.string(), error.message()));
  formats::replace_file(folder / file_name,
                        json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

Record read_record(const fs::path& folder) {
  const fs::path path = folder / file_name;
  const Json json = Json::parse(formats::read_text_file(path), nullptr, false);
  try {
    Record record;
    PageFacts& facts = record.facts;
    facts.command = json.at("command").get<std::string>();
    facts.version = json.at("version").get<std::string>();
    facts.machine = json.at("machine").get<std::string>();
    facts.date = json.at("date").get<std::string>();
    facts.threads = json.at("threads").get<int>();
    facts.fast = json.at("fast").get<bool>();
    facts.finished = json.at("finished").get<bool>();
    facts.failures = json.at("failures").get<std::vector<std::string>>();
    for (const Json& one : json.at("cases")) {
      const fs::path place = folder / one.at("folder").get<std::string>();
      record.cases.push_back(
          {one.at("problem").get<std::string>(), (place / "problem.toml").string(),
           one.at("optimizer").get<std::string>(), one.at("seed").get<std::uint64_t>(),
           one.at("iterations").get<int>(), place});
    }
    return record;
  } catch (const Json::exception&) {
    throw InputError(fmt::format("{}: is damaged", path.string()));
  }
}

}  // namespace engd::reproduce
