#include "compiler/spirv/joint_matrix_copies.hpp"

#include "compiler/ir/diagnostics.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/TypeFinder.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

class CopyExpander {
public:
  CopyExpander(Module &module, MatrixTypes &types) : layout(module.getDataLayout()), types(types) {
    TypeFinder finder;
    finder.run(module, /*onlyNamed=*/false);
    for (StructType *structure : finder)
      if (types.hasMatrix(structure))
        structures.push_back(structure);
  }

  void expand(MemIntrinsic &call) {
    const auto *length = dyn_cast<ConstantInt>(call.getLength());
    if (!length)
      return;
    const std::uint64_t bytes = length->getZExtValue();
    auto *transfer = dyn_cast<MemTransferInst>(&call);
    Type *type = typeWithMatrices(call.getRawDest(), bytes);
    if (!type && transfer)
      type = typeWithMatrices(transfer->getRawSource(), bytes);
    if (!type) {
      const bool isKnown =
          typeBehind(call.getRawDest()) || (transfer && typeBehind(transfer->getRawSource()));
      if (!isKnown && any_of(structures, [&](StructType *structure) {
            return bytes == layout.getTypeAllocSize(structure);
          }))
        reportError(call, "a structure is copied through pointers that may hold matrices; copy its "
                          "members");
      return;
    }
    IRBuilder<> builder(&call);
    copy(builder, type, call.getRawDest(), sourceOf(call, type));
    call.eraseFromParent();
  }

private:
  /// The type of so many bytes at the address if there are matrices among them.
  Type *typeWithMatrices(Value *address, std::uint64_t bytes) {
    Type *type = typeBehind(address);
    // A structure begins where its first member does.
    while (type && type->isSized() && layout.getTypeAllocSize(type) > bytes) {
      if (auto *structure = dyn_cast<StructType>(type))
        type = structure->getNumElements() ? structure->getElementType(0) : nullptr;
      else if (auto *array = dyn_cast<ArrayType>(type))
        // An address of an element may stand for several.
        type = array->getElementType();
      else
        type = nullptr;
    }
    if (!type || !type->isSized() || !types.hasMatrix(type))
      return nullptr;
    const std::uint64_t size = layout.getTypeAllocSize(type);
    if (bytes % size)
      return nullptr;
    return bytes == size ? type : ArrayType::get(type, bytes / size);
  }

  /// Where the bytes come from: another variable, or a constant.
  struct Source {
    Value *address = nullptr;
    Constant *constant = nullptr;
  };

  static Source sourceOf(MemIntrinsic &call, Type *type) {
    auto *transfer = dyn_cast<MemTransferInst>(&call);
    if (!transfer) // zeros: nobody can say what other bytes are as a matrix
      return {nullptr, Constant::getNullValue(type)};
    Value *address = transfer->getRawSource();
    auto *variable = dyn_cast<GlobalVariable>(withoutCasts(address));
    if (variable && variable->isConstant() && variable->hasInitializer() &&
        variable->getValueType() == type)
      return {nullptr, variable->getInitializer()};
    return {address, nullptr};
  }

  /// Addresses name the types they walk: a structure has another layout once it holds matrices.
  void copy(IRBuilder<> &builder, Type *type, Value *to, Source from) {
    if (isMatrixPointer(type) || (from.constant && !types.hasMatrix(type))) {
      Value *value = from.constant;
      builder.CreateStore(value ? value : builder.CreateLoad(type, from.address), to);
    } else if (!types.hasMatrix(type)) {
      builder.CreateMemCpy(to, MaybeAlign(), from.address, MaybeAlign(),
                           layout.getTypeStoreSize(type));
    } else {
      const std::uint64_t count =
          isa<StructType>(type) ? type->getStructNumElements() : type->getArrayNumElements();
      const auto part = [&](Value *whole, unsigned i) {
        return builder.CreateInBoundsGEP(type, whole, {builder.getInt32(0), builder.getInt32(i)});
      };
      for (unsigned i = 0; i < count; ++i)
        copy(builder, GetElementPtrInst::getTypeAtIndex(type, i), part(to, i),
             {from.address ? part(from.address, i) : nullptr,
              from.constant ? from.constant->getAggregateElement(i) : nullptr});
    }
  }

  const DataLayout &layout;
  MatrixTypes &types;
  SmallVector<StructType *> structures; ///< that hold matrices
};

} // namespace

void expandMatrixCopies(Module &module, MatrixTypes &types) {
  CopyExpander expander(module, types);
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (auto *call = dyn_cast<MemIntrinsic>(&instruction))
        expander.expand(*call);
}

} // namespace heddle::compiler
