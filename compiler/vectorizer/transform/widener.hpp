// Writes the vector form of a structurized kernel into an empty function.
//
// Each value of the scalar function becomes one of
//
//   uniform    one scalar, computed once for the sub-group
//   parts      one vector of S lanes for each of its leaves: a scalar has one leaf, an OpenCL
//              vector one for each element, a struct or array those of its members. <4 x float> is
//              four vectors of S floats, so taking elements out and in is renaming. Where nobody
//              takes any, they are the four as they lie in memory (MemoryOrder)
//   affine     lane 0's value as a scalar and a constant step from lane to lane (Strides); the
//              parts are made from these when somebody wants them
//
// Control flow stays: a block runs when any of its lanes is active, so a uniform value in it is
// wanted by somebody and may stay scalar. Masks are SSA values of <S x i1>:
//
//   entry        all true, the lanes that exist, or the caller's
//   then(D)      select mask(D), condition, false. Never `and`: an inactive lane's condition may be
//                poison
//   join of D    mask(D)
//   loop header  phi [mask(preheader)], [select mask, stay, false]
//   loop exit    mask(preheader)
//
// Values that leave a loop with divergent exit are collected lane by lane as the lanes leave.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_WIDENER_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_WIDENER_HPP

#include "compiler/ir/block_2d.hpp"
#include "compiler/ir/cooperative_matrix.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/vectorizer/analysis/control_flow_shape.hpp"
#include "compiler/vectorizer/analysis/memory_order.hpp"
#include "compiler/vectorizer/analysis/private_memory.hpp"
#include "compiler/vectorizer/analysis/strides.hpp"
#include "compiler/vectorizer/transform/vector_functions.hpp"
#include "compiler/vectorizer/transform/work_item_ids.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <optional>
#include <unordered_map>

namespace heddle::compiler {

/// Of kernels for targets that load and store some elements of a vector, of whatever size, in one
/// instruction.
inline constexpr char masksElementsAttribute[] = "heddle-masks-elements";

/// Lane 0's value, the step to the next lane (pointers: bytes), and the condition under which the
/// two describe all active lanes; null: always.
struct Affine {
  llvm::Value *first;
  int64_t step;
  llvm::Value *guard;
};

/// One scalar inside a type, and where it lies in memory, in bytes.
struct Leaf {
  llvm::Type *type;
  uint64_t offset;
};

/// Function attribute: the variables of the source, of all lanes, are in memory for debuggers.
inline constexpr char keepsVariablesAttribute[] = "heddle-keeps-variables";

class Widener {
public:
  using Values = llvm::SmallVector<llvm::Value *, 4>;

  struct Analyses {
    const llvm::UniformityInfo &uniformity;
    const llvm::DominatorTree &dominators;
    const ControlFlowShape &shape;
    const PrivateMemory &privateMemory;
    const Strides &strides;
    const MemoryOrder &memoryOrder;
  };

  /// `wide` is an empty function: of the same type as `scalar` for a kernel, else of the type of a
  /// vector form. `functions` gives the forms of what is called.
  Widener(llvm::Function &scalar, llvm::Function &wide, Variant variant, unsigned lanes,
          const Analyses &analyses, VectorFunctions &functions);

  /// Returns false when a block's lanes cannot be told; `wide` is then to be thrown away.
  bool run();

private:
  // Values: widener.cpp.
  bool isUniform(const llvm::Value *value) const;
  llvm::Value *scalar(llvm::Value *value);
  llvm::Value *part(llvm::Value *value, unsigned leaf);
  llvm::Value *operandPart(const llvm::Instruction &user, llvm::Value *operand, unsigned leaf);
  Values parts(llvm::Value *value);
  void setParts(const llvm::Value &value, llvm::ArrayRef<llvm::Value *> parts);
  bool isAffine(const llvm::Value *value) const;
  Affine affine(llvm::Value *value);
  llvm::ArrayRef<Leaf> leavesOf(llvm::Type *type);
  llvm::Type *vectorOf(llvm::Type *leaf) const;
  llvm::Value *splat(llvm::Value *leaf);
  llvm::Constant *steps(llvm::Type *integer, int64_t step) const;
  llvm::Value *extractLeaf(llvm::Value *aggregate, unsigned leaf);
  llvm::Value *insertLeaf(llvm::Value *aggregate, llvm::Value *leafValue, unsigned leaf);
  llvm::Value *laneOf(llvm::Value *value, llvm::Value *lane);
  llvm::Value *concatenate(llvm::ArrayRef<llvm::Value *> vectors);
  llvm::Value *slice(llvm::Value *vector, unsigned begin, unsigned count);
  void moveAfter(llvm::Value *definition);
  llvm::Value *combineGuards(llvm::Value *a, llvm::Value *b);

