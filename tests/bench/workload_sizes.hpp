// Sizes of the workloads of kernel_bench, for the kernels and for the ceilings.
#ifndef HEDDLE_TESTS_BENCH_WORKLOAD_SIZES_HPP
#define HEDDLE_TESTS_BENCH_WORKLOAD_SIZES_HPP

#include <cstddef>

namespace heddle::bench {

constexpr std::size_t fmaItems = 1 << 16;
constexpr int fmaRounds = 1024, fmaChains = 8;

constexpr int imageSize = 1024, imageLimit = 256;
constexpr float imageLeft = -2.2f, imageTop = -1.5f, imageStep = 3.0f / imageSize;

constexpr int bodies = 8192;
constexpr float softening = 1e-3f;
/// As it is usually counted: 20 for each pair.
constexpr double nbodyOperations = 20.0 * bodies * bodies;

constexpr int matrixSize = 512;
constexpr double matrixOperations = 2.0 * matrixSize * matrixSize * matrixSize;

constexpr std::size_t hashes = 1 << 19;
constexpr std::size_t reductionItems = 8 << 20, groupSize = 256;

} // namespace heddle::bench

#endif
