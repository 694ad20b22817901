// Where the elements of a matrix operand lie in the registers of a sub-group: the layout of
// cl_intel_subgroup_matrix_multiply_accumulate and its SPIR-V instruction, for any shape.
//
//   A, K >= N   lane l, component m, element j of it    = A[m][l * K/N + j]
//   A, N = 2K   lane l, component i                     = A[2i + (l >= K)][l mod K]
//   B           lane n, component r, element j of it    = B[r * q + j][n], q elements packed
//   C, D        lane n, component m                     = C[m][n]
//
// With two rows abreast (drafts, sub-group size 2N) rows 2i and 2i + 1 of A, C and D, and of the
// components of B, are the lower and upper lanes of component i: the same order in memory.
//
// Element 0 is in the least significant bits. Written to memory one component's lanes after
// another, A is row-major, B is in pairs or quads of rows ("VNNI" order) and C is row-major: the
// layout of a tile. Section 4.3 of the specification's examples are the unit test.
#ifndef HEDDLE_COMPILER_MATRIX_PACK_LAYOUT_HPP
#define HEDDLE_COMPILER_MATRIX_PACK_LAYOUT_HPP

#include <cstddef>

namespace heddle::compiler {

/// A place in the registers of a sub-group.
struct PackedPlace {
  unsigned lane;
  unsigned component;
  unsigned element; ///< within the component, 0 in the least significant bits

  bool operator==(const PackedPlace &) const = default;
};

/// A of M x K elements at sub-group size n. K >= n with n dividing K, or n = 2K.
struct PackLayoutA {
  unsigned k;
  unsigned n;

  constexpr unsigned elementsPerComponent() const { return k >= n ? k / n : 1; }
  /// Components of a lane that m rows take; with n = 2K and one row the upper lanes are unused.
  constexpr unsigned components(unsigned m) const { return k >= n ? m : (m + 1) / 2; }
  constexpr PackedPlace place(unsigned row, unsigned column) const {
    if (k < n)
      return {column + (row % 2) * k, row / 2, 0};
    return {column / elementsPerComponent(), row, column % elementsPerComponent()};
  }
};

/// B of K x N elements, `packed` rows in a component.
struct PackLayoutB {
  unsigned packed;

  constexpr PackedPlace place(unsigned row, unsigned column) const {
    return {column, row / packed, row % packed};
  }
};

/// C and D.
struct PackLayoutC {
  constexpr PackedPlace place(unsigned row, unsigned column) const { return {column, row, 0}; }
};

/// Bit offset of a place in the long vector of heddle.simd_matrix_mad: component after component,
/// the lanes of each side by side.
constexpr std::size_t bitOffset(const PackedPlace &place, unsigned lanes, unsigned componentBits,
                                unsigned elementBits) {
  return (std::size_t(place.component) * lanes + place.lane) * componentBits +
         std::size_t(place.element) * elementBits;
}

} // namespace heddle::compiler

#endif
