// What a plan for matrix operations knows of the processor: which instructions there are, and what
// they cost. Everything that was chosen by measuring is here.
#ifndef HEDDLE_COMPILER_MATRIX_PLAN_MATRIX_TARGET_HPP
#define HEDDLE_COMPILER_MATRIX_PLAN_MATRIX_TARGET_HPP

#include "compiler/ir/tile_features.hpp"
#include "compiler/ir/vector_features.hpp"
#include "compiler/matrix/nest/tile_shape.hpp"

namespace heddle::compiler {

/// The numbers hold for all processors; cycles are those of the first ones with tiles, for data in
/// the first cache.
struct MatrixTarget {
  TileFeatures tiles = {};
  VectorFeatures vectors = {};

  // Tiles.
  /// Fewer rows of A do not pay for loading B into a tile.
  static constexpr unsigned leastTileRows = 4;
  /// A loop with too many sums does two by two of them: each loaded factor serves two operations.
  static constexpr unsigned factorsPerPart = 2;
  /// What two factors leave.
  static constexpr unsigned sumsInTiles = tileRegisters - 2;
  /// How far apart operations of one sum may be that become one of more depth.
  static constexpr unsigned mostApart = 8;
  /// How many work-groups of few sums run at once: until they have so many tiles of sums.
  static constexpr unsigned jammedTiles = 4;
  static constexpr double cyclesPerTileRow = 1; ///< of a product, for each row of A
  static constexpr double tileLatency = 52;     ///< until the next product of the same sum
  static constexpr double tileRowsPerLoad = 2;  ///< rows that are loaded in a cycle
  static constexpr double tileRowsPerStore = 1;
  /// A tile is loaded from what vectors stored when that is in the cache, and so are vectors from
  /// what a tile stored: what is begun later waits as well, as stores come in order.
  static constexpr double tileTransfer = 35;
  /// Loops of no more, as over a group of factors that has a scale, are straight code.
  static constexpr unsigned fewRounds = 4;

  // Floats as sums of bfloats: cycles for 16 words of a factor.
  static constexpr unsigned halfConversion = 12;
  static constexpr unsigned tf32Conversion = 6;

  // Vector registers.
  unsigned wordsInRegister() const { return vectors.wide ? 16 : 8; }
  static constexpr double productsPerCycle = 2;
  static constexpr double productLatency = 4;
  static constexpr double loadsPerCycle = 2;
  static constexpr double storesPerCycle = 1;
  /// Products that a sum gets between a load and a store: as many as make these two cheap, and not
  /// so many that the factors of the rounds leave the first cache.
  static constexpr unsigned stepsBetweenStores = 32;
  static constexpr unsigned mostRounds = 4;
  /// Operations of one sum that are done one after another: of a block of more, straight code of a
  /// kernel, the factors would take up the worker's stack.
  static constexpr unsigned longestChain = 32;

  // Panels.
  /// HeddleWorkerContext::panel takes up to 8. More say that hardly two sub-groups have them alike.
  static constexpr unsigned panelKeys = 6;
  /// How many calls of HeddleWorkerContext::panel leave a panel where it is.
  static constexpr unsigned panelCallsKept = 4;
  /// To ask for a panel takes longer than to put together the factors of all rounds of a loop that
  /// has fewer bytes of them.
  static constexpr unsigned leastPanelBytes = 2 << 10;
  /// A panel that grows has room for a power of two of rounds, as long as it is no larger.
  static constexpr unsigned growingPanelBytes = 4 << 20;
  /// More factors of a round, each in a strip of its own, do not begin in the same lines of a
  /// cache.
  static constexpr unsigned fewStrips = 4;
  /// Loops of fewer rounds read rows that cross lines of the cache where they lie.
  static constexpr unsigned leastCrossingRounds = 32;
  /// Halves whose panels would be larger are converted in each round: the panels of a band of
  /// work-groups would not stay in the second cache.
  static constexpr unsigned panelOfHalvesBytes = 3 << 19;
  /// How far ahead of what is packed memory is asked for.
  static constexpr unsigned panelRoundsAhead = 2;
};

} // namespace heddle::compiler

#endif
