// The state of writing one entry point; its parts are in entry_point.cpp (arguments, one
// work-group), work_group_loop.cpp, sub_group_loops.cpp and run_barrier_regions.cpp.
#ifndef HEDDLE_COMPILER_WORKGROUP_ENTRY_BUILDER_HPP
#define HEDDLE_COMPILER_WORKGROUP_ENTRY_BUILDER_HPP

#include "compiler/ir/internal_ops.hpp"
#include "compiler/workgroup/barrier_regions.hpp"
#include "runtime/abi/kernel_metadata.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IRBuilder.h"

#include <array>

namespace heddle::compiler {

inline constexpr unsigned localAddressSpace = 3;

using Triple3 = std::array<llvm::Value *, 3>;

/// The values that the internal operations of one variant stand for.
struct RangeValues {
  llvm::Value *workDim = nullptr, *workerContext = nullptr;
  Triple3 globalOffset{}, globalSize{}, enqueuedLocalSize{}, localSize{}, numGroups{}, groupId{},
      firstLocalId{}, groupShortage{};
  llvm::Value *fullPerRow = nullptr; ///< full sub-groups in a row of work-items, i64
  llvm::Value *subGroupId = nullptr, *numSubGroups = nullptr, *enqueuedNumSubGroups = nullptr,
              *activeLanes = nullptr;

  /// Null for what is no query.
  llvm::Value *operator()(InternalOp op, unsigned dimension) const;
};

/// A loop that is entered at least once.
struct CountedLoop {
  llvm::BasicBlock *header;
  llvm::PHINode *counter;
};

class EntryBuilder {
public:
  EntryBuilder(llvm::Function &kernel, bool uniformWorkGroups)
      : kernel(kernel), module(*kernel.getParent()), lanes(subGroupSize(kernel)),
        uniformWorkGroups(uniformWorkGroups), builder(module.getContext()) {}

  void build();

private:
  /// Writes what one sub-group does, the values of which are in `values`.
  using SubGroupBody = llvm::function_ref<void(llvm::StringRef variant)>;

  // entry_point.cpp
  llvm::Function *variant(llvm::StringRef name) {
    return module.getFunction((kernel.getName() + "." + name).str());
  }
  llvm::Value *load64(llvm::Value *base, std::uint64_t offset, const llvm::Twine &name) {
    llvm::Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
    return builder.CreateAlignedLoad(builder.getInt64Ty(), address, llvm::Align(8), name);
  }
  Triple3 loadTriple(std::uint64_t offset, llvm::StringRef name);
  llvm::Value *loadWorkerMemory(std::uint64_t offset, std::uint64_t alignment,
                                const llvm::Twine &name);
  void loadRange();
  void loadArguments();
  llvm::Value *localArgument(const llvm::Argument &argument, llvm::Value *address);
  void beginGroup();
  /// Calls the function here, inlines it, and gives its operations their values. Returns the
  /// elements of its result, a structure or nothing.
  llvm::SmallVector<llvm::Value *> inlineCall(llvm::Function *callee,
                                              llvm::ArrayRef<llvm::Value *> operands);

  // work_group_loop.cpp
  void beginGroups();
  void endGroups();
  llvm::Value *groupsInBand(unsigned sums);
  Triple3 idsInBands(llvm::Value *number, llvm::Value *height, bool haveSums);
  unsigned sumsOfSubGroup();

  // sub_group_loops.cpp
  CountedLoop beginLoop(llvm::Type *type, llvm::Value *start, const llvm::Twine &name);
  /// Expects a limit above the start.
  void endLoop(const CountedLoop &loop, llvm::Value *step, llvm::Value *limit);
  /// The number of a row of work-items.
  llvm::Value *rowOf(llvm::Value *y, llvm::Value *z);
  /// In the order of their ids.
  void forEachSubGroup(SubGroupBody body);
  bool runsMasked() const;
  void forEachLane(SubGroupBody body);
  void forEachFull(SubGroupBody body);
  void forEachFullOfRows(llvm::Value *z, llvm::Value *begin, llvm::Value *end, unsigned step,
                         llvm::function_ref<void()> body);
  void when(llvm::Value *condition, llvm::function_ref<void()> body);
  void forEachMasked(llvm::Value *first, SubGroupBody body);
  void forEachOfRowsApart(SubGroupBody body);

  // run_barrier_regions.cpp
  void runRegions();
  llvm::SmallVector<llvm::StringRef, 3> variantNames() const;
  /// False after an error.
  bool cutVariants();
  void runRegionsInStep();
  void runRegionsApart();
  bool waitsForWorkGroupOnly() const;
  llvm::Value *frameOf(llvm::Value *subGroup);
  llvm::Value *frameOfSubGroup() { return frameOf(values.subGroupId); }
  llvm::BasicBlock *newBlock(const llvm::Twine &name) {
    return llvm::BasicBlock::Create(module.getContext(), name, entry, groupEnd);
  }
  llvm::AllocaInst *newVariable(llvm::Type *type, const llvm::Twine &name);

  // take_turns.cpp
  void runRegionsInTurns();
  llvm::Value *isOver(Wait wait, llvm::Value *isMeeting, llvm::Value *isStuck);

  llvm::Function &kernel;
  llvm::Module &module;
  unsigned lanes;
  bool uniformWorkGroups;
  /// Of the work-groups; the executor makes them larger if the kernel cannot tell.
  abi::GroupBoundaries boundaries = abi::GroupBoundaries::visible;
  unsigned joinedRows = 1; ///< what k.rows does at once; 1: there is none
  llvm::IRBuilder<> builder;
  llvm::Function *entry = nullptr;
  llvm::Value *ndRange = nullptr;
  llvm::Instruction *localBase = nullptr;
  llvm::SmallVector<llvm::Value *> arguments;
  /// By the argument's number: what heddle.local_distance is.
  llvm::DenseMap<unsigned, llvm::Value *> localDistances;
  RangeValues values;
  llvm::Value *joined = nullptr;       ///< HeddleNdRange::joined, as an i1
  llvm::Value *globalIdsFit = nullptr; ///< into 31 bits, which k.full relies on; null: it does not
  llvm::Value *numWorkItems = nullptr; ///< of the work-group, i64
  llvm::BasicBlock *groupHeader = nullptr, *groupEnd = nullptr;
  llvm::PHINode *groupCounter = nullptr;

  llvm::StringMap<BarrierRegions> regionsOf; ///< by the variant's name
  unsigned bodySize = 0;                     ///< instructions of what was inlined last
  llvm::Value *frames = nullptr;
  std::uint64_t frameSize = 0;
  llvm::Align frameAlignment;
};

} // namespace heddle::compiler

#endif
