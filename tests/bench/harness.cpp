#include "tests/bench/harness.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <stdexcept>

namespace heddle::bench {

namespace {

constexpr char peerOption[] = "--as-peer=";
constexpr char usage[] =
    R"(usage: %s [--only=TEXT] [--peer-vendors=FOLDER] [--no-peer] [--cpu-time]

  --only=TEXT              only benchmarks whose name contains TEXT
  --peer-vendors=FOLDER    .icd files of the driver to compare with; default /etc/OpenCL/vendors
  --no-peer                no comparison
  --cpu-time               processor time instead of wall-clock time, where other work is running
)";

struct Options {
  std::string only, vendors = "/etc/OpenCL/vendors";
  std::string asPeer; ///< the one benchmark that this process measures as the peer
  bool wantsPeer = true, cpuTime = false;
};

/// A reason on one line of a table.
std::string firstLine(const std::string &text) {
  const std::string line = text.substr(0, text.find('\n'));
  return line.size() > 100 ? line.substr(0, 97) + "..." : line;
}

/// The peer's side: "device NAME" alone for no benchmark, else "figure VALUE" or "failed REASON".
int runAsPeer(const Options &options) {
  std::optional<Device> device = openDevice(/*asPeer=*/true);
  if (!device)
    return 0;
  if (options.asPeer.empty())
    std::printf("device %s\n", device->name.c_str());
  if (options.cpuTime)
    measureCpuTime(computeUnits(*device));
  for (const Benchmark &benchmark : benchmarks()) {
    if (benchmark.name != options.asPeer)
      continue;
    try {
      std::printf("figure %.6g\n", benchmark.run(*device));
    } catch (const std::exception &error) {
      std::printf("failed %s\n", firstLine(error.what()).c_str());
    }
  }
  return 0;
}

/// One line of a process of the peer's own, so that its crash costs one figure; its messages are
/// not ours.
std::string askPeer(const Options &options, const std::string &benchmark) {
  const std::string command = "OCL_ICD_VENDORS='" + options.vendors + "' timeout 120 '" +
                              std::filesystem::read_symlink("/proc/self/exe").string() + "' '" +
                              peerOption + benchmark + "'" +
                              (options.cpuTime ? " --cpu-time" : "") + " 2>/dev/null";
  FILE *pipe = popen(command.c_str(), "r");
  if (!pipe)
    return "failed cannot start a process";
  std::string answer;
  char line[512];
  while (std::fgets(line, sizeof line, pipe)) {
    std::string text(line, std::strcspn(line, "\n"));
    for (const char *key : {"device ", "figure ", "failed "})
      if (text.rfind(key, 0) == 0)
        answer = text;
  }
  const int status = pclose(pipe);
  if (!answer.empty() || benchmark.empty())
    return answer;
  return "failed its process ended with status " +
         std::to_string(WIFEXITED(status) ? WEXITSTATUS(status) : status);
}

bool hasIcdFile(const std::string &folder) {
  std::error_code ignored;
  for (const auto &entry : std::filesystem::directory_iterator(folder, ignored))
    if (entry.path().extension() == ".icd")
      return true;
  return false;
}

std::optional<Options> parse(int count, char **arguments) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument.rfind("--only=", 0) == 0)
      options.only = argument.substr(7);
    else if (argument.rfind("--peer-vendors=", 0) == 0)
      options.vendors = argument.substr(15);
    else if (argument == "--no-peer")
      options.wantsPeer = false;
    else if (argument == "--cpu-time")
      options.cpuTime = true;
    else
      return std::nullopt;
  }
  return options;
}

/// The rows of the table, and the mean of their ratios.
class Table {
public:
  Table(const Options &options, const Device &device, bool hasPeer)
      : options(options), device(device), hasPeer(hasPeer) {
    std::printf("%-27s %10s %-10s %10s %8s %10s %8s\n", "benchmark", "figure", "unit", "peer",
                "ratio", "ceiling", "reached");
  }

