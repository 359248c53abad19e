#include "solution/point_source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "formats/npy.h"
#include "formats/number_rows.h"
#include "support/error.h"

namespace engd::solution {

std::vector<std::size_t> Coordinates::free() const {
  std::vector<std::size_t> axes;
  for (std::size_t j = 0; j < fixed.size(); ++j)
    if (!fixed[j]) axes.push_back(j);
  return axes;
}

std::vector<std::string> Coordinates::free_names() const {
  std::vector<std::string> free_ones;
  for (const std::size_t j : free()) free_ones.push_back(names[j]);
  return free_ones;
}

namespace {

/// A table of numbers, and which of its columns is which coordinate.
class TableSource : public PointSource {
 public:
  explicit TableSource(const Coordinates& coordinates) : coordinates_(coordinates) {}

  Index read(std::span<double> rows) final {
    const std::size_t d = coordinates_.names.size(), width = table_columns();
    const std::size_t most = rows.size() / d;
    table_.resize(most * width);
    const Index count = read_table(table_);
    for (std::size_t q = 0; q < static_cast<std::size_t>(count); ++q)
      for (std::size_t j = 0; j < d; ++j)
        rows[q * d + j] =
            coordinates_.fixed[j] ? *coordinates_.fixed[j] : table_[q * width + column_[j]];
    return count;
  }

 protected:
  virtual Index read_table(std::span<double> table) = 0;
  virtual std::size_t table_columns() const = 0;
  /// Columns are the free coordinates in order. False where they are more or fewer.
  bool take_in_order() {
    column_.assign(coordinates_.names.size(), 0);
    const std::vector<std::size_t> axes = coordinates_.free();
    for (std::size_t k = 0; k < axes.size(); ++k) column_[axes[k]] = k;
    return axes.size() == table_columns();
  }
  std::string wrong_columns() const {
    const std::vector<std::string> names = coordinates_.free_names();
    return fmt::format("has {} column{}; a point has {}: {}", table_columns(),
                       table_columns() == 1 ? "" : "s", names.size(), fmt::join(names, ", "));
  }

  const Coordinates coordinates_;
  std::vector<std::size_t> column_;  ///< of each coordinate that is free

 private:
  std::vector<double> table_;
};

class CsvSource final : public TableSource {
 public:
  CsvSource(const std::filesystem::path& path, const Coordinates& coordinates)
      : TableSource(coordinates), path_(path), rows_(path) {
    if (rows_.has_header())
      take_by_name();
    else if (!take_in_order())
      rows_.refuse(wrong_columns());
  }

  Index count() const override {
    formats::NumberRows again(path_);
    std::vector<double> block(table_columns() * 4096);
    Index sum = 0;
    while (const Index n = again.read(block)) sum += n;
    return sum;
  }
  std::vector<std::string> unused_columns() const override { return unused_; }

 private:
  Index read_table(std::span<double> table) override { return rows_.read(table); }
  std::size_t table_columns() const override { return static_cast<std::size_t>(rows_.columns()); }

  void take_by_name() {
    const std::vector<std::string>&header = rows_.header(), &names = coordinates_.names;
    column_.assign(names.size(), 0);
    for (std::size_t j = 0; j < names.size(); ++j) {
      const auto times = std::ranges::count(header, names[j]);
      if (times > 1) rows_.refuse(fmt::format("column '{}' occurs twice", names[j]));
      if (times == 1 && coordinates_.fixed[j])
        rows_.refuse(fmt::format("'{}' has a column here, and a value for all points", names[j]));
      if (times == 0 && !coordinates_.fixed[j])
        rows_.refuse(fmt::format("missing column '{}'; the columns are {}", names[j],
                                 fmt::join(header, ", ")));
      if (times == 1)
        column_[j] = static_cast<std::size_t>(std::ranges::find(header, names[j]) - header.begin());
    }
    for (const std::string& name : header)
      if (std::ranges::find(names, name) == names.end()) unused_.push_back(name);
  }

  std::filesystem::path path_;
  formats::NumberRows rows_;
  std::vector<std::string> unused_;
};

class NpySource final : public TableSource {
 public:
  NpySource(const std::filesystem::path& path, const Coordinates& coordinates)
      : TableSource(coordinates), path_(path), array_(path) {
    if (!take_in_order()) throw InputError(fmt::format("{}: {}", path.string(), wrong_columns()));
  }
  Index count() const override { return array_.rows(); }

