#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

#include "read/reader.h"
#include "read/suggest.h"

namespace engd::read {
namespace {

using geometry::ShapePtr;

/// A kind of shape: its word in the file, its keys, and how it is made of them.
struct ShapeKind {
  const char* word;
  std::vector<std::string> keys;
  int dimension;  ///< 0: two or three
  ShapePtr (*make)(Problem& problem, const Section& section, int dimension);
};

/// N numbers under a key; the default where there is one and the key is absent.
template <std::size_t N>
std::array<double, N> read_numbers(const Problem& problem, const std::string& path,
                                   const Value& value, Range range = any_finite) {
  if (value.kind != Value::Kind::list || value.items.size() != N) {
    throw bad_value(path, value, fmt::format("must be a list of {} numbers", N));
  }
  std::array<double, N> numbers{};
  for (std::size_t j = 0; j < N; ++j) {
    numbers[j] = read_constant(problem, path, value.items[j], range);
  }
  return numbers;
}

template <std::size_t N>
std::array<double, N> read_centre(const Problem& problem, const Section& section) {
  const Value* value = section.find("center");
  if (!value) return {};
  return read_numbers<N>(problem, section.path("center"), *value);
}

double read_positive(const Problem& problem, const Section& section, const std::string& key) {
  return read_constant(problem, section.path(key), section.require(key), positive);
}

ShapePtr read_disk(Problem& problem, const Section& section, int) {
  const double radius = read_positive(problem, section, "radius");
  return geometry::make_ellipse(read_centre<2>(problem, section), {radius, radius});
}

ShapePtr read_ball(Problem& problem, const Section& section, int) {
  const double radius = read_positive(problem, section, "radius");
  return geometry::make_ellipsoid(read_centre<3>(problem, section), {radius, radius, radius});
}

ShapePtr read_ellipse(Problem& problem, const Section& section, int) {
  const Value* angle = section.find("angle");
  return geometry::make_ellipse(
      read_centre<2>(problem, section),
      read_numbers<2>(problem, section.path("radii"), section.require("radii"), positive),
      angle ? read_constant(problem, section.path("angle"), *angle) : 0);
}

ShapePtr read_ellipsoid(Problem& problem, const Section& section, int) {
  return geometry::make_ellipsoid(
      read_centre<3>(problem, section),
      read_numbers<3>(problem, section.path("radii"), section.require("radii"), positive));
}

ShapePtr read_annulus(Problem& problem, const Section& section, int) {
  return geometry::make_annulus(read_centre<2>(problem, section),
                                read_positive(problem, section, "inner"),
                                read_positive(problem, section, "outer"));
}

ShapePtr read_shell(Problem& problem, const Section& section, int) {
  return geometry::make_shell(read_centre<3>(problem, section),
                              read_positive(problem, section, "inner"),
                              read_positive(problem, section, "outer"));
}

ShapePtr read_polygon(Problem& problem, const Section& section, int) {
  const std::string path = section.path("vertices");
  std::vector<geometry::Point2> vertices;
  for (const Value& vertex : as_list(path, section.require("vertices"))) {
    vertices.push_back(read_numbers<2>(problem, path, vertex));
  }
  return geometry::make_polygon(std::move(vertices));
}

ShapePtr read_box_shape(Problem& problem, const Section& section, int dimension) {
  const std::string path = section.path("box");
  const Value& value = section.require("box");
  const std::vector<Value>& items = as_list(path, value);
  if (static_cast<int>(items.size()) != dimension) {
    throw bad_value(path, value,
                    fmt::format("must be a list of {} intervals [lower, upper]", dimension));
  }
  geometry::Box box;
  for (const Value& item : items) {
    const Interval interval = read_interval(problem, path, item, "the box");
    box.lower.push_back(interval.lower);
    box.upper.push_back(interval.upper);
  }
  return geometry::make_box(box);
}

ShapePtr read_stl(Problem& problem, const Section& section, int) {
  return geometry::make_solid(
      read_file_name(problem, section.path("file"), section.require("file")));
}

ShapePtr read_composed(Problem& problem, const Section& section, int dimension);

const std::vector<ShapeKind>& kinds() {
  static const std::vector<ShapeKind> all{
      {"disk", {"center", "radius"}, 2, read_disk},
      {"ball", {"center", "radius"}, 3, read_ball},
      {"ellipse", {"center", "radii", "angle"}, 2, read_ellipse},
      {"ellipsoid", {"center", "radii"}, 3, read_ellipsoid},
      {"annulus", {"center", "inner", "outer"}, 2, read_annulus},
      {"shell", {"center", "inner", "outer"}, 3, read_shell},
      {"polygon", {"vertices"}, 2, read_polygon},
      {"box", {"box"}, 0, read_box_shape},
      {"stl", {"file"}, 3, read_stl},
      {"union", {"of"}, 0, read_composed},
      {"difference", {"of"}, 0, read_composed},
      {"intersection", {"of"}, 0, read_composed},
  };
  return all;
}

const ShapeKind& kind_of(const std::string& path, const Value& table) {
  as_table(path, table);
  const Entry* shape = table.find("shape");
  std::vector<std::string> words;
  for (const ShapeKind& kind : kinds()) {
    words.push_back(kind.word);
    if (shape && shape->value.kind == Value::Kind::text && shape->value.text == kind.word)
      return kind;
    if (!shape && kind.word == std::string("box") && table.find("box")) return kind;
  }
  if (!shape) throw error_at(table.place(), fmt::format("{} needs the key 'shape'", path));
  const bool is_text = shape->value.kind == Value::Kind::text;
  throw bad_value(path + ".shape", shape->value,
                  "must be one of " + list_names(words) +
                      (is_text ? did_you_mean(shape->value.text, words) : ""));
}

/// What the geometry refuses gets its place; what the reader refuses has one already.
template <class Action>
auto placed(const Value& table, const std::string& path, Action&& action) {
  try {
    return action();
  } catch (const InputError& error) {
    const std::string message = error.what();
    if (message.starts_with(table.place().source + ":") || message.starts_with("--set ")) throw;
    throw error_at(table.place(), fmt::format("{}: {}", path, message));
  }
}

}  // namespace

ShapePtr read_shape(Problem& problem, const std::string& path, const Value& table, int dimension,
                    const std::vector<std::string>& further_keys) {
  const ShapeKind& kind = kind_of(path, table);
  std::vector<std::string> keys{"shape"};
  keys.insert(keys.end(), kind.keys.begin(), kind.keys.end());
  keys.insert(keys.end(), further_keys.begin(), further_keys.end());
  const Section section(table, path, keys);
  const bool fits =
      kind.dimension == 0 ? dimension == 2 || dimension == 3 : kind.dimension == dimension;
  if (!fits) {
    throw error_at(
        table.place(),
        fmt::format("{}: the shape '{}' has {} coordinates, and {} {} left for it; give the others "
                    "of {} an interval each, as in {} = [0, 1]",
                    path, kind.word,
                    kind.dimension == 0 ? "2 or 3" : std::to_string(kind.dimension), dimension,
                    dimension == 1 ? "is" : "are", list_names(problem.scope.coordinates),
                    problem.scope.coordinates.back()));
  }
  return placed(table, path, [&] { return kind.make(problem, section, dimension); });
}

namespace {

/// The name of a piece, as the file gives it or by its kind: disk, or disk1, disk2.
std::string piece_name(const std::string& path, const std::vector<Value>& items, std::size_t k) {
  if (const Entry* name = items[k].find("name")) {
    const std::string& text = as_text(path + ".name", name->value);
    const bool plain =
        std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) || c == '_'; });
    if (!plain) {
      throw bad_value(path + ".name", name->value, "must have letters, digits and '_' only");
    }
    return text;
  }
  const std::string word = kind_of(path, items[k]).word;
  int same = 0, before = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].kind != Value::Kind::table || items[i].find("name")) continue;
    if (kind_of(path, items[i]).word != word) continue;
    ++same;
    before += i < k;
  }
  return same == 1 ? word : fmt::format("{}{}", word, before + 1);
}

