#include "compiler/matrix/tiles/widen_matrix_factors.hpp"

#include "compiler/matrix/factors/byte_factors.hpp"
#include "compiler/matrix/plan/tile_products.hpp"

using namespace llvm;

namespace heddle::compiler {

PreservedAnalyses WidenMatrixFactorsPass::run(Function &function, FunctionAnalysisManager &) {
  return widenFactorsToBytes(function, [&](const MatrixOperation &, const MatrixOperation &wide) {
    return tileProduct(wide, features) != Intrinsic::not_intrinsic;
  });
}

} // namespace heddle::compiler
