#include "tests/bench/gemm/planned.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <stdexcept>
#include <unistd.h>

namespace heddle::bench {

namespace {

std::optional<std::string> findCompiler() {
  for (const char *folder : {"/../../lib", "/../lib"})
    if (std::string path = programFolder() + folder + "/heddle/heddlec";
        access(path.c_str(), X_OK) == 0)
      return path;
  return std::nullopt;
}

} // namespace

std::optional<unsigned> plannedShare(const Row &row) {
  const std::optional<std::string> heddlec = findCompiler();
  if (!heddlec || !*row.style->files)
    return std::nullopt;
  std::string path = "/tmp/gemm_bench.XXXXXX.cl";
  const int file = mkstemps(path.data(), 3);
  if (file < 0)
    throw std::runtime_error("cannot make " + path);
  close(file);
  std::ofstream(path) << source(row);
  const char *target = std::getenv("HEDDLE_TARGET");
  const std::string command = "'" + *heddlec + "' " + path + " --explain" +
                              (target ? " --target=" + std::string(target) : std::string()) +
                              " -- " + options(row) + " 2>/dev/null";
  FILE *output = popen(command.c_str(), "r");
  std::string text;
  char buffer[4096];
  while (output && std::fgets(buffer, sizeof buffer, output))
    text += buffer;
  if (output)
    pclose(output);
  unlink(path.c_str());
  // The loop as the plan has it comes first, then what is left over.
  std::smatch found;
  if (!std::regex_search(text, found, std::regex("plan: .*: (\\d+)% of the peak")))
    return std::nullopt;
  return unsigned(std::stoul(found[1]));
}

} // namespace heddle::bench