  // Blocks, masks and phis: widen_control_flow.cpp.
  bool computeMask(llvm::BasicBlock &block);
  llvm::Value *firstRoundOf(const llvm::PHINode &phi) const;
  void widenPhi(llvm::PHINode &phi);
  void widenLoopExitPhi(llvm::PHINode &phi, const DivergentLoop &loop);
  void widenTerminator(llvm::Instruction &terminator);
  void fillPhis();
  llvm::Value *mask();
  static bool isForWholeSubGroups(const llvm::BasicBlock &from, const llvm::BasicBlock &to);
  bool maskIsFull();
  llvm::Value *maskBits();
  llvm::Value *anyLane(llvm::Value *lanes);
  llvm::Value *allLanesActive();

  // widen_id_compares.cpp
  /// `first + lane <predicate> bound`, where the left side is a small number in every lane.
  struct IdCompare {
    llvm::CmpInst::Predicate predicate;
    llvm::Value *first, *bound; ///< scalars of one integer type
  };
  std::optional<IdCompare> idCompare(llvm::Value *condition);
  llvm::Value *widenIdCompare(const IdCompare &compare);
  /// When all lanes are active.
  llvm::Value *anyLane(const IdCompare &compare);
  /// Whether the condition, or its opposite, holds for all lanes. Perhaps false where it does.
  llvm::Value *holdsForAll(llvm::Value *condition, bool isNegated = false);

  llvm::Value *firstActiveLane();
  llvm::Value *lastActiveLane();
  Values guarded(llvm::Value *guard, llvm::function_ref<Values()> fast,
                 llvm::function_ref<Values()> slow);
  Values forEachActiveLane(llvm::ArrayRef<llvm::Type *> resultLeaves,
                           llvm::function_ref<Values(llvm::Value *lane)> body, bool rolled = false);

  // Variables of the source: widen_debug_info.cpp.
  void describeVariables(llvm::Instruction &instruction);
  void describeMemory(const llvm::DbgVariableRecord &record, llvm::AllocaInst &variable);
  void keepVariable(const llvm::DbgVariableRecord &record, llvm::Value *value);
  llvm::DILocalVariable *ofAllLanes(const llvm::DbgVariableRecord &record,
                                    llvm::ArrayRef<std::uint64_t> counts, std::uint64_t bits);

  // Instructions: widen_instructions.cpp.
  void widen(llvm::Instruction &instruction);
  void cloneUniform(llvm::Instruction &instruction);
  bool staysScalar(const llvm::Instruction &instruction) const;
  void widenAffine(llvm::Instruction &instruction);
  Affine combineBits(llvm::BinaryOperator &operation);
  Affine withinBounds(llvm::Instruction &instruction, const llvm::Value &inside);
  Affine extend(llvm::Value *source, bool isSigned, llvm::Type *type, unsigned depth);
  llvm::Value *doesNotWrap(llvm::Value *first, int64_t step, bool isSigned);
  Affine divide(llvm::BinaryOperator &division);
  llvm::Value *sharesQuotient(llvm::Value *remainder, int64_t step, llvm::Value *divisor);
  llvm::Value *staysWithin(llvm::Value *first, int64_t step, const llvm::APInt &lowest,
                           const llvm::APInt &highest);
  Values widenElementwise(llvm::Instruction &instruction);
  Values widenGuardedDivision(llvm::BinaryOperator &division);
  llvm::Value *guardDivision(llvm::BinaryOperator &division, unsigned leaf, llvm::Value *dividend,
                             llvm::Value *&divisor);
  Values widenSelect(llvm::SelectInst &select);
  Values widenBitCast(llvm::BitCastInst &cast);
  Values widenGep(llvm::GetElementPtrInst &gep);
  llvm::Value *interleavedOffset(llvm::GetElementPtrInst &gep, bool ofFirstLane);
  Values replacedInMemoryOrder(const llvm::Instruction &instruction, llvm::Value &other,
                               llvm::function_ref<bool(unsigned)> isOther);
  Values widenVectorElement(llvm::Instruction &instruction);
  Values localIds(unsigned dimension);

