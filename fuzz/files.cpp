// Files that others hand in or that lie in a run folder: the first byte chooses the reader.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include "formats/npy.h"
#include "formats/number_rows.h"
#include "formats/stl_file.h"
#include "formats/vtk.h"
#include "geometry/domain.h"
#include "geometry/points.h"
#include "geometry/shape.h"
#include "results/checkpoint_file.h"
#include "results/history.h"
#include "results/model_file.h"
#include "results/summary.h"
#include "slow.h"
#include "support/error.h"
#include "target.h"

namespace {

using namespace engd;

/// One file for all inputs, in memory where the system has such a folder; gone at the end.
class Place {
 public:
  Place() {
    const std::filesystem::path base = std::filesystem::exists("/dev/shm")
                                           ? std::filesystem::path("/dev/shm")
                                           : std::filesystem::temp_directory_path();
    path_ = base / ("engd-fuzz-" + std::to_string(getpid()));
  }
  ~Place() { std::filesystem::remove(path_); }
  const std::filesystem::path& holding(const std::uint8_t* data, std::size_t size) const {
    std::ofstream(path_, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    return path_;
  }

 private:
  std::filesystem::path path_;
};

/// All rows of a table of numbers.
template <typename Table>
void read_rows(const std::filesystem::path& file) {
  Table table(file);
  constexpr std::int64_t most = 1 << 16;  // columns: a header may claim any number
  if (table.columns() > most) return;
  std::vector<double> rows(static_cast<std::size_t>(7 * table.columns()));
  while (table.read(rows) > 0) {
  }
}

void read(int reader, const std::filesystem::path& file) {
  switch (reader) {
    case 0: {
      geometry::PointRule rule;
      rule.kind = geometry::PointRule::Kind::file;
      rule.file = file.string();
      const geometry::Domain square{geometry::Box{{0, 0}, {1, 1}}};
      geometry::place_points(rule, geometry::interior_of(square), {}, {"x", "y"});
      return;
    }
    case 1:
      formats::read_stl(file.string());
      return;
    case 2:
      geometry::make_solid(file.string());
      return;
    case 3:
      results::read_history(file);
      return;
    case 4:
      results::read_summary(file);
      return;
    case 5:
      results::load_model(file);
      return;
    case 6:
      results::load_checkpoint(file);
      return;
    case 7:
      formats::read_vti(file);
      return;
    case 8:
      read_rows<formats::NpyReader>(file);
      return;
    default:
      read_rows<formats::NumberRows>(file);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Place place;
  if (size == 0) return 0;
  const SlowInput slow;
  try {
    read(data[0] < 254 ? data[0] % 8 : data[0] - 246, place.holding(data + 1, size - 1));
  } catch (const InputError&) {
  }
  return 0;
}
