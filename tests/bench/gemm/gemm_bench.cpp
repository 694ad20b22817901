// Matrix products in every style that people write them in, beside the peak of the machine's
// instructions and beside the best of the styles. Each kernel's result is checked before its
// figure counts, and each runs in a process of its own.
#include "tests/bench/gemm/child.hpp"
#include "tests/bench/gemm/one_dnn.hpp"
#include "tests/bench/gemm/options.hpp"
#include "tests/bench/gemm/planned.hpp"
#include "tests/bench/peaks.hpp"
#include "tests/bench/timing.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <map>
#include <memory>
#include <stdexcept>
#include <thread>

namespace heddle::bench {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A reason on one line.
std::string firstLine(const std::string &text) {
  const std::string line = text.substr(0, text.find('\n'));
  return line.size() > 120 ? line.substr(0, 117) + "..." : line;
}

Device open() {
  std::optional<Device> device = openDevice(/*asPeer=*/false);
  if (!device)
    throw std::runtime_error("the OpenCL loader finds no device");
  return *device;
}

/// Of a build or of a kernel that does not end.
constexpr double timeLimit = 300;

/// Builds all kernels side by side, so that the rows find them in the cache.
void buildAll(const std::vector<RowGroup> &groups) {
  const Clock::time_point start = Clock::now();
  std::list<std::unique_ptr<Child>> running;
  const auto waitForOne = [&] {
    try {
      running.front()->wait(timeLimit);
    } catch (const std::exception &) {
      // The row will say it.
      running.pop_front();
      return;
    }
    running.pop_front();
  };
  unsigned count = 0;
  for (const RowGroup &group : groups)
    for (const Row &row : group.rows) {
      if (running.size() >= std::thread::hardware_concurrency())
        waitForOne();
      running.push_back(std::make_unique<Child>([&] {
        setenv("HEDDLE_NUM_THREADS", "1", 1);
        const Device device = open();
        build(device, row);
        return std::string();
      }));
      ++count;
    }
  while (!running.empty())
    waitForOne();
  std::printf("%u kernels built in %.0f s\n", count, secondsSince(start));
}

class Table {
public:
  Table(const GemmOptions &options, const std::vector<RowGroup> &groups, unsigned threads,
        Clock::time_point end)
      : options(options), groups(groups), threads(threads), end(end) {
    for (const RowGroup &group : groups)
      rowsLeft += group.rows.size();
  }

  /// Returns false when a row failed.
  bool measureAll() {
    printPeaks();
    if (options.withOneDnn && !options.onlyChecks)
      others = measureOneDnn(groups, threads, std::min(0.5, options.seconds / 1000));
    std::printf("\n%-16s %-4s %2s %-14s %10s %8s %8s %8s %10s %8s\n", "style", "type", "sg",
                "product", "GFLOP/s", "of peak", "planned", "of best", "oneDNN", "ratio");
    for (const RowGroup &group : groups)
      measureGroup(group);
    return !hasFailed;
  }

private:
  void printPeaks() {
    std::printf("\nthreads %u\n", threads);
    if (options.onlyChecks)
      return;
    for (bool isInteger : {false, true}) {
      peak[isInteger] = highestPeak(isInteger, threads);
      std::printf("peak    %s %.0f %s\n", isInteger ? "bytes " : "floats", peak[isInteger],
                  isInteger ? "GOP/s" : "GFLOP/s");
    }
  }

  void measureGroup(const RowGroup &group) {
    std::vector<double> figures;
    std::vector<std::string> notes;
    std::unique_ptr<Problem> problem;
    for (const Row &row : group.rows) {
      // Sides that are no multiples are problems of their own, one after the other.
      if (!problem || problem->shape != row.shape)
        problem = std::make_unique<Problem>(row.type, row.shape);
      figures.push_back(0);
      notes.emplace_back();
      try {
        figures.back() = measureRow(row, *problem);
      } catch (const std::exception &error) {
        notes.back() = firstLine(error.what());
        hasFailed = true;
      }
    }
    const double best = std::ranges::max(figures);
    for (std::size_t i = 0; i < figures.size(); ++i)
      print(group.rows[i], figures[i], best, notes[i]);
    std::fflush(stdout);
  }

  /// Returns GFLOP/s.
  double measureRow(const Row &row, const Problem &problem) {
    const double left = std::chrono::duration<double>(end - Clock::now()).count();
    // Half of a row's time goes to other things than running its kernel.
    const double seconds =
        options.onlyChecks ? 0 : std::clamp(left / double(rowsLeft) / 2, 0.02, 2.0);
    --rowsLeft;
    Child child([&] {
      setenv("HEDDLE_NUM_THREADS", std::to_string(threads).c_str(), 1);
      const Device device = open();
      if (options.cpuTime)
        measureCpuTime(threads);
      return std::to_string(measure(device, row, problem, seconds) * 1e9);
    });
    const double nanoseconds = std::stod(child.wait(timeLimit));
    return nanoseconds > 0 ? row.operations() / nanoseconds : 0;
  }

  void print(const Row &row, double figure, double best, const std::string &note) {
    std::printf("%-16s %-4s %2u %-14s", row.style->name, traitsOf(row.type).name, row.subGroupSize,
                row.shape.name().c_str());
    if (!note.empty() || options.onlyChecks) {
      std::printf(" %s\n", note.empty() ? "right" : note.c_str());
      return;
    }
    const std::optional<unsigned> planned = plannedShare(row);
    std::printf(" %10.1f %7.1f%% %7s%% %7.1f%%", figure,
                100 * figure / peak[traitsOf(row.type).isInteger],
                planned ? std::to_string(*planned).c_str() : "-", 100 * figure / best);
    const auto other = others.find({row.type, row.shape.name()});
    if (other != others.end())
      std::printf(" %10.1f %7.2fx", other->second, figure / other->second);
    std::printf("\n");
  }

  const GemmOptions &options;
  const std::vector<RowGroup> &groups;
  unsigned threads;
  Clock::time_point end;
  std::size_t rowsLeft = 0;
  double peak[2] = {};
  OneDnnFigures others;
  bool hasFailed = false;
};

int run(const GemmOptions &options) {
  const Clock::time_point start = Clock::now();
  const std::vector<RowGroup> groups = wantedRows(options);
  if (options.lists) {
    for (const RowGroup &group : groups)
      for (const Row &row : group.rows)
        std::printf("%s\n", row.name().c_str());
    return 0;
  }
  std::printf("device  %s\n", Child([] { return open().name; }).wait(timeLimit).c_str());
  buildAll(groups);
  bool isRight = true;
  for (std::size_t i = 0; i < options.threads.size(); ++i) {
    // What is left is for this table and those after it.
    const double left = options.seconds - secondsSince(start);
    const double mine = std::max(left, 0.0) / double(options.threads.size() - i);
    const Clock::time_point end =
        Clock::now() + std::chrono::milliseconds(static_cast<long>(mine * 1000));
    isRight &= Table(options, groups, options.threads[i], end).measureAll();
  }
  std::printf("\n%s, in %.0f s\n", isRight ? "all results were right" : "SOME ROWS FAILED",
              secondsSince(start));
  return isRight ? 0 : 1;
}

} // namespace

} // namespace heddle::bench

int main(int count, char **arguments) try {
  int status = 0;
  const auto options = heddle::bench::parseGemmOptions(count, arguments, status);
  return options ? heddle::bench::run(*options) : status;
} catch (const std::exception &error) {
  std::fprintf(stderr, "%s: %s\n", arguments[0], error.what());
  return 2;
}