 private:
  Index read_table(std::span<double> table) override {
    const Index count = array_.read(table);
    const auto values = table.first(static_cast<std::size_t>(count) * table_columns());
    const auto bad = std::ranges::find_if(values, [](double x) { return !std::isfinite(x); });
    if (bad != values.end()) {
      const auto at = static_cast<std::size_t>(bad - values.begin());
      throw InputError(fmt::format("{}: the point in row {} (counted from 0) is not finite",
                                   path_.string(),
                                   static_cast<std::size_t>(before_) + at / table_columns()));
    }
    before_ += count;
    return count;
  }
  std::size_t table_columns() const override { return static_cast<std::size_t>(array_.columns()); }

  std::filesystem::path path_;
  formats::NpyReader array_;
  Index before_ = 0;
};

/// Points that are a function of their number.
class NumberedSource : public PointSource {
 public:
  NumberedSource(Index count, const Coordinates& coordinates)
      : count_(count), coordinates_(coordinates), free_(coordinates.free()) {}

  Index count() const final { return count_; }
  Index read(std::span<double> rows) final {
    const std::size_t d = coordinates_.names.size();
    const Index n = std::min(std::ssize(rows) / static_cast<Index>(d), count_ - next_);
    for (Index q = 0; q < n; ++q) {
      double* point = rows.data() + static_cast<std::size_t>(q) * d;
      for (std::size_t j = 0; j < d; ++j) point[j] = coordinates_.fixed[j].value_or(0.0);
      put(next_ + q, point);
    }
    next_ += n;
    return n;
  }

 protected:
  virtual void put(Index number, double* point) const = 0;  ///< the free coordinates
  Index count_, next_ = 0;
  const Coordinates coordinates_;
  const std::vector<std::size_t> free_;
};

/// Point k of n from a to b; both ends exactly.
double step(double a, double b, Index k, Index n) {
  if (n == 1) return 0.5 * (a + b);
  return k == n - 1 ? b : a + (b - a) * static_cast<double>(k) / static_cast<double>(n - 1);
}

Index product(const std::vector<int>& counts) {
  Index all = 1;
  for (const int n : counts) {
    if (all > (Index{1} << 50) / n)
      throw InputError("the grid has more points than can be counted");
    all *= n;
  }
  return all;
}

class GridSource final : public NumberedSource {
 public:
  GridSource(const geometry::Box& box, std::vector<int> counts, const Coordinates& coordinates)
      : NumberedSource(product(counts), coordinates), box_(box), counts_(std::move(counts)) {}

  std::optional<formats::ImageGrid> image() const override {
    const bool thick = std::ranges::all_of(counts_, [](int n) { return n >= 2; });
    if (counts_.empty() || counts_.size() > 3 || !thick) return std::nullopt;
    formats::ImageGrid grid{{}, {}, counts_};
    for (const std::size_t j : free_) {
      grid.lower.push_back(box_.lower[j]);
      grid.upper.push_back(box_.upper[j]);
    }
    return grid;
  }

 private:
  void put(Index number, double* point) const override {
    for (std::size_t k = 0; k < free_.size(); ++k) {
      point[free_[k]] =
          step(box_.lower[free_[k]], box_.upper[free_[k]], number % counts_[k], counts_[k]);
      number /= counts_[k];
    }
  }

  geometry::Box box_;
  std::vector<int> counts_;
};

class LineSource final : public NumberedSource {
 public:
  LineSource(std::vector<double> from, std::vector<double> to, Index count,
             const Coordinates& coordinates)
      : NumberedSource(count, coordinates), from_(std::move(from)), to_(std::move(to)) {}

 private:
  void put(Index number, double* point) const override {
    for (std::size_t k = 0; k < free_.size(); ++k)
      point[free_[k]] = step(from_[k], to_[k], number, count_);
  }

  std::vector<double> from_, to_;
};

}  // namespace

std::unique_ptr<PointSource> points_of_file(const std::filesystem::path& path,
                                            const Coordinates& coordinates) {
  if (path.extension() == ".npy") return std::make_unique<NpySource>(path, coordinates);
  return std::make_unique<CsvSource>(path, coordinates);
}

std::unique_ptr<PointSource> points_of_grid(const geometry::Box& box, std::vector<int> counts,
                                            const Coordinates& coordinates) {
  return std::make_unique<GridSource>(box, std::move(counts), coordinates);
}

std::unique_ptr<PointSource> points_of_line(std::vector<double> from, std::vector<double> to,
                                            Index count, const Coordinates& coordinates) {
  return std::make_unique<LineSource>(std::move(from), std::move(to), count, coordinates);
}

}  // namespace engd::solution
