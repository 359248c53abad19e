#include "read/reader.h"

namespace engd::read {

void read_automatic(Problem& problem, const Section& about) {
  const Value* value = about.find("automatic");
  if (!value) return;
  const std::string path = about.path("automatic");
  problem::Automatic& automatic = problem.automatic;
  if (value->kind == Value::Kind::boolean) {
    automatic.on = value->boolean;
    return;
  }
  if (value->kind != Value::Kind::table)
    throw bad_value(path, *value,
                    "must be true, false, or a table such as { accuracy = 1e-8, time = 60 }");
  const Section section(*value, path, {"accuracy", "time", "work"});
  automatic.on = true;
  if (const Value* accuracy = section.find("accuracy"))
    automatic.accuracy = as_real(section.path("accuracy"), *accuracy, not_negative);
  section.read("time", automatic.time, positive);
  section.read("work", automatic.work, positive);
}

}  // namespace engd::read
