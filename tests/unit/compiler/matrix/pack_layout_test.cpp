// The register layout, against the worked examples of the extension's text.
#include "compiler/matrix/pack_layout.hpp"

#include "tests/kernels/matrix/matrix_reference.hpp"

#include <gtest/gtest.h>

namespace heddle::compiler {
namespace {

TEST(PackLayoutA, PutsOneElementInEachComponentWhenNEqualsK) {
  constexpr PackLayoutA layout{.k = 4, .n = 4};
  EXPECT_EQ(layout.elementsPerComponent(), 1u);
  EXPECT_EQ(layout.place(0, 3), (PackedPlace{3, 0, 0}));
  EXPECT_EQ(layout.place(1, 2), (PackedPlace{2, 1, 0}));
}

TEST(PackLayoutA, PacksNeighboursLowestFirstWhenNIsLessThanK) {
  constexpr PackLayoutA layout{.k = 8, .n = 4};
  EXPECT_EQ(layout.elementsPerComponent(), 2u);
  // Lane 2: (0,5|0,4), (1,5|1,4).
  EXPECT_EQ(layout.place(0, 4), (PackedPlace{2, 0, 0}));
  EXPECT_EQ(layout.place(0, 5), (PackedPlace{2, 0, 1}));
  EXPECT_EQ(layout.place(1, 5), (PackedPlace{2, 1, 1}));
}

TEST(PackLayoutA, PutsTwoRowsInAComponentWhenNIsTwiceK) {
  constexpr PackLayoutA layout{.k = 2, .n = 4};
  EXPECT_EQ(layout.components(4), 2u);
  EXPECT_EQ(layout.components(1), 1u);
  // Lane 0: (0,0),(2,0); lane 3: (1,1),(3,1).
  EXPECT_EQ(layout.place(0, 0), (PackedPlace{0, 0, 0}));
  EXPECT_EQ(layout.place(2, 0), (PackedPlace{0, 1, 0}));
  EXPECT_EQ(layout.place(1, 1), (PackedPlace{3, 0, 0}));
  EXPECT_EQ(layout.place(3, 1), (PackedPlace{3, 1, 0}));
}

TEST(PackLayoutB, PacksRowsOfAColumn) {
  // 8 bits, K 8: lane 0: (3,0|2,0|1,0|0,0),(7,0|..|4,0).
  EXPECT_EQ(PackLayoutB{4}.place(3, 0), (PackedPlace{0, 0, 3}));
  EXPECT_EQ(PackLayoutB{4}.place(4, 0), (PackedPlace{0, 1, 0}));
  // 16 bits, K 4: lane 0: (1,0|0,0),(3,0|2,0).
  EXPECT_EQ(PackLayoutB{2}.place(3, 0), (PackedPlace{0, 1, 1}));
  // 32 bits, K 2: lane 3: (0,3),(1,3).
  EXPECT_EQ(PackLayoutB{1}.place(1, 3), (PackedPlace{3, 1, 0}));
}

TEST(PackLayoutC, PutsAColumnInALane) {
  EXPECT_EQ(PackLayoutC().place(1, 3), (PackedPlace{3, 1, 0}));
}

TEST(PackLayout, MatchesTheWorkedExamplesOfTheFunctions) {
  // Size 8, i8: lane 3 of a.s0 is A[0][12..15]; lane 7 of a.s1 is A[1][28..31].
  EXPECT_EQ((PackLayoutA{32, 8}.place(0, 15)), (PackedPlace{3, 0, 3}));
  EXPECT_EQ((PackLayoutA{32, 8}.place(1, 28)), (PackedPlace{7, 1, 0}));
  // Size 16, i8: lane 9 of a.s4 is A[4][18], A[4][19].
  EXPECT_EQ((PackLayoutA{32, 16}.place(4, 19)), (PackedPlace{9, 4, 1}));
  // Size 16, i4: lane 2 is A[0][8..11].
  EXPECT_EQ((PackLayoutA{64, 16}.place(0, 11)), (PackedPlace{2, 0, 3}));
  // tf32, M 8: lanes 8..15 hold rows 1, 3, 5, 7.
  EXPECT_EQ((PackLayoutA{8, 16}.place(5, 2)), (PackedPlace{10, 2, 0}));
}

// What the lowering relies on: the long vector of A is A row-major.
TEST(PackLayoutA, IsRowMajorAcrossTheLongVector) {
  for (const test::MadFunction &f : test::madFunctions()) {
    const PackLayoutA layout{f.k, f.n};
    const unsigned bits = test::bitsOf(f.a);
    for (unsigned m = 0; m < f.m; ++m)
      for (unsigned k = 0; k < f.k; ++k)
        ASSERT_EQ(bitOffset(layout.place(m, k), f.n, test::componentBits(f.aType), bits),
                  (m * f.k + k) * bits)
            << f << " A[" << m << "][" << k << "]";
  }
}

} // namespace
} // namespace heddle::compiler
