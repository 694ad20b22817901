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
  for (const RowGroup &group : groups) {
    // A size that all rows of the group mean, be their sides a little smaller or not.
    Shape shape = group.rows.front().shape;
    for (const Row &row : group.rows)
      if (row.shape.m >= shape.m)
        shape = row.shape;
    std::string name = traitsOf(group.type).name;
    for (unsigned side : {shape.m, shape.n, shape.k, shape.batch})
      name += (side == shape.m && name.find(':') == std::string::npos ? ":" : "x") +
              std::to_string(side);
    wanted[name] = {group.type, group.product};
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
