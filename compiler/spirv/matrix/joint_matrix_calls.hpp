// One call of builtins/include/joint_matrix_functions.h on its way to SPIR-V.
#ifndef HEDDLE_COMPILER_SPIRV_MATRIX_JOINT_MATRIX_CALLS_HPP
#define HEDDLE_COMPILER_SPIRV_MATRIX_JOINT_MATRIX_CALLS_HPP

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

/// Matrices are read from and written to the variables whose addresses the calls have; which
/// instruction of SPIR-V stands between is all there is to say of most of them.
class JointMatrixCalls {
public:
  explicit JointMatrixCalls(llvm::Module &module) : module(module) {}

  /// `operation` is the name behind __heddle_joint_matrix_. The call is gone afterwards.
  void lower(llvm::CallInst &call, llvm::StringRef operation);

private:
  /// A matrix that a call has: where it is, and of which type.
  struct Matrix {
    llvm::Value *address;
    llvm::TargetExtType *type;
  };
  /// Of parameters `first` and the next one.
  Matrix matrixOf(llvm::CallInst &call, unsigned first);
  llvm::Value *read(llvm::IRBuilder<> &builder, const Matrix &matrix);
  void write(llvm::IRBuilder<> &builder, llvm::Value *value, const Matrix &matrix);

  void lowerFill(llvm::CallInst &call, bool isChecked);
  void lowerLoad(llvm::CallInst &call, bool isChecked);
  void lowerStore(llvm::CallInst &call, bool isChecked);
  void lowerMad(llvm::CallInst &call);
  void lowerComponent(llvm::CallInst &call);
  void lowerPrefetch(llvm::CallInst &call);

  /// Calls `emit` for the layout, at the call; for each that it may be, in a branch, if it is not a
  /// constant. `use` is that of the matrix.
  void forLayout(llvm::CallInst &call, llvm::Value *layout, unsigned use,
                 llvm::function_ref<void(llvm::IRBuilder<> &, llvm::Value *layout)> emit);

  /// A call of __spirv_<name>. Pointers among the arguments are to `pointee`.
  llvm::CallInst *instruction(llvm::IRBuilder<> &builder, llvm::StringRef name, llvm::Type *result,
                              llvm::ArrayRef<llvm::Value *> arguments,
                              llvm::Type *pointee = nullptr);
  /// As instruction() of a function with this name in the module.
  llvm::CallInst *callOf(llvm::IRBuilder<> &builder, llvm::StringRef mangledName,
                         llvm::StringRef key, llvm::Type *result,
                         llvm::ArrayRef<llvm::Value *> arguments);

  llvm::Module &module;
  llvm::StringMap<llvm::Function *> functions;
};

} // namespace heddle::compiler

#endif
