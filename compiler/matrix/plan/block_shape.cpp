#include "compiler/matrix/plan/block_shape.hpp"

#include "compiler/matrix/plan/matrix_target.hpp"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;

namespace heddle::compiler {

BlockShape chooseBlockShape(unsigned rows, unsigned pieces, unsigned registers) {
  BlockShape best;
  unsigned leastLoads = ~0u;
  for (unsigned width = 1; width <= pieces; ++width) {
    if (registers < 2 * width)
      break;
    const unsigned height = std::min(rows, (registers - width) / width);
    const unsigned rowsOfBlocks = divideCeil(rows, height);
    const unsigned columnsOfBlocks = divideCeil(pieces, width);
    const unsigned loads = rowsOfBlocks * pieces + columnsOfBlocks * rows;
    if (loads >= leastLoads)
      continue;
    leastLoads = loads;
    // Of one size, rather than a small one at the end.
    best = {unsigned(divideCeil(rows, rowsOfBlocks)),
            unsigned(divideCeil(pieces, columnsOfBlocks))};
  }
  return best;
}

unsigned partsOfSums(unsigned sums, unsigned steps) {
  // What the adding up in the end costs has to be made good.
  constexpr unsigned leastSteps = 4;
  constexpr auto busy = unsigned(MatrixTarget::productsPerCycle * MatrixTarget::productLatency);
  unsigned parts = 1;
  while (2 * parts * sums <= busy && steps % (2 * parts) == 0 && steps / (2 * parts) >= leastSteps)
    parts *= 2;
  return parts;
}

} // namespace heddle::compiler
