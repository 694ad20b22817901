#include "compiler/spirv/module/pointer_uses.hpp"

namespace heddle::compiler {

namespace {

/// Numbers of OpenCL.std.
enum OpenCLInstruction : std::uint32_t {
  fract = 30,
  frexp = 31,
  lgamma_r = 36,
  modf = 45,
  remquo = 52,
  sincos = 58,
  vloadn = 171,
  vstoren = 172,
  vload_half = 173,
  vload_halfn = 174,
  vstore_half = 175,
  vstore_half_r = 176,
  vstore_halfn = 177,
  vstore_halfn_r = 178,
  vloada_halfn = 179,
  vstorea_halfn = 180,
  vstorea_halfn_r = 181,
  prefetch = 185,
};

} // namespace

PointerUse pointerUse(SpirvOp op) {
  switch (op) {
  case SpirvOp::Load:
    return {Pointee::value, 2, {}};
  case SpirvOp::Store:
    return {Pointee::value, 0, 1};
  case SpirvOp::AtomicStore:
    return {Pointee::value, 0, 3, true};
  case SpirvOp::AtomicLoad:
  case SpirvOp::AtomicExchange:
  case SpirvOp::AtomicCompareExchange:
  case SpirvOp::AtomicCompareExchangeWeak:
  case SpirvOp::AtomicIIncrement:
  case SpirvOp::AtomicIDecrement:
  case SpirvOp::AtomicIAdd:
  case SpirvOp::AtomicISub:
  case SpirvOp::AtomicSMin:
  case SpirvOp::AtomicUMin:
  case SpirvOp::AtomicSMax:
  case SpirvOp::AtomicUMax:
  case SpirvOp::AtomicAnd:
  case SpirvOp::AtomicOr:
  case SpirvOp::AtomicXor:
  case SpirvOp::AtomicFMinEXT:
  case SpirvOp::AtomicFMaxEXT:
  case SpirvOp::AtomicFAddEXT:
    return {Pointee::value, 2, {}, true};
  case SpirvOp::AtomicFlagTestAndSet:
    return {Pointee::flag, 2, {}};
  case SpirvOp::AtomicFlagClear:
    // Of the scope, which has a type.
    return {Pointee::flag, 0, 1};
  case SpirvOp::SubgroupBlockReadINTEL:
  case SpirvOp::CooperativeMatrixLoadKHR:
  case SpirvOp::CooperativeMatrixLoadCheckedINTEL:
  case SpirvOp::CooperativeMatrixLoadOffsetINTEL:
    return {Pointee::component, 2, {}};
  case SpirvOp::SubgroupBlockWriteINTEL:
  case SpirvOp::CooperativeMatrixStoreKHR:
    return {Pointee::component, 0, 1};
  case SpirvOp::CooperativeMatrixStoreCheckedINTEL:
  case SpirvOp::CooperativeMatrixStoreOffsetINTEL:
    return {Pointee::component, 0, 3};
  case SpirvOp::SizeOf:
    return {Pointee::needed, 2, {}};
  default:
    return {};
  }
}

PointerUse pointerUseOfOpenCL(std::uint32_t instruction) {
  switch (instruction) {
  case fract:
  case modf:
  case sincos:
    return {Pointee::value, 1, {}};
  case frexp:
  case lgamma_r:
    return {Pointee::integers, 1, {}};
  case remquo:
    return {Pointee::integers, 2, {}};
  case vloadn:
    return {Pointee::component, 1, {}};
  case vstoren:
    return {Pointee::component, 2, 0};
  case vload_half:
  case vload_halfn:
  case vloada_halfn:
    return {Pointee::half, 1, {}};
  case vstore_half:
  case vstore_half_r:
  case vstore_halfn:
  case vstore_halfn_r:
  case vstorea_halfn:
  case vstorea_halfn_r:
    return {Pointee::half, 2, 0};
  case prefetch:
    return {Pointee::needed, 0, {}};
  default:
    return {};
  }
}

} // namespace heddle::compiler
