#include "tests/bench/harness.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>

namespace heddle::bench {

bool Device::hasExtension(const std::string &extension) const {
  std::size_t size = 0;
  check(clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, 0, nullptr, &size), "clGetDeviceInfo");
  std::string names(size, '\0');
  check(clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, size, names.data(), nullptr), "clGetDeviceInfo");
  return (" " + std::string(names.c_str()) + " ").find(" " + extension + " ") != std::string::npos;
}

cl_program Device::build(const std::string &source, const std::string &options) const {
  const char *text = source.data();
  const std::size_t length = source.size();
  cl_int error = CL_SUCCESS;
  cl_program program = clCreateProgramWithSource(context, 1, &text, &length, &error);
  check(error, "clCreateProgramWithSource");
  return built(program, options);
}

cl_program Device::build(const std::vector<std::uint32_t> &module) const {
  cl_int error = CL_SUCCESS;
  cl_program program = clCreateProgramWithIL(context, module.data(), 4 * module.size(), &error);
  check(error, "clCreateProgramWithIL");
  return built(program, "-cl-uniform-work-group-size");
}

cl_program Device::built(cl_program program, const std::string &options) const {
  if (clBuildProgram(program, 1, &id, options.c_str(), nullptr, nullptr) != CL_SUCCESS) {
    std::size_t size = 0;
    clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
    std::string log(size, '\0');
    clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
    throw std::runtime_error("clBuildProgram: " + std::string(log.c_str()));
  }
  return program;
}

cl_mem Device::buffer(std::size_t bytes, const void *contents) const {
  cl_int error = CL_SUCCESS;
  cl_mem result = clCreateBuffer(context, contents ? CL_MEM_COPY_HOST_PTR : 0, bytes,
                                 const_cast<void *>(contents), &error);
  check(error, "clCreateBuffer");
  return result;
}

void check(cl_int error, const char *call) {
  if (error != CL_SUCCESS)
    throw std::runtime_error(std::string(call) + " returned " + std::to_string(error));
}

namespace {

/// 0: wall-clock time. Else processor time, over so many threads.
unsigned threadsOfCpuTime = 0;

double secondsNow() {
  timespec now;
  clock_gettime(threadsOfCpuTime ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &now);
  return (double(now.tv_sec) + double(now.tv_nsec) * 1e-9) / std::max(1u, threadsOfCpuTime);
}

} // namespace

double bestTime(const std::function<void()> &work) {
  work();
  double best = 0, sum = 0;
  for (int run = 0; run < 2 || (sum < 5 && run < 5) || (sum < 0.5 && run < 10000); ++run) {
    const double start = secondsNow();
    work();
    const double seconds = secondsNow() - start;
    best = run ? std::min(best, seconds) : seconds;
    sum += seconds;
  }
  return best;
}

std::string programFolder() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path().string();
}

std::string readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file || text.empty())
    throw std::runtime_error("cannot read '" + path + "'");
  return text;
}

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

/// The first device of the first platform that is not passed over.
std::optional<Device> openDevice(bool asPeer) {
  cl_uint count = 0;
  if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS)
    return std::nullopt;
  std::vector<cl_platform_id> platforms(count);
  clGetPlatformIDs(count, platforms.data(), nullptr);
  for (cl_platform_id platform : platforms) {
    char name[256] = "";
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, nullptr);
    // Where this driver is installed for everybody, it is no peer of itself.
    if (asPeer && std::strstr(name, "Heddle"))
      continue;
    Device device;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device.id, nullptr) != CL_SUCCESS)
      continue;
    char deviceName[256] = "";
    clGetDeviceInfo(device.id, CL_DEVICE_NAME, sizeof deviceName, deviceName, nullptr);
    device.name = std::string(name) + ", " + deviceName;
    cl_int error = CL_SUCCESS;
    device.context = clCreateContext(nullptr, 1, &device.id, nullptr, nullptr, &error);
    check(error, "clCreateContext");
    device.queue = clCreateCommandQueueWithProperties(device.context, device.id, nullptr, &error);
    check(error, "clCreateCommandQueueWithProperties");
    return device;
  }
  return std::nullopt;
}

cl_uint computeUnits(const Device &device) {
  cl_uint count = 1;
  check(clGetDeviceInfo(device.id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof count, &count, nullptr),
        "clGetDeviceInfo");
  return count;
}

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
    threadsOfCpuTime = computeUnits(*device);
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
    threadsOfCpuTime = computeUnits(*device);
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