  /// Returns false when the driver under test failed or was wrong.
  bool measure(const Benchmark &benchmark) {
    std::string notes;
    std::optional<double> figure, peer, ceiling;
    try {
      figure = benchmark.run(device);
    } catch (const std::exception &error) {
      notes = firstLine(error.what());
    }
    if (hasPeer && benchmark.asksPeer) {
      const std::string answer = askPeer(options, benchmark.name);
      if (answer.rfind("figure ", 0) == 0)
        peer = std::stod(answer.substr(7));
      else
        notes += (notes.empty() ? "peer: " : "; peer: ") + answer.substr(7);
    }
    if (benchmark.ceiling)
      try {
        ceiling = benchmark.ceiling(computeUnits(device));
      } catch (const std::exception &error) {
        notes += std::string(notes.empty() ? "" : "; ") + error.what();
      }

    std::printf("%-27s", benchmark.name.c_str());
    cell(figure, "%10.4g");
    std::printf(" %-10s", benchmark.unit.c_str());
    cell(peer, "%10.4g");
    auto ratioTo = [&](double other) {
      return benchmark.moreIsBetter ? *figure / other : other / *figure;
    };
    std::optional<double> ratio, reached;
    if (figure && peer)
      ratio = ratioTo(*peer);
    if (figure && ceiling)
      reached = 100 * ratioTo(*ceiling);
    cell(ratio, "%7.2fx");
    cell(ceiling, "%10.4g");
    cell(reached, "%7.0f%%");
    std::printf("%s%s\n", notes.empty() ? "" : "  ", notes.c_str());
    std::fflush(stdout);
    if (ratio) {
      sumOfLogarithms += std::log(*ratio);
      ++ratios;
    }
    return figure.has_value();
  }

  void finish() const {
    if (ratios)
      std::printf("geometric mean of %u ratios: %.2fx\n", ratios,
                  std::exp(sumOfLogarithms / ratios));
  }

private:
  static void cell(std::optional<double> value, const char *format) {
    char text[32] = "-";
    if (value)
      std::snprintf(text, sizeof text, format, *value);
    std::printf(std::strstr(format, "10") ? " %10s" : " %8s", text);
  }

  const Options &options;
  const Device &device;
  bool hasPeer;
  double sumOfLogarithms = 0;
  unsigned ratios = 0;
};

} // namespace

int runBenchmarks(int count, char **arguments) {
  Options asPeer;
  if (count > 1 && std::strncmp(arguments[1], peerOption, sizeof peerOption - 1) == 0) {
    asPeer.asPeer = arguments[1] + sizeof peerOption - 1;
    asPeer.cpuTime = count > 2;
    return runAsPeer(asPeer);
  }
  const std::optional<Options> options = parse(count, arguments);
  if (!options) {
    const bool isWanted = count == 2 && std::strcmp(arguments[1], "--help") == 0;
    std::fprintf(isWanted ? stdout : stderr, usage, arguments[0]);
    return isWanted ? 0 : 2;
  }

  std::optional<Device> device = openDevice(/*asPeer=*/false);
  if (!device) {
    std::fprintf(stderr, "the OpenCL loader finds no device\n");
    return 2;
  }
  std::printf("device  %s\n", device->name.c_str());
  if (options->cpuTime)
    measureCpuTime(computeUnits(*device));
  std::string peer;
  if (options->wantsPeer && hasIcdFile(options->vendors))
    peer = askPeer(*options, "");
  if (!peer.empty())
    std::printf("peer    %s\n", peer.substr(7).c_str());
  else
    std::printf("peer    none: %s\n", options->wantsPeer
                                          ? ("no other driver has an .icd file in " +
                                             options->vendors + "; pocl-opencl-icd is one")
                                                .c_str()
                                          : "not wanted");

  Table table(*options, *device, !peer.empty());
  bool isRight = true;
  for (const Benchmark &benchmark : benchmarks())
    if (benchmark.name.find(options->only) != std::string::npos)
      isRight &= table.measure(benchmark);
  table.finish();
  return isRight ? 0 : 1;
}

} // namespace heddle::bench

int main(int count, char **arguments) try {
  return heddle::bench::runBenchmarks(count, arguments);
} catch (const std::exception &error) {
  std::fprintf(stderr, "%s: %s\n", arguments[0], error.what());
  return 2;
}
