// The ways to write a product that gemm_bench measures.
#ifndef HEDDLE_TESTS_BENCH_GEMM_STYLES_HPP
#define HEDDLE_TESTS_BENCH_GEMM_STYLES_HPP

#include "tests/bench/gemm/problem.hpp"

#include <span>
#include <string>

namespace heddle::bench {

/// What a kernel computes for a product.
enum class Result {
  product,
  masked,      ///< the product, without the work for what a mask says is zero
  groupScales, ///< sums of groups of K, each scaled for each column, as floats
  biasRelu,    ///< scaled and shifted for each column, and nothing below zero
  beta,        ///< a half of it and three times another matrix
  narrow,      ///< as bfloats, or as bytes that saturate
};

/// Which products a style is for.
enum class Sides {
  multiples, ///< of all blocks
  skinny,    ///< those, and ones whose sides differ much
  ragged,    ///< no multiples of any block
  batched,   ///< many small ones
};

/// What a sub-group computes in each step, in matrix functions, and sub-groups of a work-group.
struct Block {
  unsigned rows, columns, down = 1, across = 1;
};

/// Types and sizes of sub-groups that a style has.
enum Restriction : unsigned {
  anything = 0,
  only16 = 1,
  notTf32 = 2,
  only16NotTf32 = 3,
  onlyBf16AndI8 = 4,
  onlyBf16AndI8Of16 = 5,
};

struct Style {
  const char *name;
  /// Files of kernels/ with blanks between, which make the kernel's text; empty: a module with
  /// cooperative matrices.
  const char *files;
  const char *options; ///< for the build
  LayoutB layout;
  Block block;

  Restriction restriction = anything;
  Sides sides = Sides::multiples;
  Result result = Result::product;
  /// A work-group has one block of C, not one for each of its sub-groups.
  bool sharesBlock = false;

  // The same with something else in it.
  constexpr Style only(Restriction value) const {
    Style copy = *this;
    copy.restriction = value;
    return copy;
  }
  constexpr Style with(Sides value) const {
    Style copy = *this;
    copy.sides = value;
    return copy;
  }
  constexpr Style gives(Result value) const {
    Style copy = *this;
    copy.result = value;
    return copy;
  }
  constexpr Style sharing() const {
    Style copy = *this;
    copy.sharesBlock = true;
    return copy;
  }

  bool takes(Type type, unsigned subGroupSize) const;
};

std::span<const Style> styles();

} // namespace heddle::bench

#endif
