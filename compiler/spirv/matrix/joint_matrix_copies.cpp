#include "compiler/spirv/matrix/joint_matrix_copies.hpp"

#include "compiler/ir/diagnostics.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ConstantFolding.h"
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

  Source sourceOf(MemIntrinsic &call, Type *type) {
    auto *transfer = dyn_cast<MemTransferInst>(&call);
    if (!transfer) // zeros: nobody can say what other bytes are as a matrix
      return {nullptr, Constant::getNullValue(type)};
    Value *address = transfer->getRawSource();
    auto *variable = dyn_cast<GlobalVariable>(withoutCasts(address));
    if (variable && variable->isConstant() && variable->hasInitializer())
      return {nullptr, part(variable->getInitializer(), type, 0)};
    return {address, nullptr};
  }

  /// What a constant holds at an offset; its own type may be another one of the same layout. The
  /// only constant that is a matrix is zero.
  Constant *part(Constant *whole, Type *type, std::uint64_t offset) {
    SmallVector<Constant *> members;
    if (isMatrixPointer(type))
      return Constant::getNullValue(type);
    if (auto *structure = dyn_cast<StructType>(type)) {
      const StructLayout *places = layout.getStructLayout(structure);
      for (unsigned i = 0; i < structure->getNumElements(); ++i)
        members.push_back(part(whole, structure->getElementType(i),
                               offset + places->getElementOffset(i).getFixedValue()));
      return ConstantStruct::get(structure, members);
    }
    if (auto *array = dyn_cast<ArrayType>(type)) {
      const std::uint64_t size = layout.getTypeAllocSize(array->getElementType());
      for (std::uint64_t i = 0; i < array->getNumElements(); ++i)
        members.push_back(part(whole, array->getElementType(), offset + i * size));
      return ConstantArray::get(array, members);
    }
    Constant *value = ConstantFoldLoadFromConst(whole, type, APInt(64, offset), layout);
    return value ? value : UndefValue::get(type); // padding
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
      const auto member = [&](Value *whole, unsigned i) {
        return builder.CreateInBoundsGEP(type, whole, {builder.getInt32(0), builder.getInt32(i)});
      };
      for (unsigned i = 0; i < count; ++i)
        copy(builder, GetElementPtrInst::getTypeAtIndex(type, i), member(to, i),
             {from.address ? member(from.address, i) : nullptr,
              from.constant ? from.constant->getAggregateElement(i) : nullptr});
    }
  }

  const DataLayout &layout;
  MatrixTypes &types;
  SmallVector<StructType *> structures; ///< that hold matrices
};

} // namespace

void renameWalkedTypes(Module &module, MatrixTypes &types) {
  const DataLayout &layout = module.getDataLayout();
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      auto *address = dyn_cast<GetElementPtrInst>(&instruction);
      if (!address || !types.hasMatrix(address->getSourceElementType()))
        continue;
      Type *type = typeBehind(address->getPointerOperand());
      APInt offset(layout.getIndexTypeSizeInBits(address->getType()), 0);
      if (!type || !type->isStructTy() || type == address->getSourceElementType() ||
          !address->accumulateConstantOffset(layout, offset))
        continue;
      IRBuilder<> builder(address);
      SmallVector<Value *> indices;
      for (const APInt &index : layout.getGEPIndicesForOffset(type, offset))
        indices.push_back(builder.getInt32(index.getZExtValue()));
      address->replaceAllUsesWith(builder.CreateInBoundsGEP(
          typeBehind(address->getPointerOperand()), address->getPointerOperand(), indices));
      address->eraseFromParent();
    }
}

void expandMatrixCopies(Module &module, MatrixTypes &types) {
  CopyExpander expander(module, types);
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (auto *call = dyn_cast<MemIntrinsic>(&instruction))
        expander.expand(*call);
}

} // namespace heddle::compiler
