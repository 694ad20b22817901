// What code written by hand for AVX2 and FMA reaches on the workloads of kernel_bench: the figure
// that a perfect vectorizer across work-items would come to. Eight lanes, as many values in
// registers as a work-group may share, no blocking for caches and nothing precomputed.
//
// Each function runs its workload on so many threads, at the size of workload_sizes.hpp, and
// returns the figure in the unit of the benchmark. They need a CPU with AVX2 and FMA.
#ifndef HEDDLE_TESTS_BENCH_CEILINGS_HPP
#define HEDDLE_TESTS_BENCH_CEILINGS_HPP

namespace heddle::bench::ceilings {

double fmaPeak(unsigned threads);
double mandelbrot(unsigned threads);
double nbody(unsigned threads);
double sgemm(unsigned threads);
double gemmI8(unsigned threads);
double gemmBf16(unsigned threads);
double sha256(unsigned threads);
double reduction(unsigned threads);

} // namespace heddle::bench::ceilings

#endif
