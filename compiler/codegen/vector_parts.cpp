#include "compiler/codegen/vector_parts.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/DerivedTypes.h"

#include <algorithm>

using namespace llvm;

namespace heddle::compiler {

Value *inParts(IRBuilderBase &builder, ArrayRef<Value *> operands, unsigned whole,
               function_ref<Value *(ArrayRef<Value *> parts)> make) {
  const unsigned count = cast<FixedVectorType>(operands.front()->getType())->getNumElements();
  if (count == whole)
    return make(operands);
  SmallVector<Value *> results;
  for (unsigned first = 0; first < count; first += whole) {
    SmallVector<int, 16> elements(whole, PoisonMaskElem);
    for (unsigned i = first; i < std::min(count, first + whole); ++i)
      elements[i - first] = static_cast<int>(i);
    results.push_back(make(map_to_vector(
        operands, [&](Value *operand) { return builder.CreateShuffleVector(operand, elements); })));
  }
  Value *all = concatenateVectors(builder, results);
  return builder.CreateShuffleVector(all, to_vector<16>(seq<int>(0, static_cast<int>(count))));
}

} // namespace heddle::compiler