ShapePtr read_composed(Problem& problem, const Section& section, int dimension) {
  const std::string path = section.path("of"), word = section.require("shape").text;
  const Value& list = section.require("of");
  const std::vector<Value>& items = as_list(path, list);
  if (items.size() < 2) throw bad_value(path, list, "must be a list of at least two shapes");
  std::vector<geometry::NamedShape> pieces;
  const auto path_of = [&](std::size_t k) { return fmt::format("{}.{}", path, k); };
  for (std::size_t k = 0; k < items.size(); ++k) {
    pieces.push_back({"", read_shape(problem, path_of(k), items[k], dimension, {"name"})});
  }
  for (std::size_t k = 0; k < items.size(); ++k) {
    const std::string name = piece_name(path_of(k), items, k);
    for (const geometry::NamedShape& other : pieces) {
      if (other.name != name) continue;
      throw error_at(items[k].place(),
                     fmt::format("{}: two pieces have the name '{}'", path_of(k), name));
    }
    pieces[k].name = name;
  }
  const auto composition = word == "union"        ? geometry::Composition::unite
                           : word == "difference" ? geometry::Composition::subtract
                                                  : geometry::Composition::intersect;
  return geometry::compose(composition, std::move(pieces));
}

}  // namespace
}  // namespace engd::read
