#include "runtime/strict/findings.hpp"

#include "runtime/context.hpp"
#include "runtime/strict/strict_mode.hpp"
#include "runtime/support/file.hpp"
#include "runtime/support/fork_lock.hpp"
#include "runtime/support/log.hpp"
#include "runtime/support/options.hpp"
#include "runtime/support/thread_annotations.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
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

/// How many bytes the character takes that the text begins with; 0 if it is none of UTF-8.
std::size_t characterBytes(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const std::size_t bytes = byte(0) < 0x80 ? 1 : static_cast<std::size_t>(std::countl_one(byte(0)));
  constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (bytes >= std::size(least) || bytes > text.size() || (bytes == 1 && byte(0) >= 0x80))
    return 0;
  std::uint32_t code = bytes == 1 ? byte(0) : byte(0) & (0x7fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80)
      return 0;
    code = code << 6 | (byte(i) & 0x3f);
  }
  return code < least[bytes] || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff ? 0 : bytes;
}

/// Bytes that are no UTF-8, which names of files may have, are written by their numbers.
std::string quoted(std::string_view text) {
  std::string result = "\"";
  while (!text.empty()) {
    const std::size_t bytes = characterBytes(text);
    if (text[0] == '"' || text[0] == '\\')
      result += '\\';
    if (bytes == 0 || static_cast<unsigned char>(text[0]) < 0x20) {
      char escaped[8];
      std::snprintf(escaped, sizeof(escaped), "\\u%04x", static_cast<unsigned char>(text[0]));
      result += escaped;
    } else {
      result += text.substr(0, bytes);
    }
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
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
    // What was found before a fork() is the parent's to say.
    holdAcrossFork(mutex, [] { numberReported = 0; });
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
