#include "compiler/strict/matrix_registers.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetOperations.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

using Values = SmallPtrSet<Instruction *, 32>;

class Liveness {
public:
  explicit Liveness(Function &kernel) : kernel(kernel), layout(kernel.getDataLayout()) {}

  MatrixRegisters run() {
    for (Instruction &instruction : instructions(kernel))
      if (isProduct(instruction))
        collect(cast<CallInst>(instruction));
    propagate();
    for (BasicBlock &block : kernel)
      scan(block, [this](CallInst &product, std::uint64_t bytes) {
        if (!peak.where || bytes > peak.bytes)
          peak = {&product, bytes};
      });
    peak.bytes += bytesOfArrays();
    return peak;
  }

private:
  static bool isProduct(const Instruction &instruction) {
    const std::optional<InternalOp> op = internalOp(instruction);
    return op == InternalOp::matrixMad || op == InternalOp::cooperativeMad;
  }

  std::uint64_t sizeOf(const Instruction &value) const {
    return layout.getTypeStoreSize(value.getType()).getFixedValue();
  }

  static AllocaInst *arrayOf(Value *pointer) {
    return dyn_cast<AllocaInst>(getUnderlyingObject(pointer, /*MaxLookup=*/0));
  }

  /// What lies in an array is counted with that.
  void collect(CallInst &product) {
    constexpr unsigned factorsAndSums = 3;
    for (Value *operand : make_range(product.arg_begin(), product.arg_begin() + factorsAndSums)) {
      auto *value = dyn_cast<Instruction>(operand);
      auto *load = dyn_cast_or_null<LoadInst>(value);
      if (AllocaInst *array = load ? arrayOf(load->getPointerOperand()) : nullptr)
        arrays.insert(array);
      else if (value)
        matrices.insert(value);
    }
    bool isKept = false;
    for (User *user : product.users()) {
      auto *store = dyn_cast<StoreInst>(user);
      AllocaInst *array = store ? arrayOf(store->getPointerOperand()) : nullptr;
      if (array)
        arrays.insert(array);
      isKept |= !array;
    }
    if (isKept)
      matrices.insert(&product);
  }

  std::uint64_t bytesOfArrays() const {
    std::uint64_t bytes = 0;
    for (const AllocaInst *array : arrays)
      if (std::optional<TypeSize> size = array->getAllocationSize(layout))
        bytes += size->getFixedValue();
    return bytes;
  }

  Values liveBehind(BasicBlock &block) {
    Values live;
    for (BasicBlock *next : successors(&block)) {
      set_union(live, atStart[next]);
      for (PHINode &phi : next->phis())
        note(live, phi.getIncomingValueForBlock(&block));
    }
    return live;
  }

  void note(Values &live, Value *value) const {
    auto *instruction = dyn_cast<Instruction>(value);
    if (instruction && matrices.contains(instruction))
      live.insert(instruction);
  }

  /// Backwards; what is live at the start is left. A sum may take the place of the one before.
  template <typename Visit> Values scan(BasicBlock &block, Visit &&visit) {
    Values live = liveBehind(block);
    const auto bytes = [&] {
      std::uint64_t sum = 0;
      for (const Instruction *value : live)
        sum += sizeOf(*value);
      return sum;
    };
    for (Instruction &instruction : reverse(block)) {
      if (isa<PHINode>(instruction)) {
        live.erase(&instruction);
        continue;
      }
      const bool counts = isProduct(instruction);
      const std::uint64_t behind = counts ? bytes() : 0;
      live.erase(&instruction);
      for (Value *operand : instruction.operands())
        note(live, operand);
      if (counts)
        visit(cast<CallInst>(instruction), std::max(behind, bytes()));
    }
    return live;
  }

  void propagate() {
    for (bool isChanged = !matrices.empty(); isChanged;) {
      isChanged = false;
      for (BasicBlock &block : reverse(kernel)) {
        Values live = scan(block, [](CallInst &, std::uint64_t) {});
        Values &known = atStart[&block];
        isChanged |= live.size() != known.size();
        known = std::move(live);
      }
    }
  }

  Function &kernel;
  const DataLayout &layout;
  Values matrices;
  SmallPtrSet<AllocaInst *, 8> arrays;
  DenseMap<BasicBlock *, Values> atStart;
  MatrixRegisters peak;
};

} // namespace

MatrixRegisters matrixRegisters(Function &kernel) { return Liveness(kernel).run(); }

} // namespace heddle::compiler
