#include "compiler/matrix/words/widen_word_factors.hpp"

#include "compiler/matrix/factors/byte_factors.hpp"
#include "compiler/matrix/plan/word_products.hpp"

using namespace llvm;

namespace heddle::compiler {

PreservedAnalyses WidenWordFactorsPass::run(Function &function, FunctionAnalysisManager &) {
  return widenFactorsToBytes(function, [&](const MatrixOperation &op, const MatrixOperation &wide) {
    const std::optional<WordProduct> product = WordProduct::create(op, features);
    if (product && product->isDotProduct())
      return false;
    const std::optional<WordProduct> ofBytes = WordProduct::create(wide, features);
    return ofBytes && (!product || ofBytes->isDotProduct());
  });
}

} // namespace heddle::compiler
