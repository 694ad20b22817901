#include "tests/bench/gemm/one_dnn.hpp"

#include <cstdio>
#include <cstring>
#include <sstream>

namespace heddle::bench {

OneDnnFigures measureOneDnn(const std::vector<RowGroup> &groups, unsigned threads, double seconds) {
  std::string command = "python3 '" + programFolder() +
                        "/gemm/onednn.py' --threads=" + std::to_string(threads) +
                        " --seconds=" + std::to_string(seconds);
  std::map<std::string, std::pair<Type, std::string>> wanted;
  for (const RowGroup &group : groups)
    for (const Row &row : group.rows) {
      std::string name = std::string(traitsOf(row.type).name) + ":" + std::to_string(row.shape.m);
      for (unsigned side : {row.shape.n, row.shape.k, row.shape.batch})
        name += "x" + std::to_string(side);
      if (wanted.try_emplace(name, row.type, row.shape.name()).second)
        command += " " + name;
    }
  OneDnnFigures figures;
  FILE *pipe = popen((command + " 2>&1").c_str(), "r");
  if (!pipe)
    return figures;
  for (char line[512]; std::fgets(line, sizeof line, pipe);) {
    std::istringstream words(line);
    std::string name;
    double figure = 0;
    if (words >> name >> figure && wanted.contains(name))
      figures[wanted[name]] = figure;
    else
      std::printf("oneDNN  %s", line);
  }
  pclose(pipe);
  return figures;
}

} // namespace heddle::bench
