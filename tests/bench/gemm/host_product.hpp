// The product that kernels are checked with.
#ifndef HEDDLE_TESTS_BENCH_GEMM_HOST_PRODUCT_HPP
#define HEDDLE_TESTS_BENCH_GEMM_HOST_PRODUCT_HPP

namespace heddle::bench {

/// c = a * b, row-major, m x k and k x n, by all processors.
void hostProduct(const float *a, const float *b, float *c, unsigned m, unsigned n, unsigned k);

} // namespace heddle::bench

#endif
