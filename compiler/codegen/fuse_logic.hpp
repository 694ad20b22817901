// Logic of vectors, three operands an instruction.
#ifndef HEDDLE_COMPILER_CODEGEN_FUSE_LOGIC_HPP
#define HEDDLE_COMPILER_CODEGEN_FUSE_LOGIC_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Covers the bitwise operations of a block by AVX-512's `vpternlog`, any function of three
/// operands, with as few of them as it finds: the mapping to lookup tables of logic synthesis (cuts
/// of three leaves, chosen by area flow).
///
/// Instruction selection joins an operation with one of its operands, if nothing else reads that.
/// The majority function of hashes, `x & y | z & (x ^ y)`, takes it two instructions, and so do
/// values that several functions share.
///
/// Expects: optimized code.
/// Leaves:  intrinsics where they are fewer than what instruction selection would make.
/// Placed behind everything that combines instructions, for targets with AVX-512.
class FuseLogicPass : public llvm::PassInfoMixin<FuseLogicPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

} // namespace heddle::compiler

#endif
