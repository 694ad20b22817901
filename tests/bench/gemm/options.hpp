// What gemm_bench is asked for.
#ifndef HEDDLE_TESTS_BENCH_GEMM_OPTIONS_HPP
#define HEDDLE_TESTS_BENCH_GEMM_OPTIONS_HPP

#include "tests/bench/gemm/row.hpp"

#include <optional>
#include <string>
#include <vector>

namespace heddle::bench {

struct GemmOptions {
  std::vector<std::string> styles; ///< names; all where it is empty
  std::string only;                ///< a part of a row's name
  std::vector<Type> types = {Type::bf16, Type::i8, Type::u8, Type::f16, Type::tf32};
  std::vector<unsigned> subGroupSizes = {16, 8};
  std::vector<unsigned> sizes = {512, 1024, 2048}; ///< of square products
  std::vector<unsigned> batchedSizes = {16, 32, 64, 128};
  std::vector<Shape> skinny = {{16, 4096, 4096}, {4096, 16, 4096}, {64, 64, 16384}};
  std::vector<unsigned> threads; ///< a table for each
  double seconds = 900;          ///< for all of it
  bool onlyChecks = false, withOneDnn = false, cpuTime = false, lists = false;
  bool isQuick = false;
};

/// Nothing where the arguments are wrong or help is wanted; it was printed then, and `status` is
/// what the program ends with.
std::optional<GemmOptions> parseGemmOptions(int count, char **arguments, int &status);

/// The rows that are wanted, those that are compared with one another side by side.
struct RowGroup {
  Type type;
  std::vector<Row> rows;
};
std::vector<RowGroup> wantedRows(const GemmOptions &options);

} // namespace heddle::bench

#endif
