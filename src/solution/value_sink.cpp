#include "solution/value_sink.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <stdexcept>
#include <system_error>

#include "formats/hdf5_table.h"
#include "formats/npy.h"
#include "formats/output_file.h"
#include "formats/vtk_stream.h"
#include "support/error.h"

namespace engd::solution {

namespace {

/// A name as a field of a CSV file.
std::string field_of(const std::string& name) {
  if (name.find_first_of(",\"") == std::string::npos) return name;
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

/// Rows of numbers as text; what is not a number is an empty field.
class CsvText {
 public:
  CsvText(const std::vector<std::string>& coordinates, const std::vector<std::string>& names)
      : dimension_(coordinates.size()), columns_(names.size()) {
    for (const auto* list : {&coordinates, &names})
      for (const std::string& name : *list) text_ += (text_.empty() ? "" : ",") + field_of(name);
    text_ += '\n';
  }

  void add(std::span<const double> points, std::span<const double> values) {
    const std::size_t count = points.size() / dimension_;
    for (std::size_t q = 0; q < count; ++q) {
      for (std::size_t j = 0; j < dimension_; ++j) {
        if (j > 0) text_ += ',';
        put(points[q * dimension_ + j]);
      }
      for (std::size_t k = 0; k < columns_; ++k) {
        text_ += ',';
        put(values[q * columns_ + k]);
      }
      text_ += '\n';
    }
  }
  std::string& text() { return text_; }

 private:
  void put(double number) {
    if (std::isnan(number)) return;
    fmt::format_to(std::back_inserter(text_), "{}", number);
  }

  std::size_t dimension_, columns_;
  std::string text_;
};

constexpr std::size_t enough_text = std::size_t{1} << 20;

class PrintedValues final : public ValueSink {
 public:
  PrintedValues(const Coordinates& coordinates, const std::vector<std::string>& names)
      : csv_(coordinates.names, names) {}
  void write(std::span<const double> points, std::span<const double> values) override {
    csv_.add(points, values);
    if (csv_.text().size() > enough_text) flush();
  }
  void finish() override { flush(); }

 private:
  void flush() {
    std::string_view rest = csv_.text();
    while (!rest.empty()) {
      const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0)
        throw std::runtime_error("cannot write to standard output: " +
                                 std::generic_category().message(written < 0 ? errno : ENOSPC));
      rest.remove_prefix(static_cast<std::size_t>(written));
    }
    csv_.text().clear();
  }

  CsvText csv_;
};

class CsvValues final : public ValueSink {
 public:
  CsvValues(const std::filesystem::path& path, const Coordinates& coordinates,
            const std::vector<std::string>& names)
      : file_(path), csv_(coordinates.names, names) {}
  void write(std::span<const double> points, std::span<const double> values) override {
    csv_.add(points, values);
    file_.write(csv_.text());
    csv_.text().clear();
  }
  void finish() override {
    file_.write(csv_.text());
    file_.publish();
  }

 private:
  formats::OutputFile file_;
  CsvText csv_;
};

class NpyValues final : public ValueSink {
 public:
  NpyValues(const std::filesystem::path& path, const Coordinates& coordinates,
            const std::vector<std::string>& names)
      : dimension_(coordinates.names.size()),
        columns_(names.size()),
        file_(path, static_cast<std::int64_t>(dimension_ + columns_)) {}
  void write(std::span<const double> points, std::span<const double> values) override {
    const std::size_t count = points.size() / dimension_;
    rows_.clear();
    for (std::size_t q = 0; q < count; ++q) {
      const auto point = points.subspan(q * dimension_, dimension_);
      const auto of_point = values.subspan(q * columns_, columns_);
      rows_.insert(rows_.end(), point.begin(), point.end());
      rows_.insert(rows_.end(), of_point.begin(), of_point.end());
    }
    file_.write(rows_);
  }
  void finish() override { file_.finish(); }

 private:
  std::size_t dimension_, columns_;
  formats::NpyWriter file_;
  std::vector<double> rows_;
};

class Hdf5Values final : public ValueSink {
 public:
  Hdf5Values(const std::filesystem::path& path, const Coordinates& coordinates,
             const std::vector<std::string>& names, Index count)
      : dimension_(std::ssize(coordinates.names)), file_(path, count, coordinates.names, names) {}
  void write(std::span<const double> points, std::span<const double> values) override {
    file_.write(next_, points, values);
    next_ += std::ssize(points) / dimension_;
  }
  void finish() override { file_.finish(); }

