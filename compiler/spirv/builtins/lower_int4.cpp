// Conversions between bytes and integers of 4 bits, which are bytes with zeros above: what int4.cpp
// makes of OpSConvert and its relatives.
#include "compiler/ir/matrix_formats.hpp"
#include "compiler/spirv/builtins/builtin_call.hpp"

using namespace llvm;

namespace heddle::compiler {

bool lowerInt4(BuiltinCall &call) {
  if (call.base() == "ConvertI4ToI8")
    call.replaceWith(signExtendHalves(call.builder, call.operand(0)));
  else if (call.base() == "ConvertI8ToI4")
    call.replaceWith(call.builder.CreateAnd(call.operand(0), ConstantInt::get(call.type(), 0x0F)));
  else
    return false;
  return true;
}

} // namespace heddle::compiler
