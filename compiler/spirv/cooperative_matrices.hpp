// SPV_KHR_cooperative_matrix and SPV_INTEL_joint_matrix in the part of them that the translator
// reads and that later passes have to know.
#ifndef HEDDLE_COMPILER_SPIRV_COOPERATIVE_MATRICES_HPP
#define HEDDLE_COMPILER_SPIRV_COOPERATIVE_MATRICES_HPP

#include "compiler/spirv/spirv_constants.hpp"

#include "llvm/Support/Error.h"

namespace heddle::compiler {

/// A module with cooperative matrices, in which
///  * the sizes of matrix types are plain constants, with specialization constants having the
///    values that are given: the translator takes their defaults;
///  * matrices are constants only as null or undefined; those of one component, and what holds
///    them, are made at the start of each function, so that phis and variables may have them;
///  * components are reached by OpAccessChain with one index from a pointer to the matrix: of
///    others, and of extractions and insertions, the translator makes invalid IR;
///  * strides count components, or bytes where what the pointer points to is no whole number of
///    them, and pointers point to these: later passes see no type behind a pointer;
///  * memory operands say volatile, nontemporal, or nothing;
///  * OpMatrixTimesScalar is a multiplication of matrices;
///  * OpCooperativeMatrixPrefetchINTEL has the form without offsets.
/// The module has passed checkSpirv(), and its pointers are typed.
llvm::Expected<SpirvWords> withPlainMatrices(SpirvWords module,
                                             const SpecializedValues &specialized);

} // namespace heddle::compiler

#endif
