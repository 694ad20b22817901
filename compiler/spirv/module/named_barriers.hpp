// Named barriers, which the translator does not know.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_NAMED_BARRIERS_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_NAMED_BARRIERS_HPP

#include <string>

namespace heddle::compiler {

/// The words of a checked module with integers of 64 bits for named barriers, and calls of imported
/// functions for their instructions, in the spelling of the translator's dialect:
///
///   OpTypeNamedBarrier         OpTypeInt 64
///   OpNamedBarrierInitialize   __spirv_NamedBarrierInitialize(count)
///   OpMemoryNamedBarrier       __spirv_MemoryNamedBarrier(barrier, scope, semantics)
///
/// Modules without named barriers stay as they are.
std::string replaceNamedBarriers(std::string words);

} // namespace heddle::compiler

#endif
