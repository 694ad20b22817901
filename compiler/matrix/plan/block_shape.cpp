#include "compiler/matrix/plan/block_shape.hpp"

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

} // namespace heddle::compiler
