// OpReadClockKHR: the processor's time stamp counter, for every scope. It runs at one rate and is
// the same on all processors of a machine.
//
// All lanes of a sub-group that read it together see one value. Neither LLVM nor we merge or move
// reads: to the optimizer each changes what memory holds.
#include "compiler/spirv/builtins/builtin_call.hpp"

#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr std::uint64_t scopeDevice = 1, scopeSubgroup = 3;

} // namespace

bool lowerClock(BuiltinCall &call) {
  if (call.base() != "ReadClockKHR")
    return false;
  const std::optional<std::uint64_t> scope = call.constantOperand(0);
  if (!scope || *scope < scopeDevice || *scope > scopeSubgroup) {
    call.refuse("OpReadClockKHR: the scope must be Device, Workgroup or Subgroup");
    return true;
  }
  IRBuilder<> &builder = call.builder;
  Value *time = builder.CreateIntrinsic(Intrinsic::readcyclecounter, {});
  // As two words the lower one comes first.
  call.replaceWith(builder.CreateBitCast(time, call.type()));
  return true;
}

} // namespace heddle::compiler
