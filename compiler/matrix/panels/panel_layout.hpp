// Where the factors of a loop lie in the memory that they are packed to.
//
// A panel of A has a row for each row of the factors of a round, with the rounds side by side, B a
// strip for each factor, with the rows of its rounds one behind the other. So the passes that fuse
// rows, rounds and depth see rows at equal distances that go on where those of the round before
// end. Factors of operations that add to one sum one after the other lie side by side as well. Many
// strips, each of which has a place of its own, want more registers for addresses than there are:
// if no two rounds become one, all strips of a round lie together, and then those of the next.
#ifndef HEDDLE_COMPILER_MATRIX_PANELS_PANEL_LAYOUT_HPP
#define HEDDLE_COMPILER_MATRIX_PANELS_PANEL_LAYOUT_HPP

#include "compiler/ir/matrix_formats.hpp"
#include "compiler/matrix/factors/bfloat_factors.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Value.h"

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>

namespace heddle::compiler {

/// Of a line of the cache.
inline constexpr std::int64_t panelLineBytes = 64;

/// A factor, or one part of it as bfloats.
struct PanelSource {
  llvm::Value *matrix;
  std::optional<BFloatPart> part;
  bool operator<(const PanelSource &other) const {
    return std::tie(matrix, part) < std::tie(other.matrix, other.part);
  }
};

/// What lies side by side in a panel: rows of one number of bytes for each of some factors.
struct PanelStrip {
  unsigned rows, rowBytes;
  llvm::SmallVector<PanelSource> sources;
  /// Rows in a panel of A, bytes for each round in one of B, bytes of a round in one by rounds.
  unsigned before = 0;

  unsigned roundRowBytes() const { return rowBytes * sources.size(); }
  unsigned roundBytes() const { return rows * roundRowBytes(); }
};

/// Which strip of a panel, and which of the factors in it.
struct PanelPlace {
  unsigned strip, position;
};

/// The factors of a loop that go to one panel.
struct Panel {
  explicit Panel(MatrixFactor factor) : factor(factor) {}

  MatrixFactor factor;
  llvm::SmallVector<PanelStrip> strips;
  llvm::MapVector<PanelSource, PanelPlace, std::map<PanelSource, unsigned>> places;
  llvm::SmallVector<llvm::Value *> keys;
  unsigned size = 0; ///< of all strips, as PanelStrip::before
  /// How far behind the upper parts those are in which infinity and NaN are zero, as `size`; 0 if
  /// there are none.
  unsigned toFinite = 0;
  bool byRounds = false;
  bool isSame = false; ///< in all rounds: it has one
  bool isA() const { return factor == MatrixFactor::a; }
  unsigned roundBytes() const; ///< of all strips

  /// The operation's factor, or a part of it: behind the one that the sum was multiplied with
  /// before in this round, if that is the last of its strip; one that it has already stays where it
  /// is.
  void add(llvm::CallBase &call, std::optional<BFloatPart> part, unsigned rows, unsigned rowBytes);
  /// When all have been added: what strips have before them, size, toFinite and byRounds.
  /// mayJoin: two rounds may become one.
  void layOut(bool mayJoin);
};

/// From how many rounds on the factors of those that have strips take so many bytes on average. The
/// parts of one count as one: they cost more to make than to put together in each round what they
/// are made of. What is the same in all rounds counts as much.
unsigned roundsThatFill(llvm::ArrayRef<Panel> panels, unsigned bytes);

} // namespace heddle::compiler

#endif
