#include "compiler/frontend/settle_fences.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

// As opencl-c-base.h and heddle_opencl_c.h number them.
constexpr std::uint64_t everyMemory = 7; // local, global and images
constexpr std::uint64_t sequentiallyConsistent = 5;
constexpr std::uint64_t allSvmDevices = 3;

constexpr StringRef fencesWithScope[] = {"barrier",
                                         "work_group_barrier",
                                         "sub_group_barrier",
                                         "intel_work_group_barrier_arrive",
                                         "intel_work_group_barrier_wait",
                                         "mem_fence",
                                         "read_mem_fence",
                                         "write_mem_fence"};

/// The strongest value of each argument of a function of OpenCL C that orders memory, none for
/// other functions.
ArrayRef<std::uint64_t> strongestArguments(StringRef mangled) {
  static constexpr std::uint64_t flagsAndScope[] = {everyMemory, allSvmDevices};
  static constexpr std::uint64_t flagsOrderAndScope[] = {everyMemory, sequentiallyConsistent,
                                                         allSvmDevices};
  unsigned length = 0;
  if (!mangled.consume_front("_Z") || mangled.consumeInteger(10, length))
    return {};
  const StringRef name = mangled.take_front(length);
  if (name == "atomic_work_item_fence")
    return flagsOrderAndScope;
  return is_contained(fencesWithScope, name) ? ArrayRef(flagsAndScope) : ArrayRef<std::uint64_t>();
}

} // namespace

void settleFences(Module &module) {
  for (Function &function : module) {
    if (!function.isDeclaration())
      continue;
    const ArrayRef<std::uint64_t> strongest = strongestArguments(function.getName());
    if (strongest.empty())
      continue;
    for (User *user : function.users())
      if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == &function)
        for (auto [argument, value] : zip(call->args(), strongest))
          if (!isa<ConstantInt>(argument))
            argument.set(ConstantInt::get(argument->getType(), value));
  }
}

} // namespace heddle::compiler
