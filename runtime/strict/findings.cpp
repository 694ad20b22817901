#include "runtime/strict/findings.hpp"

#include "runtime/context.hpp"
#include "runtime/strict/strict_mode.hpp"
#include "runtime/support/file.hpp"
#include "runtime/support/log.hpp"
#include "runtime/support/options.hpp"
#include "runtime/support/thread_annotations.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unistd.h>

namespace heddle {

namespace {

std::atomic<std::uint64_t> numberReported{0};

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char character : text) {
    if (character == '"' || character == '\\')
      result += '\\';
    if (static_cast<unsigned char>(character) < 0x20) {
      char escaped[8];
      std::snprintf(escaped, sizeof(escaped), "\\u%04x", static_cast<unsigned>(character));
      result += escaped;
    } else {
      result += character;
    }
  }
  return result + '"';
}

/// "kernel.cl:12:5: "; nothing where the program names no line.
std::string positionOf(const HeddlePlace &place) {
  if (place.line == 0)
    return "";
  return std::string(place.file) + ":" + std::to_string(place.line) + ":" +
         std::to_string(place.column) + ": ";
}

std::string asText(const DescribedFinding &finding, const HeddlePlace &place) {
  return positionOf(place) + nameOf(finding.kind) + ": kernel '" + place.kernel +
         "': " + finding.sentence + "\n    " + ruleOf(finding.kind) + " (" +
         sectionOf(finding.kind) + ")";
}

std::string asJson(const DescribedFinding &finding, const HeddlePlace &place) {
  const auto &id = finding.globalId;
  std::string text = "{\"kind\": " + quoted(nameOf(finding.kind));
  if (place.line != 0)
    text += ", \"file\": " + quoted(place.file) + ", \"line\": " + std::to_string(place.line) +
            ", \"column\": " + std::to_string(place.column);
  return text + ", \"kernel\": " + quoted(place.kernel) + ", \"globalId\": [" +
         std::to_string(id[0]) + ", " + std::to_string(id[1]) + ", " + std::to_string(id[2]) +
         "], \"sentence\": " + quoted(finding.sentence) +
         ", \"rule\": " + quoted(ruleOf(finding.kind)) +
         ", \"section\": " + quoted(sectionOf(finding.kind)) + "}";
}

/// Code may be compiled several times, and has a place of its own each time.
class Reports {
public:
  static Reports &shared() {
    static Reports &instance = *new Reports;
    return instance;
  }

  /// False if it was there before.
  bool add(HeddleFindingKind kind, const HeddlePlace &place) EXCLUDES(mutex) {
    // A place without a line is nothing but itself.
    const void *self = place.line == 0 ? &place : nullptr;
    MutexLock lock(mutex);
    return seen.emplace(kind, place.kernel, place.file, place.line, place.column, self).second;
  }

  /// Whether it is in the file. That the file takes no lines is said once.
  bool writeLine(std::string line) EXCLUDES(mutex) {
    line += '\n';
    MutexLock lock(mutex);
    if (!file)
      return false;
    // In one piece: other processes may write to the same file.
    const int error = writeAll(file.get(), line);
    if (error) {
      complainOf(error);
      file.reset();
    }
    return error == 0;
  }

private:
  Reports() {
    const std::string &name = strictMode().file;
    if (name.empty())
      return;
    file = FileDescriptor(::open(name.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    if (!file)
      complainOf(errno);
  }

  static void complainOf(int error) {
    complain("HEDDLE_STRICT: cannot write '%s': %s; findings are reported here",
             strictMode().file.c_str(), errorText(error).c_str());
  }

  FileDescriptor file;
  Mutex mutex;
  std::set<std::tuple<HeddleFindingKind, std::string, std::string, std::uint32_t, std::uint32_t,
                      const void *>>
      seen GUARDED_BY(mutex);
};

/// After the application's own handlers of exit() and destructors, which may still run kernels.
[[gnu::destructor]] void endWithStatus() {
  const std::uint64_t count = numberReported.load();
  if (count == 0)
    return;
  complain("HEDDLE_STRICT: %llu findings", static_cast<unsigned long long>(count));
  constexpr std::uint64_t largest = 255;
  if (const std::uint64_t status = options().strictStatus) {
    // 256 would be none.
    if (status > largest)
      complain("HEDDLE_STRICT_STATUS: '%llu' is no status of a program, 255 is used",
               static_cast<unsigned long long>(status));
    std::fflush(nullptr);
    ::_exit(static_cast<int>(std::min(status, largest)));
  }
}

void reportNew(const DescribedFinding &described, const HeddlePlace &place,
               const Context &context) {
  if (!Reports::shared().add(described.kind, place))
    return;
  numberReported.fetch_add(1);
  const std::string text = asText(described, place);
  if (strictMode().kind != StrictMode::Kind::log ||
      !Reports::shared().writeLine(asJson(described, place)))
    complain("%s", text.c_str());
  context.report(text.c_str());
  if (strictMode().kind == StrictMode::Kind::abort) {
    std::fflush(nullptr);
    std::abort();
  }
}

} // namespace

void report(const Finding &finding, HeddlePlace &place, const Context &context) noexcept {
  try {
    static_assert(heddleFindingKinds <= 64);
    const std::uint64_t bit = std::uint64_t(1) << kindOf(finding);
    const std::atomic_ref<std::uint64_t> reported(place.reported);
    // A wrong place may be come to a million times.
    if ((reported.load(std::memory_order_relaxed) & bit) ||
        (reported.fetch_or(bit, std::memory_order_relaxed) & bit))
      return;
    reportNew(describe(finding), place, context);
  } catch (const std::exception &) {
    complain("HEDDLE_STRICT: no memory for a finding");
  }
}

} // namespace heddle
