#include "compiler/strict/check_device.hpp"

#include "compiler/ir/cooperative_matrix.hpp"
#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/image.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/ir/matrix_operation.hpp"
#include "compiler/strict/matrix_registers.hpp"
#include "compiler/strict/places.hpp"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned localAddressSpace = 3;
/// Rows of one instruction.
constexpr unsigned mostRows = 8;

class DeviceChecker {
public:
  DeviceChecker(Function &kernel, const abi::StrictDevice &device)
      : kernel(kernel), device(device), layout(kernel.getParent()->getDataLayout()) {}

  void run() {
    SmallVector<CallInst *> calls;
    for (Instruction &instruction : instructions(kernel)) {
      for (const Use &operand : instruction.operands())
        noteLocal(operand);
      if (internalOp(instruction))
        calls.push_back(cast<CallInst>(&instruction));
    }
    for (CallInst *call : calls)
      visit(*call, *internalOp(*call));
    checkRegisters();
    checkSizes();
  }

private:
  void visit(CallInst &call, InternalOp op) {
    switch (op) {
    case InternalOp::matrixMad:
      return checkMatrix(call);
    case InternalOp::cooperativeMad:
      return checkCooperative(call);
    case InternalOp::pairJoin:
      if (!(device.features & abi::strictDeviceSplit))
        find(call, heddleFinding_deviceFunction, "a split matrix function");
      return;
    case InternalOp::blockLoad2d:
    case InternalOp::blockStore2d:
    case InternalOp::blockPrefetch2d:
      if (!(device.features & abi::strictDeviceBlocks2d))
        find(call, heddleFinding_deviceFunction, "a 2D block");
      return;
    default:
      return;
    }
  }

  void checkMatrix(CallInst &call) {
    std::optional<unsigned> size;
    if (unsigned required = requiredSubGroupSize(kernel))
      size = required;
    const MatrixOperation operation = matrixOperation(call, size);
    const bool hasFormats = hasFormat(operation.a) && hasFormat(operation.b);
    const std::string subject = std::to_string(operation.m) + " x " + std::to_string(operation.n) +
                                " x " + std::to_string(operation.k) + " of " +
                                nameOf(operation.a).str() + " and " + nameOf(operation.b).str();
    if (operation.n != device.matrixColumns || operation.rowsAbreast != 1 ||
        operation.m > mostRows || !hasFormats || operation.k != depthOf(operation.a))
      find(call, heddleFinding_deviceFunction, "a matrix function of " + subject);
  }

  /// Nobody but that device's compiler knows: no finding.
  void checkRegisters() const {
    const MatrixRegisters found = matrixRegisters(kernel);
    if (!found.where)
      return;
    const unsigned required = requiredSubGroupSize(kernel);
    const std::uint64_t bytes =
        found.bytes * (required ? required : impliedSubGroupSize(kernel).value_or(1));
    const std::uint64_t few = abi::strictDeviceFewRegisters * device.registerBytes,
                        all = device.registers * device.registerBytes;
    if (bytes <= few)
      return;
    reportWarning(*found.where,
                  "the sums and factors that are live here take about " + Twine(bytes) +
                      " bytes of registers, an estimate; " + device.name + " has " + Twine(few) +
                      (all > few ? ", or " + std::to_string(all) + " with " +
                                       std::to_string(device.registers) + " registers for a thread"
                                 : std::string()) +
                      ": values would be spilled" + (bytes <= all ? " without these" : ""));
  }

  bool hasFormat(MatrixElement element) const {
    switch (element) {
    case MatrixElement::i8:
    case MatrixElement::u8:
    case MatrixElement::i4:
    case MatrixElement::u4:
    case MatrixElement::bf16:
    case MatrixElement::f16:
      return true;
    case MatrixElement::tf32:
      return device.features & abi::strictDeviceTf32;
    default:
      return false;
    }
  }

  /// Eight words.
  static unsigned depthOf(MatrixElement element) {
    return 8 * 32 / (element == MatrixElement::tf32 ? 32 : bitsOf(element));
  }

