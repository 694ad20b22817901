// What the compiler expects of a kernel.
#ifndef HEDDLE_TESTS_BENCH_GEMM_PLANNED_HPP
#define HEDDLE_TESTS_BENCH_GEMM_PLANNED_HPP

#include "tests/bench/gemm/row.hpp"

#include <optional>
#include <string>

namespace heddle::bench {

/// The share of the peak that the plan for the row's main loop says it reaches with all data in the
/// first cache, in percent, by `heddlec --explain`; nothing if there is no such plan, or no
/// compiler where a build tree and a bundle have it.
std::optional<unsigned> plannedShare(const Row &row);

} // namespace heddle::bench

#endif
