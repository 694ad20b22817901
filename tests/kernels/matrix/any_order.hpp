// What a product may be when the order of its sums is the machine's.
//
// The reference sums in a chain over k. Instructions for pairs of bfloats or halves sum in chains
// of their own, take denormals as zero, and may begin new chains where the compiler joins products.
// So a result is held against the exact sum: as far away as roundings and lost denormals explain,
// and infinite or NaN where some order overflows or meets both infinities.
#ifndef HEDDLE_TESTS_KERNELS_MATRIX_ANY_ORDER_HPP
#define HEDDLE_TESTS_KERNELS_MATRIX_ANY_ORDER_HPP

#include "tests/kernels/matrix/matrix_reference.hpp"

namespace heddle::test {

/// Whether the target that kernels are compiled for (HEDDLE_TARGET, else this machine with
/// HEDDLE_ASSUME_CPU) sums products of these factors as the reference does, bit for bit.
bool sumsInReferenceOrder(Format factor);

/// The sums that start from c, with products added.
class AnyOrderSums {
public:
  explicit AnyOrderSums(const Matrix &c);
  void add(const Matrix &a, const Matrix &b);

  /// Empty if every element can be a result, else the first that cannot.
  std::string difference(const Matrix &found) const;

private:
  struct Sum {
    double value = 0, positive = 0, negative = 0; ///< the last two are magnitudes
    double lost = 0;                              ///< what denormals contribute
    unsigned terms = 0, products = 0;
    bool isNaN = false, maybeNaN = false;
  };
  void addTerm(Sum &sum, double term, bool denormal) const;
  bool possible(const Sum &sum, double found) const;

  unsigned columns;
  Format format;
  std::vector<Sum> sums;
};

/// How far apart two sums of the elements that Fill::random makes may be: 0 in the reference's
/// order, else what rounding a hundred numbers below 64 explains.
inline double randomSumTolerance(Format factor) {
  return sumsInReferenceOrder(factor) ? 0 : 100 * 0x1p-19;
}

} // namespace heddle::test

#endif
