// The same products by oneDNN, which onednn.py measures.
#ifndef HEDDLE_TESTS_BENCH_GEMM_ONE_DNN_HPP
#define HEDDLE_TESTS_BENCH_GEMM_ONE_DNN_HPP

#include "tests/bench/gemm/options.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace heddle::bench {

/// GFLOP/s of a type and a shape, by its name.
using OneDnnFigures = std::map<std::pair<Type, std::string>, double>;

/// Those that it has; none, and a line that says so, where python3 has no PyTorch.
OneDnnFigures measureOneDnn(const std::vector<RowGroup> &groups, unsigned threads, double seconds);

} // namespace heddle::bench

#endif