  // Memory: widen_memory.cpp.
  struct Access;
  llvm::Value *allocate(llvm::AllocaInst &variable);
  void fenceCompiler();
  bool isAtomicInLanes(const llvm::Instruction &instruction, const Access &access) const;
  void orderBefore(const llvm::Instruction &access);
  void orderBehind(const llvm::LoadInst &load);
  void orderBehind(const llvm::StoreInst &store);
  Values widenLoad(llvm::LoadInst &load);
  Values loadOfLanes(const Access &access, llvm::Value *pointer);
  void widenStore(llvm::StoreInst &store);
  void storeOfLanes(const Access &access, llvm::StoreInst &store);
  static constexpr int64_t largestSmallStep = 4;
  llvm::Value *stepIn(llvm::Value *address, unsigned depth = 0);
  bool asksForOne(llvm::Value *guard, const llvm::Value *factor, llvm::Value *&rest);
  Values atSmallSteps(const Access &access, llvm::Value *pointer, const Affine &address,
                      llvm::function_ref<Values(int64_t step)> small,
                      llvm::function_ref<Values(llvm::Value *step)> any,
                      llvm::function_ref<Values()> other);
  Values loadEach(const Access &access, llvm::Value *first, llvm::Value *step);
  void storeEach(const Access &access, llvm::Value *first, llvm::Value *step, llvm::Value *values);
  Values loadAffine(const Access &access, llvm::Value *first, int64_t step);
  bool isWorthChunks(const Access &access, int64_t stride) const;
  Values loadChunks(const Access &access, llvm::Value *first, unsigned stride);
  Values loadLanes(const Access &access, llvm::Value *first, int64_t step);
  struct Places {
    llvm::Value *pointers, *mask;
    llvm::Align align;
  };
  Places placesOf(const Access &access, llvm::Value *pointer, const llvm::Value &value,
                  unsigned leaf);
  Values gather(const Access &access, llvm::Value *pointer);
  void storeAffine(const Access &access, llvm::Value *first, int64_t step,
                   llvm::ArrayRef<llvm::Value *> values);
  void scatter(const Access &access, llvm::Value *pointer, llvm::ArrayRef<llvm::Value *> values);
  void storeOfLastLane(const Access &access, llvm::Value *pointer, llvm::Value *value);
  llvm::Value *loadVector(const Access &access, llvm::Value *pointer, uint64_t offset,
                          llvm::Value *lanesMask);
  void storeVector(const Access &access, llvm::Value *vector, llvm::Value *pointer, uint64_t offset,
                   llvm::Value *lanesMask);
  Values deinterleave(llvm::ArrayRef<llvm::Value *> chunks, unsigned unused = 0);
  Values interleave(llvm::ArrayRef<llvm::Value *> components);
  llvm::Value *repeatLanes(llvm::Value *vector, unsigned count, unsigned chunk);
  void storeWithGaps(const Access &access, llvm::Value *first, unsigned stride,
                     llvm::ArrayRef<llvm::Value *> values);
  llvm::Value *maskOfWanted(unsigned begin, unsigned stride, unsigned unused);
  llvm::Value *maskOfPart(const llvm::Value &value, unsigned leaf);

  // Whole vectors of lanes: widen_vector_memory.cpp.
  /// Addresses of all lanes: a vector, or lane 0's and the bytes from lane to lane; and, where that
  /// is not null, how many bytes behind them it is in every lane.
  struct LanePlaces {
    llvm::Value *pointers, *first;
    std::int64_t step;
    llvm::Value *offset = nullptr;
  };
  LanePlaces lanePlaces(llvm::Value *pointer);
  llvm::Value *lanePointers(const LanePlaces &places);
  llvm::Value *addressesOf(const LanePlaces &places, llvm::Value *elsewhere);
  llvm::Value *addressOf(const LanePlaces &places, llvm::Value *pointers, unsigned lane);
  void appendSlices(Values &chunks, llvm::Value *all);
  Values loadWholeVectors(const Access &access, const LanePlaces &places);
  Values loadPieces(const Access &access,
                    llvm::function_ref<llvm::Value *(unsigned lane, unsigned piece)> loadPiece);
  void storeWholeVectors(const Access &access, const LanePlaces &places,
                         llvm::ArrayRef<llvm::Value *> values);

