#include "api/problem.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "api/functions.h"
#include "api/guarded.h"
#include "formats/durable_file.h"
#include "read/read_problem.h"

namespace engd {

namespace api {

namespace fs = std::filesystem;

DataFile::DataFile(const std::string& text) {
  std::string name = (fs::temp_directory_path() / "engd-data-XXXXXX.csv").string();
  const int descriptor = ::mkstemps(name.data(), 4);
  if (descriptor < 0)
    throw Error(ErrorCode::failed,
                fmt::format("cannot write the data to '{}': {}", name, std::strerror(errno)));
  ::close(descriptor);
  path_ = name;
  formats::replace_file(path_, text);
}

DataFile::~DataFile() {
  std::error_code ignored;
  fs::remove(path_, ignored);
}

}  // namespace api

inline namespace v0 {

namespace {

api::Statement& statement_of(Problem::Inside& inside) {
  if (!inside.statement)
    throw Error(ErrorCode::input, fmt::format("'{}' was read from a file: it can be changed by "
                                              "set(), and not stated further",
                                              inside.file));
  return *inside.statement;
}

[[noreturn]] void refuse(const std::string& message) {
  throw Error(ErrorCode::input, message);
}

}  // namespace

problem::Problem Problem::Inside::made() const {
  if (statement && statement->coordinates.empty())
    refuse("the problem has no coordinates: state them by coordinates()");
  if (statement && statement->terms.empty())
    refuse("the problem has no terms: state them by term()");
  if (statement && statement->domain.empty())
    for (const auto& one : statement->coordinates)
      if (!one.has_interval)
        refuse(fmt::format("the coordinate '{}' has no interval: describe the domain by domain()",
                           one.name));
  return read::read_problem_text(file, problem_text(), overrides);
}

Complaint Problem::Inside::retell(const Complaint& complaint) const {
  Complaint told = api::retell_set(complaint);
  if (!statement) return told;
  if (told.source == file) return statement->retell(told);
  // A sentence about the file, which nobody has written.
  Complaint plain = told;
  if (plain.source.empty() && plain.sentence.starts_with(file + ": "))
    plain.sentence.erase(0, file.size() + 2);
  return plain;
}

Problem::Problem() : inside_(std::make_unique<Inside>()) {
  inside_->statement.emplace();
}
Problem::Problem(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
Problem::Problem(const Problem& other) : inside_(std::make_unique<Inside>(*other.inside_)) {}
Problem::Problem(Problem&& other) noexcept = default;
Problem& Problem::operator=(const Problem& other) {
  if (this != &other) inside_ = std::make_unique<Inside>(*other.inside_);
  return *this;
}
Problem& Problem::operator=(Problem&& other) noexcept = default;
Problem::~Problem() = default;

void Problem::add_coordinates(std::span<const Interval> intervals) {
  for (const Interval& one : intervals)
    statement_of(*inside_).coordinates.push_back(
        {std::string(one.name), one.lower, one.upper, true});
}

void Problem::add_coordinates(std::span<const char* const> names) {
  for (const char* one : names) statement_of(*inside_).coordinates.push_back({one, 0, 0, false});
}

Expression Problem::name(std::string_view name) {
  // "k(s)" is called by apply("k", ...).
  return {std::string(name.substr(0, name.find('('))), Expression::Strength::atom};
}

void Problem::domain(std::string_view table) {
  statement_of(*inside_).domain = table;
}

Expression Problem::unknown(std::string_view name) {
  statement_of(*inside_).unknowns.emplace_back(name);
  return Problem::name(name);
}

Expression Problem::constant(std::string_view name, double value) {
  statement_of(*inside_).constants.push_back({std::string(name), Expression(value).text()});
  return Problem::name(name);
}

Expression Problem::coefficient(std::string_view name, double start, bool positive) {
  statement_of(*inside_).coefficients.push_back(
      {std::string(name), Expression(start).text(), positive});
  return Problem::name(name);
}

Expression Problem::function(std::string_view name, const Expression& formula) {
  statement_of(*inside_).functions.push_back({std::string(name), formula.text()});
  return Problem::name(name);
}

void Problem::term(std::string_view on, const Expression& residual, const TermOptions& options) {
  term(on, {residual}, options);
}

void Problem::term(std::string_view on, std::initializer_list<Expression> residuals,
                   const TermOptions& options) {
  api::Statement::Term term{{}, std::string(on), {}, {}, {}, options};
  for (const Expression& one : residuals) term.residuals.push_back(one.text());
  statement_of(*inside_).add(std::move(term));
}

void Problem::density(std::string_view on, const Expression& density, const TermOptions& options) {
  statement_of(*inside_).add({{}, std::string(on), {}, density.text(), {}, options});
}

void Problem::data(std::string_view file, const TermOptions& options) {
  statement_of(*inside_).add({{}, {}, {}, {}, std::string(file), options});
}

void Problem::data(const Expression& unknown, std::span<const double> points,
                   std::span<const double> values, const TermOptions& options) {
  const auto& coordinates = statement_of(*inside_).coordinates;
  const std::size_t dimension = coordinates.size();
  if (dimension == 0 || values.empty() || points.size() != dimension * values.size())
    refuse(fmt::format("data: {} coordinates do not make {} points of dimension {}", points.size(),
                       values.size(), dimension));
  std::string text;
  for (const auto& one : coordinates) text += one.name + ',';
  text += unknown.text() + '\n';
  for (std::size_t k = 0; k < values.size(); ++k) {
    for (std::size_t j = 0; j < dimension; ++j)
      text += Expression(points[k * dimension + j]).text() + ',';
    text += Expression(values[k]).text() + '\n';
  }
  inside_->data.push_back(
      api::guarded([&] { return std::make_shared<const api::DataFile>(text); }));
  data(inside_->data.back()->path().string(), options);
}

void Problem::solution(const Expression& unknown, const Expression& formula) {
  statement_of(*inside_).solution.push_back({unknown.text(), formula.text()});
}

void Problem::title(std::string_view title) {
  statement_of(*inside_).title = title;
}

void Problem::set(std::string_view key, std::string_view value) {
  Inside& inside = *inside_;
  inside.overrides.push_back(fmt::format("{}={}", key, value));
  if (inside.statement) return;
  try {
    api::guarded([&] { inside.made(); });
  } catch (...) {
    inside.overrides.pop_back();
    throw;
  }
}

std::string Problem::text() const {
  return inside_->problem_text();
}

}  // namespace v0

namespace api {

Problem problem_of_file(const std::string& file) {
  return guarded([&] {
    auto inside = std::make_unique<Problem::Inside>();
    inside->file = file;
    inside->text = read::read_problem(file).source_text;
    return Problem(std::move(inside));
  });
}

Problem problem_of_text(std::string_view text, const std::string& file) {
  return guarded([&] {
    auto inside = std::make_unique<Problem::Inside>();
    inside->file = file;
    inside->text = text;
    inside->made();
    return Problem(std::move(inside));
  });
}

}  // namespace api
}  // namespace engd
