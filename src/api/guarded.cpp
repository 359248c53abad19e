#include "api/guarded.h"

#include <engd/error.hpp>
#include <new>
#include <stdexcept>

#include "backend/device_error.h"

namespace engd {
inline namespace v0 {

namespace {

std::string full_text(const std::string& place, const std::string& message, int line, int column,
                      const std::string& excerpt) {
  std::string text = place;
  if (line > 0) text += ':' + std::to_string(line) + ':' + std::to_string(column);
  if (!text.empty()) text += ": ";
  text += message;
  if (!excerpt.empty()) text += '\n' + excerpt;
  return text;
}

}  // namespace

Error::Error(ErrorCode code, const std::string& message)
    : std::runtime_error(message), code_(code), message_(message) {}

Error::Error(ErrorCode code, std::string place, std::string message, int line, int column,
             std::string excerpt)
    : std::runtime_error(full_text(place, message, line, column, excerpt)),
      code_(code),
      place_(std::move(place)),
      message_(std::move(message)),
      line_(line),
      column_(column),
      excerpt_(std::move(excerpt)) {}

Error::Error(const Error&) = default;
Error& Error::operator=(const Error&) = default;
Error::~Error() = default;

}  // namespace v0
}  // namespace engd

namespace engd::api {

Complaint retell_set(const Complaint& complaint) {
  constexpr std::string_view set = "--set ";
  if (!complaint.source.starts_with(set)) return complaint;
  const std::string argument = complaint.source.substr(set.size());
  const std::size_t equals = argument.find('=');
  Complaint told = complaint;
  told.source = "set(\"" + argument.substr(0, equals) + "\", \"" +
                (equals == std::string::npos ? "" : argument.substr(equals + 1)) + "\")";
  return told;
}

std::string in_cxx(std::string sentence) {
  constexpr std::pair<std::string_view, std::string_view> words[]{
      {"--force", "Options::replace"},
      {"with --out", "by Options::folder"},
      {"use --device cpu", "use Device::cpu"},
      {"with --resume", "by engd solve --resume"},
      {"more would help: --time ", "more would help: Options::time = "},
  };
  for (const auto& [theirs, ours] : words)
    for (std::size_t at = sentence.find(theirs); at != std::string::npos;
         at = sentence.find(theirs, at + ours.size()))
      sentence.replace(at, theirs.size(), ours);
  return sentence;
}

Error to_error(const Complaint& told) {
  return {ErrorCode::input, told.source, in_cxx(told.sentence),
          told.line,        told.column, told.excerpt};
}

void rethrow(const Retell& retell) {
  try {
    throw;
  } catch (const Foreign& foreign) {
    std::rethrow_exception(foreign.thrown);
  } catch (const Error&) {
    throw;
  } catch (const InputError& error) {
    throw to_error(retell(error.complaint()));
  } catch (const DeviceError& error) {
    throw Error(ErrorCode::device, in_cxx(error.what()));
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::memory, "out of memory");
  } catch (const std::length_error& error) {  // formulas that expand without end
    throw Error(ErrorCode::input, error.what());
  } catch (const std::exception& error) {
    throw Error(ErrorCode::failed, error.what());
  }
}

}  // namespace engd::api