  // Calls: widen_calls.cpp.
  void widenCall(llvm::CallInst &call);
  Values widenIntrinsic(llvm::IntrinsicInst &call);
  bool canWidenIntrinsic(llvm::IntrinsicInst &call);
  Values widenVectorReduction(llvm::IntrinsicInst &call);
  std::optional<Values> widenVectorMath(llvm::CallInst &call);
  bool callVectorForm(llvm::CallInst &call);
  Values lanewise(llvm::Instruction &instruction);
  Values widenAtomic(llvm::AtomicRMWInst &atomic);
  Values widenExchange(llvm::AtomicCmpXchgInst &exchange);
  Values widenFloatAtomic(llvm::AtomicRMWInst &atomic);
  Values updateRowInLocalMemory(llvm::AtomicRMWInst &atomic, llvm::Value *first);
  void updateFloatsInARow(llvm::AtomicRMWInst &atomic, llvm::Value *first);
  Values atomicOfAllLanes(llvm::AtomicRMWInst &atomic, llvm::Value *address);
  Values placesOfLanes(llvm::Value *pointer);
  Values placesInLocalMemory(llvm::Value *pointer);
  Values atomicOfEachLane(llvm::Instruction &atomic, const Values &places);
  Values eachApartOrLanewise(llvm::Instruction &atomic);
  Values exchangeOfAllLanes(llvm::AtomicCmpXchgInst &exchange, llvm::Value *address);

  // Sub-group functions: sub_group_functions.cpp.
  void widenInternalOp(llvm::CallInst &call, InternalOp op);
  llvm::Value *activeOr(llvm::Value *vector, llvm::Value *otherwise);
  llvm::Value *shuffle(llvm::Value *values, llvm::Value *lanesWanted);
  llvm::Value *broadcast(llvm::Value *vector, llvm::Value *lane);
  llvm::Value *uniformOperand(llvm::Value *value);
  Values blockRead(llvm::CallInst &call);
  void blockWrite(llvm::CallInst &call);
  void blockPrefetch(llvm::CallInst &call);
  Values matrixMad(llvm::CallInst &call);
  Values pairJoin(llvm::CallInst &call);

  // Checks: findings.cpp.
  void finding(llvm::CallInst &call);
  void converged(llvm::CallInst &call);
  void sameInLanes(llvm::CallInst &call);
  void mayFind(llvm::CallInst &call);
  void touched(llvm::CallInst &call);
  llvm::Value *anyLaneFinds(llvm::Value *condition);
  llvm::CallInst *simdFinding(llvm::Value *any, llvm::Value *finders, llvm::Value *value,
                              llvm::Value *place);
  void simdFinding(llvm::Value *lanesMask, llvm::Value *value, llvm::Value *place);

  // Images: images.cpp.
  void imageRead(llvm::CallInst &call);
  void imageWrite(llvm::CallInst &call);
  void imageBlockRead(llvm::CallInst &call);
  void imageBlockWrite(llvm::CallInst &call);
  llvm::Value *imageBlockOperation(InternalOp op, llvm::Type *result, llvm::CallInst &call,
                                   llvm::ArrayRef<llvm::Value *> data);

  // Cooperative matrices: cooperative_matrix.cpp.
  struct Lines {
    llvm::Value *first, *pitch;
    llvm::SmallVector<llvm::Value *, 9> window; ///< its operands; none without edges
  };
  Lines linesOf(llvm::CallInst &call, InternalOp op);
  llvm::Value *placeOfLine(const Lines &lines, unsigned line);
  Values cooperativeLoad(llvm::CallInst &call);
  void cooperativeStore(llvm::CallInst &call);
  Values cooperativeMad(llvm::CallInst &call);
  Values partsOfRows(llvm::ArrayRef<llvm::Value *> given, unsigned columns, unsigned group);
  llvm::SmallVector<llvm::Value *> rowsOfParts(llvm::ArrayRef<llvm::Value *> parts, unsigned count,
                                               unsigned columns, unsigned group);
  Values multiplyElementwise(const CooperativeProduct &product,
                             llvm::ArrayRef<llvm::Value *> rowsOfA,
                             llvm::ArrayRef<llvm::Value *> rowsOfB,
                             llvm::ArrayRef<llvm::Value *> rowsOfC);