 private:
  Index dimension_, next_ = 0;
  formats::Hdf5Table file_;
};

/// An image, or a cloud of points in the free coordinates.
class VtkValues final : public ValueSink {
 public:
  VtkValues(const std::filesystem::path& path, const formats::ImageGrid& grid,
            const Coordinates& coordinates, const std::vector<std::string>& names)
      : free_(coordinates.free()),
        dimension_(coordinates.names.size()),
        columns_(names.size()),
        is_cloud_(false),
        file_(path, grid, names) {}
  VtkValues(const std::filesystem::path& path, Index count, const Coordinates& coordinates,
            const std::vector<std::string>& names)
      : free_(coordinates.free()),
        dimension_(coordinates.names.size()),
        columns_(names.size()),
        is_cloud_(true),
        file_(path, count, names) {}

  void write(std::span<const double> points, std::span<const double> values) override {
    const std::size_t count = points.size() / dimension_;
    column_.resize(count);
    hidden_.assign(count, 0);
    for (std::size_t k = 0; k < columns_; ++k) {
      for (std::size_t q = 0; q < count; ++q) {
        column_[q] = values[q * columns_ + k];
        if (std::isnan(column_[q])) hidden_[q] = 1;
      }
      file_.write_values(k, next_, column_);
    }
    file_.write_hidden(next_, hidden_);
    if (is_cloud_) {
      positions_.assign(3 * count, 0.0);
      for (std::size_t q = 0; q < count; ++q)
        for (std::size_t k = 0; k < free_.size(); ++k)
          positions_[3 * q + k] = points[q * dimension_ + free_[k]];
      file_.write_positions(next_, positions_);
    }
    next_ += static_cast<Index>(count);
  }
  void finish() override { file_.finish(); }

 private:
  std::vector<std::size_t> free_;
  std::size_t dimension_, columns_;
  bool is_cloud_;
  formats::VtkStream file_;
  Index next_ = 0;
  std::vector<double> column_, positions_;
  std::vector<std::uint8_t> hidden_;
};

}  // namespace

std::unique_ptr<ValueSink> print_values(const Coordinates& coordinates,
                                        const std::vector<std::string>& names) {
  return std::make_unique<PrintedValues>(coordinates, names);
}

std::unique_ptr<ValueSink> values_to_file(const std::filesystem::path& path,
                                          const Coordinates& coordinates,
                                          const std::vector<std::string>& names,
                                          const PointSource& points) {
  const std::string ending = path.extension().string();
  const std::size_t axes = coordinates.free().size();
  const auto refuse = [&](const std::string& why) {
    throw InputError(fmt::format("{}: {}", path.string(), why));
  };
  if (ending == ".csv") return std::make_unique<CsvValues>(path, coordinates, names);
  if (ending == ".npy") return std::make_unique<NpyValues>(path, coordinates, names);
  if (ending == ".h5")
    return std::make_unique<Hdf5Values>(path, coordinates, names, points.count());
  if (ending == ".vti") {
    const auto grid = points.image();
    if (!grid)
      refuse(
          "an image (.vti) is a grid of one to three coordinates with two points an axis or "
          "more; others become .vtu, .csv, .npy or .h5");
    return std::make_unique<VtkValues>(path, *grid, coordinates, names);
  }
  if (ending == ".vtu") {
    if (axes > 3)
      refuse(
          fmt::format("points of a .vtu file have one to three coordinates, these have {}", axes));
    return std::make_unique<VtkValues>(path, points.count(), coordinates, names);
  }
  refuse("the name must end in .csv, .npy, .vti, .vtu or .h5");
  return nullptr;
}

Evaluated evaluate_all(const Evaluator& evaluator, PointSource& points, ValueSink& sink) {
  constexpr std::size_t most = 1 << 15;  // points at a time
  const auto d = static_cast<std::size_t>(evaluator.dimension());
  const auto m = static_cast<std::size_t>(evaluator.columns());
  std::vector<double> rows(most * d), values(most * m);
  Evaluated all;
  while (const Index n = points.read(rows)) {
    const auto count = static_cast<std::size_t>(n);
    const std::span<const double> read = std::span(rows).first(count * d);
    const std::span<double> written = std::span(values).first(count * m);
    all.blanks.add(evaluator.evaluate(read, written));
    sink.write(read, written);
    all.points += n;
  }
  return all;
}

}  // namespace engd::solution
