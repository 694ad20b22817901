// Kernels that are compiled when they are first launched.
#ifndef HEDDLE_COMPILER_DEFERRED_KERNELS_HPP
#define HEDDLE_COMPILER_DEFERRED_KERNELS_HPP

#include "compiler/stages/stages.hpp"

#include <vector>

namespace heddle::compiler {

/// Takes kernels out of a program of several that would take long, and gives the records of them.
///
/// Programs launch few of the kernels that they build, and some only with so few work-items that
/// code of one lane does (Kernel::compiled). Expects a module whose dialect is lowered, where all
/// that can be wrong with a program is known but for what is asked here of each kernel: functions
/// of sub-groups, matrices and blocks, and what takes much memory, stay in the build, which then
/// reports it.
std::vector<abi::KernelMetadata> deferKernels(Compilation &compilation);

} // namespace heddle::compiler

#endif