  // Blocks of a matrix in memory: block_2d.cpp.
  struct BlockWindow;
  llvm::SmallVector<llvm::Value *, 9> blockOperands(llvm::CallInst &call, const BlockShape &shape);
  llvm::Value *scratchMemory(std::uint64_t bytes);
  llvm::CallInst *blockWindow(InternalOp op, llvm::ArrayRef<llvm::Value *> operands);
  void endBlockWrite(llvm::ArrayRef<llvm::Value *> operands);
  Values dealOut(const BlockShape &shape, llvm::ArrayRef<llvm::Value *> rows);
  Values blockRead2d(llvm::CallInst &call);
  void blockWrite2d(llvm::CallInst &call);

  bool isDivergent();

  // Reductions and scans over the lanes: sub_group_arithmetic.cpp.
  llvm::Value *reduce(llvm::Value *vector, GroupArithmetic arithmetic);
  llvm::Value *reduceTogether(Values rows, GroupArithmetic arithmetic);
  llvm::Value *scan(llvm::Value *vector, GroupArithmetic arithmetic, bool inclusive);
  llvm::Value *scanBits(llvm::Value *vector, GroupArithmetic arithmetic, bool inclusive);
  llvm::Value *clusteredReduce(llvm::Value *vector, GroupArithmetic arithmetic, llvm::Value *size);

  // Remarks, when somebody wants them: explain.cpp.
  enum class AccessWay {
    uniform,
    lastLane,
    consecutive,
    backwards,
    vectors, // step: bytes of one
    wholeVectors,
    gaps, // step: bytes from lane to lane
    interleaved,
    strided,      // step: as above
    wholeOfLanes, // step: bytes of one
    scattered,
    laneLoop,
  };
  void explainAccess(const llvm::Instruction &access, AccessWay way, int64_t step = 0);
  void explainAs(const llvm::Instruction &instruction, llvm::StringRef text,
                 RemarkKind kind = RemarkKind::decision);
  void explainLaneLoop(const llvm::Instruction &instruction);
  void explainVectorCall(const llvm::CallInst &call, llvm::StringRef form, unsigned times);
  void explainPrivate(const llvm::AllocaInst &variable);

  llvm::Function &scalarFunction;
  llvm::Function &wideFunction;
  llvm::Module &module;
  const llvm::DataLayout &layout;
  const Variant variant;
  const unsigned lanes;
  const Analyses analyses;
  VectorFunctions &functions;
  llvm::Argument *callersMask = nullptr; // of a function that is no kernel
  bool explains;                         // this variant is the one that remarks are made of
  const bool masksElements;              // see masksElementsAttribute

  llvm::IRBuilder<> builder;
  /// Where what belongs to no place of the kernel goes: broadcasts of arguments, the entry mask.
  llvm::BasicBlock *prologue;
  llvm::BasicBlock *current = nullptr; // block of the scalar function
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> entryOf, exitOf;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::Value *> masks, thenMasks, nextMasks;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> scalars;
  llvm::DenseMap<const llvm::Value *, Values> partsOf, splats;
  llvm::DenseMap<const llvm::Value *, Affine> affines;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> signedGuards, unsignedGuards;
  std::unordered_map<llvm::Type *, llvm::SmallVector<Leaf, 4>> leaves; // references stay valid
  /// Variables of the source in memory, each of them once for each place where it is inlined.
  llvm::DenseMap<std::pair<const llvm::DILocalVariable *, const llvm::DILocation *>,
                 llvm::AllocaInst *>
      kept;
  std::optional<Affine> localIdAffines[3];
  Values localIdVectors;

  enum class PhiKind { scalar, vector, affine };
  struct PendingPhi {
    llvm::PHINode *original;
    PhiKind kind;
    llvm::SmallVector<llvm::PHINode *, 4> widened; // affine: lane 0, then the guard if there is one
  };
  llvm::SmallVector<PendingPhi, 16> pendingPhis;
};

} // namespace heddle::compiler

#endif
