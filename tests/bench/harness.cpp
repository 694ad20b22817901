#include "tests/bench/harness.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
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

double bestTime(const std::function<void()> &work) {
  using Clock = std::chrono::steady_clock;
  work();
  double best = 0, sum = 0;
  for (int run = 0; run < 5 || (sum < 0.5 && run < 10000); ++run) {
    const auto start = Clock::now();
    work();
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
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

constexpr char peerOption[] = "--as-peer";
constexpr char usage[] =
    R"(usage: %s [--only=TEXT] [--peer-vendors=FOLDER] [--no-peer]

  --only=TEXT              only benchmarks whose name contains TEXT
  --peer-vendors=FOLDER    .icd files of the driver to compare with; default /etc/OpenCL/vendors
  --no-peer                no comparison
)";

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

/// The peer's side: "name value" for each benchmark that worked, "device name" first.
int runAsPeer(const std::string &only) {
  std::optional<Device> device = openDevice(/*asPeer=*/true);
  if (!device)
    return 0;
  std::printf("device %s\n", device->name.c_str());
  for (const Benchmark &benchmark : benchmarks()) {
    if (benchmark.name.find(only) == std::string::npos)
      continue;
    try {
      std::printf("%s %.6g\n", benchmark.name.c_str(), benchmark.run(*device));
    } catch (const std::exception &error) {
      std::fprintf(stderr, "%s: %s\n", benchmark.name.c_str(), error.what());
    }
    std::fflush(stdout);
  }
  return 0;
}

std::map<std::string, std::string> measurePeer(const std::string &vendors,
                                               const std::string &only) {
  std::map<std::string, std::string> results;
  const std::string command = "OCL_ICD_VENDORS='" + vendors + "' '" +
                              std::filesystem::read_symlink("/proc/self/exe").string() + "' " +
                              peerOption + " '--only=" + only + "'";
  FILE *pipe = popen(command.c_str(), "r");
  if (!pipe)
    return results;
  char line[512];
  while (std::fgets(line, sizeof line, pipe)) {
    std::string text(line, std::strcspn(line, "\n"));
    const std::size_t space = text.find(' ');
    if (space != std::string::npos)
      results[text.substr(0, space)] = text.substr(space + 1);
  }
  pclose(pipe);
  return results;
}

bool hasIcdFile(const std::string &folder) {
  std::error_code ignored;
  for (const auto &entry : std::filesystem::directory_iterator(folder, ignored))
    if (entry.path().extension() == ".icd")
      return true;
  return false;
}

} // namespace

int runBenchmarks(int count, char **arguments) {
  std::string only, vendors = "/etc/OpenCL/vendors";
  bool asPeer = false, wantsPeer = true;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument.rfind("--only=", 0) == 0)
      only = argument.substr(7);
    else if (argument.rfind("--peer-vendors=", 0) == 0)
      vendors = argument.substr(15);
    else if (argument == "--no-peer")
      wantsPeer = false;
    else if (argument == peerOption)
      asPeer = true;
    else {
      std::fprintf(argument == "--help" ? stdout : stderr, usage, arguments[0]);
      return argument == "--help" ? 0 : 2;
    }
  }
  if (asPeer)
    return runAsPeer(only);

  std::optional<Device> device = openDevice(/*asPeer=*/false);
  if (!device) {
    std::fprintf(stderr, "the OpenCL loader finds no device\n");
    return 2;
  }
  std::printf("device  %s\n", device->name.c_str());
  std::map<std::string, std::string> peer;
  if (wantsPeer && hasIcdFile(vendors))
    peer = measurePeer(vendors, only);
  if (peer.count("device"))
    std::printf("peer    %s\n", peer["device"].c_str());
  else
    std::printf("peer    none: %s\n",
                wantsPeer ? ("no other driver has an .icd file in " + vendors).c_str()
                          : "not wanted");

  bool isRight = true;
  std::printf("%-24s %12s %-10s %12s %8s\n", "benchmark", "figure", "unit", "peer", "ratio");
  for (const Benchmark &benchmark : benchmarks()) {
    if (benchmark.name.find(only) == std::string::npos)
      continue;
    try {
      const double figure = benchmark.run(*device);
      std::printf("%-24s %12.4g %-10s", benchmark.name.c_str(), figure, benchmark.unit.c_str());
      auto other = peer.find(benchmark.name);
      if (other == peer.end()) {
        std::printf(" %12s %8s\n", "-", "-");
        continue;
      }
      const double peerFigure = std::stod(other->second);
      std::printf(" %12.4g %7.2fx\n", peerFigure,
                  benchmark.moreIsBetter ? figure / peerFigure : peerFigure / figure);
    } catch (const std::exception &error) {
      std::printf("%-24s failed: %s\n", benchmark.name.c_str(), error.what());
      isRight = false;
    }
    std::fflush(stdout);
  }
  return isRight ? 0 : 1;
}

} // namespace heddle::bench

int main(int count, char **arguments) try {
  return heddle::bench::runBenchmarks(count, arguments);
} catch (const std::exception &error) {
  std::fprintf(stderr, "%s: %s\n", arguments[0], error.what());
  return 2;
}