  /// What sycl_ext_oneapi_matrix lists: rows of a GPU's columns, or what its compiler makes of
  /// several instructions.
  void checkCooperative(CallInst &call) {
    const CooperativeProduct product = cooperativeProduct(call);
    const bool isWide =
        product.columns == 4 * device.matrixColumns && (product.rows == 1 || product.rows == 32);
    const bool hasRows = product.rows <= mostRows || (product.rows == 16 && product.columns == 16);
    if (device.matrixColumns != 0 &&
        ((product.columns == device.matrixColumns && hasRows) || isWide))
      return;
    find(call, heddleFinding_deviceFunction,
         "a cooperative matrix product of " + std::to_string(product.rows) + " x " +
             std::to_string(product.columns) + " x " + std::to_string(product.depth));
  }

  /// Nobody is to be asked: it is wrong wherever it is run.
  void find(Instruction &where, HeddleFindingKind kind, StringRef subject) {
    IRBuilder<> builder(&where);
    Place place;
    place.kind = kind;
    place.subject = (subject + ", which " + device.name + " has not").str();
    emitFinding(builder, builder.getTrue(), builder.getInt64(0), where, std::move(place));
  }

  void noteLocal(const Value *operand) {
    const auto *constant = dyn_cast<Constant>(operand);
    if (!constant || !seen.insert(constant).second)
      return;
    if (const auto *variable = dyn_cast<GlobalVariable>(constant)) {
      if (variable->getAddressSpace() == localAddressSpace)
        staticLocal = alignTo(staticLocal, variable->getPointerAlignment(layout)) +
                      layout.getTypeAllocSize(variable->getValueType()).getFixedValue();
      return;
    }
    for (const Use &inner : constant->operands())
      noteLocal(inner);
  }

  /// At the line of the kernel.
  Place placeOfKernel(HeddleFindingKind kind, std::string subject) const {
    Place place;
    place.kind = kind;
    place.subject = std::move(subject);
    if (const DISubprogram *program = kernel.getSubprogram()) {
      place.file = sourceFileOf(*program);
      place.line = program->getLine();
      place.column = 1;
    }
    return place;
  }

  std::string roomFor(std::uint64_t number) const {
    return std::string(device.name) + " has room for " + std::to_string(number);
  }

  void checkSizes() {
    Instruction &first = *kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    IRBuilder<> builder(&first);
    Module &module = *kernel.getParent();
    if (unsigned required = requiredSubGroupSize(kernel);
        required && !(device.subGroupSizes & required))
      emitFinding(builder, builder.getTrue(), builder.getInt64(required), first,
                  placeOfKernel(heddleFinding_deviceSubGroupSize, std::string(device.name)));

    auto *type = FunctionType::get(builder.getInt64Ty(), {builder.getInt32Ty()}, false);
    const auto ask = [&](InternalOp op, unsigned number) {
      return builder.CreateCall(getInternalOp(module, op, type), {builder.getInt32(number)});
    };
    Value *items = ask(InternalOp::localSize, 0);
    for (unsigned d : {1u, 2u})
      items = builder.CreateMul(items, ask(InternalOp::localSize, d));
    emitFinding(builder, builder.CreateICmpUGT(items, builder.getInt64(device.workGroup)), items,
                first, placeOfKernel(heddleFinding_deviceWorkGroupSize, roomFor(device.workGroup)));

    Value *bytes = builder.getInt64(staticLocal);
    for (const Argument &argument : kernel.args())
      if (argument.getType()->isPointerTy() &&
          argument.getType()->getPointerAddressSpace() == localAddressSpace)
        bytes = builder.CreateAdd(bytes, ask(InternalOp::argumentSize, argument.getArgNo()));
    emitFinding(builder, builder.CreateICmpUGT(bytes, builder.getInt64(device.localMemory)), bytes,
                first, placeOfKernel(heddleFinding_deviceLocalMemory, roomFor(device.localMemory)));
  }

  Function &kernel;
  const abi::StrictDevice &device;
  const DataLayout &layout;
  SmallPtrSet<const Constant *, 16> seen;
  std::uint64_t staticLocal = 0;
};

} // namespace

PreservedAnalyses CheckDevicePass::run(Function &function, FunctionAnalysisManager &) {
  if (!isKernel(function))
    return PreservedAnalyses::all();
  DeviceChecker(function, device).run();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
