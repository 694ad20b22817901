// Internal operations: calls that one stage of the compiler leaves for another.
// internal_ops.md describes them; internal_ops.def lists them.
#ifndef HEDDLE_COMPILER_IR_INTERNAL_OPS_HPP
#define HEDDLE_COMPILER_IR_INTERNAL_OPS_HPP

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

#include <optional>

namespace heddle::compiler {

/// The last operand of byteDot: which factors have signed bytes.
enum ByteDotSigns : unsigned { firstIsSigned = 1, secondIsSigned = 2 };

enum class InternalOp {
#define HEDDLE_INTERNAL_OP(enumerator, name, uniformity) enumerator,
#include "compiler/ir/internal_ops.def"
};

enum class Uniformity { uniform, operands, divergent };

/// Last operand of the reductions and scans: the operation and how it reads its bits.
enum class GroupArithmetic : unsigned {
  integerAdd,
  floatAdd,
  signedMin,
  unsignedMin,
  floatMin,
  signedMax,
  unsignedMax,
  floatMax,
  integerMul,
  floatMul,
  bitAnd,
  bitOr,
  bitXor,
};

llvm::StringRef internalOpName(InternalOp op);
Uniformity internalOpUniformity(InternalOp op);

/// The operation that a function or a direct call stands for, if any.
std::optional<InternalOp> internalOp(const llvm::Function &function);
std::optional<InternalOp> internalOp(const llvm::Value &value);

/// Whether a sub-group waits for others of its work-group there, and is suspended until then.
bool isSuspension(InternalOp op);

/// Whether the instruction is an operation that writes memory of its own alone, which nothing but
/// what is read through its result can see.
bool writesOnlyScratch(const llvm::Instruction &instruction);

/// Declares the operation with this type. The name gets a suffix of the result and operand types
/// when the operation is overloaded.
llvm::FunctionCallee getInternalOp(llvm::Module &module, InternalOp op, llvm::FunctionType *type);

/// Function attributes of the contract.
inline constexpr char kernelAttribute[] = "heddle-kernel";
inline constexpr char subGroupSizeAttribute[] = "heddle-sub-group-size";
inline constexpr char variantAttribute[] = "heddle-variant";
inline constexpr char variantFull[] = "full";
inline constexpr char variantMasked[] = "masked";
inline constexpr char variantLane[] = "lane";
inline constexpr char variantRows[] = "rows";

/// On kernels: the sub-group sizes that may be quicker than the one chosen, with the same results
/// (abi::KernelMetadata::otherSizes).
inline constexpr char otherSizesAttribute[] = "heddle-other-sizes";

/// On kernels whose work-group is several of the application's (join-groups). Where they have
/// barriers, it is one sub-group: the vectorizer makes fences of them.
inline constexpr char joinedGroupsAttribute[] = "heddle-joined-groups";

/// On kernels (KernelMetadata::goesAlongRows).
inline constexpr char alongRowsAttribute[] = "heddle-along-rows";

/// On kernels (KernelMetadata::crossesRows).
inline constexpr char crossesRowsAttribute[] = "heddle-crosses-rows";

/// On a kernel with a loop that walks along memory of each work-item's own, whose rounds can lie
/// side by side, and on its entry point: LLVM may make vectors of them.
inline constexpr char walksRowsAttribute[] = "heddle-walks-rows";

/// On the entry point of a kernel whose work-items run one by one: what is scalar in it may fill
/// vectors.
inline constexpr char singleLanesAttribute[] = "heddle-single-lanes";

/// On a kernel: how many rows k.rows should do at once; on k.rows: how many it does.
inline constexpr char joinedRowsAttribute[] = "heddle-joined-rows";

/// On a finding in k.rows: in which of the rows, if not in the first.
inline constexpr char rowAttribute[] = "heddle-row";

/// On k.rows: not for work-groups whose accesses are told to the runtime.
inline constexpr char untracedAttribute[] = "heddle-untraced";

/// On a call at which a sub-group is suspended (heddle.work_group_barrier and others): a number
/// that tells it from the others of the kernel, the same in all variants.
inline constexpr char barrierAttribute[] = "heddle-barrier";

/// On a work-group barrier: it also waits for the copies that the work-group has begun.
inline constexpr char secondHalfAttribute[] = "heddle-second-half";
inline constexpr char waitsForCopiesAttribute[] = "heddle-waits-for-copies";

/// On reads, an attribute of calls and an access group of loads, which the module names so: nothing
/// that the kernel writes, and nothing that it waits for, comes before on any way through it. So
/// all reads of a launch see the same. Metadata of our own would be gone where LLVM makes one load
/// of two; access groups stay.
inline constexpr char unwrittenAttribute[] = "heddle-unwritten";

bool isUnwritten(const llvm::Instruction &read);
void markUnwritten(llvm::Instruction &read);
void clearUnwritten(llvm::Instruction &read);

/// On a parameter that is a local pointer: how often the memory that the application gives it is
/// wanted, one after another at its local_distance.
inline constexpr char localCopiesAttribute[] = "heddle-local-copies";

/// On a kernel: bytes of its local memory in which rounds of its loops wait to be multiplied
/// (batch-staged-rounds), which are nothing that the application asked for.
inline constexpr char keptBytesAttribute[] = "heddle-kept-bytes";

/// On kernels that cannot tell in which order their work-items are cut into sub-groups: each row of
/// a work-group begins with full ones, and what is behind them in the rows is cut from row to row.
inline constexpr char anyOrderAttribute[] = "heddle-any-order";

/// On k.full: it runs only where all global ids are below 2^31.
inline constexpr char smallGlobalIdsAttribute[] = "heddle-small-global-ids";

bool isKernel(const llvm::Function &function);
/// 0 when the attribute is absent.
unsigned subGroupSize(const llvm::Function &function);
void setSubGroupSize(llvm::Function &function, unsigned size);

} // namespace heddle::compiler

#endif
