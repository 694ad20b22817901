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

constexpr char peerOption[] = "--as-peer=", aloneOption[] = "--alone=";
constexpr char usage[] =
    R"(usage: %s [--only=TEXT] [--peer-vendors=FOLDER] [--no-peer] [--cpu-time] [--sizes]

  --only=TEXT              only benchmarks whose name contains TEXT
  --peer-vendors=FOLDER    .icd files of the driver to compare with; default /etc/OpenCL/vendors
  --no-peer                no comparison
  --cpu-time               processor time instead of wall-clock time, where other work is running
  --sizes                  in place of a peer: the sub-group size that the driver chooses beside all
                           that it can be told to take, how often it is the best or within a tenth
                           of it, and what it loses on average
)";

struct Options {
  std::string only, vendors = "/etc/OpenCL/vendors";
  std::string alone;   ///< the one benchmark that this process measures for another one
  bool isPeer = false; ///< which it does on the peer's device
  bool wantsPeer = true, cpuTime = false, sizes = false;
};

/// A reason on one line of a table.
std::string firstLine(const std::string &text) {
  const std::string line = text.substr(0, text.find('\n'));
  return line.size() > 100 ? line.substr(0, 97) + "..." : line;
}

/// The other side: "device NAME" alone for no benchmark, else "figure VALUE" or "failed REASON".
int runAlone(const Options &options) {
  std::optional<Device> device = openDevice(options.isPeer);
  if (!device)
    return 0;
  if (options.alone.empty())
    std::printf("device %s\n", device->name.c_str());
  if (options.cpuTime)
    measureCpuTime(computeUnits(*device));
  for (const Benchmark &benchmark : benchmarks()) {
    if (benchmark.name != options.alone)
      continue;
    try {
      std::printf("figure %.6g\n", benchmark.run(*device));
    } catch (const std::exception &error) {
      std::printf("failed %s\n", firstLine(error.what()).c_str());
    }
  }
  return 0;
}

/// One line of a process of its own, so that a crash costs one figure; its messages are not ours.
std::string askProcess(const Options &options, const std::string &environment, const char *option,
                       const std::string &benchmark) {
  const std::string command =
      environment + " timeout 120 '" + std::filesystem::read_symlink("/proc/self/exe").string() +
      "' '" + option + benchmark + "'" + (options.cpuTime ? " --cpu-time" : "") + " 2>/dev/null";
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

std::string askPeer(const Options &options, const std::string &benchmark) {
  return askProcess(options, "OCL_ICD_VENDORS='" + options.vendors + "'", peerOption, benchmark);
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
    else if (argument == "--sizes")
      options.sizes = true;
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

/// The chosen sub-group size beside those that the driver can be told to take, each in a process of
/// its own, by turns.
class Sizes {
public:
  explicit Sizes(const Options &options) : options(options) {
    std::printf("%-27s %-10s %10s", "benchmark", "unit", "chosen");
    for (unsigned size : all)
      std::printf(" %10u", size);
    std::printf(" %6s\n", "loses");
  }

  /// Returns false when the driver failed or was wrong at the size that it chose.
  bool measure(const Benchmark &benchmark) {
    const std::optional<double> chosen = figureAt(benchmark, 0);
    std::printf("%-27s %-10s", benchmark.name.c_str(), benchmark.unit.c_str());
    print(chosen);
    double best = chosen.value_or(0);
    for (unsigned size : all) {
      const std::optional<double> figure = figureAt(benchmark, size);
      print(figure);
      if (figure)
        best = benchmark.moreIsBetter ? std::max(best, *figure) : std::min(best, *figure);
    }
    if (chosen) {
      const double loss = benchmark.moreIsBetter ? best / *chosen : *chosen / best;
      std::printf(" %5.2fx", loss);
      sumOfLogarithms += std::log(loss);
      ++measured;
      right += loss <= nearlyBest;
    }
    std::printf("\n");
    std::fflush(stdout);
    return chosen.has_value();
  }

  void finish() const {
    if (measured)
      std::printf("best, or within a tenth of it: %u of %u; lost on average: %.1f%%\n", right,
                  measured, 100 * (std::exp(sumOfLogarithms / measured) - 1));
  }

private:
  static constexpr unsigned all[] = {1, 8, 16, 32};
  static constexpr double nearlyBest = 1.1;

  std::optional<double> figureAt(const Benchmark &benchmark, unsigned size) const {
    const std::string answer = askProcess(options, "HEDDLE_SUB_GROUP_SIZE=" + std::to_string(size),
                                          aloneOption, benchmark.name);
    if (answer.rfind("figure ", 0) != 0)
      return std::nullopt;
    return std::stod(answer.substr(7));
  }

  static void print(std::optional<double> figure) {
    figure ? std::printf(" %10.4g", *figure) : std::printf(" %10s", "-");
  }

  const Options &options;
  double sumOfLogarithms = 0;
  unsigned measured = 0, right = 0;
};

template <typename Rows> bool measureAll(const Options &options, Rows rows) {
  bool isRight = true;
  for (const Benchmark &benchmark : benchmarks())
    if (benchmark.name.find(options.only) != std::string::npos)
      isRight &= rows.measure(benchmark);
  rows.finish();
  return isRight;
}

} // namespace

int runBenchmarks(int count, char **arguments) {
  for (const char *option : {peerOption, aloneOption})
    if (count > 1 && std::strncmp(arguments[1], option, std::strlen(option)) == 0) {
      Options alone;
      alone.alone = arguments[1] + std::strlen(option);
      alone.isPeer = option == peerOption;
      alone.cpuTime = count > 2;
      return runAlone(alone);
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
  if (options->sizes)
    return measureAll(*options, Sizes(*options)) ? 0 : 1;
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

  return measureAll(*options, Table(*options, *device, !peer.empty())) ? 0 : 1;
}

} // namespace heddle::bench

int main(int count, char **arguments) try {
  return heddle::bench::runBenchmarks(count, arguments);
} catch (const std::exception &error) {
  std::fprintf(stderr, "%s: %s\n", arguments[0], error.what());
  return 2;
}
