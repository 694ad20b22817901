// One call of a __spirv_… function on its way out: what the lowering families share.
#ifndef HEDDLE_COMPILER_SPIRV_BUILTINS_BUILTIN_CALL_HPP
#define HEDDLE_COMPILER_SPIRV_BUILTINS_BUILTIN_CALL_HPP

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include <optional>

namespace heddle::compiler {

/// The parts of _Z32__spirv_ConvertFToS_Rint_sat_rtef: only the base name counts, together with the
/// LLVM types. Pointer types in the suffix are the translator's guesses.
struct BuiltinName {
  llvm::StringRef base;              ///< "ConvertFToS", "ocl_sin", "BuiltInWorkgroupId"
  llvm::StringRef modifiers;         ///< "int_sat_rte": what follows "_R", empty without it
  llvm::StringRef operandTypes = {}; ///< mangled
};

/// Nothing for a function that is not called __spirv_….
std::optional<BuiltinName> parseBuiltinName(llvm::StringRef mangled);

class BuiltinCall {
public:
  BuiltinCall(llvm::CallInst &call, BuiltinName name) : builder(&call), call(call), name(name) {}

  llvm::StringRef base() const { return name.base; }
  llvm::StringRef modifiers() const { return name.modifiers; }
  /// Mangled, with guesses wherever there is a pointer.
  llvm::StringRef operandTypes() const { return name.operandTypes; }
  /// "sat" or a rounding mode among the modifiers.
  bool hasModifier(llvm::StringRef modifier) const;
  llvm::Value *operand(unsigned i) const { return call.getArgOperand(i); }
  unsigned operandCount() const { return call.arg_size(); }
  llvm::Type *type() const { return call.getType(); }
  /// The operand as a number, nothing when it is not a constant.
  std::optional<std::uint64_t> constantOperand(unsigned i) const;
  llvm::Module &module() const { return *call.getModule(); }

  /// Where what takes the call's place must stand when it has blocks of its own.
  llvm::Instruction *position() const { return &call; }

  /// Ends the life of the call. `value` is null for a void call.
  void replaceWith(llvm::Value *value);
  /// Reports an error at the call and puts poison in its place.
  void refuse(const llvm::Twine &reason);

  llvm::IRBuilder<> builder; ///< stands before the call

private:
  llvm::CallInst &call;
  BuiltinName name;
};

/// Calls `scalar` for each component of vector operands and collects the results; for scalar
/// operands calls it once. Scalar operands beside vector ones are given to every component.
llvm::Value *
forEachComponent(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> operands,
                 llvm::function_ref<llvm::Value *(llvm::ArrayRef<llvm::Value *>)> scalar);

/// A call of a library function with scalar operands. Integers are signed unless named otherwise;
/// pointers are to private memory.
llvm::Value *callLibrary(llvm::IRBuilder<> &builder, llvm::StringRef function, llvm::Type *result,
                         llvm::ArrayRef<llvm::Value *> operands, llvm::StringRef mangledTypes);

/// Marks declarations of library functions.
inline constexpr char libraryAttribute[] = "heddle-library";

/// SPIR-V's FP Rounding Mode.
enum class RoundingMode : unsigned { toNearestEven = 0, towardZero = 1, upward = 2, downward = 3 };

/// Floating point to narrower floating point in a given mode; `to` has as many components.
llvm::Value *roundToNarrower(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Type *to,
                             RoundingMode mode);

/// 1 / sqrt(x), rounded once or twice, as the target likes (codegen/lower_reciprocal_roots.hpp).
llvm::Value *reciprocalRoot(llvm::IRBuilder<> &builder, llvm::Value *x);

/// fmod(x, y) of the library, component by component.
llvm::Value *remainder(llvm::IRBuilder<> &builder, llvm::Value *x, llvm::Value *y);

// The families. Each replaces the call when it knows the name, and says whether it did.
bool lowerWorkItemQuery(BuiltinCall &call);
bool lowerMath(BuiltinCall &call);
bool lowerGeometric(BuiltinCall &call);
bool lowerInteger(BuiltinCall &call);
bool lowerDotProduct(BuiltinCall &call);
bool lowerConversion(BuiltinCall &call);
bool lowerFloat8(BuiltinCall &call);
bool lowerInt4(BuiltinCall &call);
bool lowerRelational(BuiltinCall &call);
bool lowerVectorData(BuiltinCall &call);
bool lowerAtomic(BuiltinCall &call);
bool lowerSynchronization(BuiltinCall &call);
bool lowerSubGroup(BuiltinCall &call);
bool lowerBlock2d(BuiltinCall &call);
bool lowerNonUniformSubGroup(BuiltinCall &call);
bool lowerSubGroupMask(BuiltinCall &call);
bool lowerWorkGroup(BuiltinCall &call);
bool lowerPointerCast(BuiltinCall &call);
bool lowerPredicatedIo(BuiltinCall &call);
bool lowerPrint(BuiltinCall &call);
bool lowerClock(BuiltinCall &call);

} // namespace heddle::compiler

#endif
