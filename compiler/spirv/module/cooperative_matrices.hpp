// SPV_KHR_cooperative_matrix and SPV_INTEL_joint_matrix in the part of them that the translator
// reads and that later passes have to know.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_COOPERATIVE_MATRICES_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_COOPERATIVE_MATRICES_HPP

#include "compiler/spirv/module/spirv_constants.hpp"

#include "llvm/Support/Error.h"

namespace heddle::compiler {

/// A module with cooperative matrices, in which
///  * the sizes of matrix types are plain constants, with specialization constants having the
///    values that are given: the translator takes their defaults;
///  * matrices are constants only as null or undefined; those of one component, and what holds
///    them, are made at the start of each function, so that phis and variables may have them;
///  * components are reached by OpAccessChain with one index from a pointer to the matrix, or by
///    calls of __spirv_CompositeExtract(matrix, index) and
///    __spirv_CompositeInsert(component, matrix, index): the translator aborts on the instructions,
///    and makes wrong addresses of other chains;
///  * what matrices are loaded from and stored to are pointers to numbers or vectors: strides of
///    structures count components. A structure without a size is taken for a component;
///  * memory operands say volatile, nontemporal, or nothing;
///  * OpMatrixTimesScalar is a multiplication of matrices;
///  * OpCooperativeMatrixPrefetchINTEL has the form without offsets.
/// The module has passed checkSpirv(), and its pointers are typed.
llvm::Expected<SpirvWords> withPlainMatrices(SpirvWords module,
                                             const SpecializedValues &specialized);

} // namespace heddle::compiler

#endif
