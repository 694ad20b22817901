// What a kernel's SPIR-V metadata and signature say about it.
#ifndef HEDDLE_COMPILER_IR_KERNEL_INFO_HPP
#define HEDDLE_COMPILER_IR_KERNEL_INFO_HPP

#include "runtime/abi/kernel_metadata.hpp"

#include "llvm/IR/Function.h"

#include <optional>
#include <vector>

namespace heddle::compiler {

/// Where one kernel parameter lies in the argument block.
struct ArgumentSlot {
  std::uint32_t offset; ///< bytes
  std::uint32_t size;   ///< bytes in the block
  std::uint32_t alignment;
};

/// The argument block of a kernel: natural alignment, in order, as a C struct would have it.
/// A by-value struct (a "byval" pointer) lies in the block itself.
std::vector<ArgumentSlot> argumentSlots(const llvm::Function &kernel, std::uint32_t &blockSize);

/// What the front end calls the body of kernel `k`, with this before the name, where it is called
/// like a function.
inline constexpr char kernelBodyPrefix[] = "__clang_ocl_kern_imp_";

/// On kernels of a link, whose modules may differ in what PipelineOptions says for all: its
/// work-groups need not have the enqueued size, and its attributes are not known.
inline constexpr char nonUniformAttribute[] = "heddle-non-uniform-work-groups";
inline constexpr char fromIlAttribute[] = "heddle-from-il";

/// On kernels that do without tiles, as their tiles would leave no register for something else; and
/// on the functions that are made of them.
inline constexpr char withoutTilesAttribute[] = "heddle-without-tiles";

/// On calls of HeddleWorkerContext::panel, which uses no tiles (keep-tiles-in-calls).
inline constexpr char leavesTilesAttribute[] = "heddle-leaves-tiles";

/// On a kernel that was too long with versions of its loops for what is known at run time only.
inline constexpr char oneVersionAttribute[] = "heddle-one-version";

/// intel_reqd_sub_group_size / SubgroupSize, 0 when absent.
unsigned requiredSubGroupSize(const llvm::Function &kernel);

/// Everything of the record that the source determines. The sizes that code generation decides
/// (local, private, frame) and subGroupSize are left as they are by default.
/// attributesKnown: whether CL_KERNEL_ATTRIBUTES is to be told (source, not IL).
abi::KernelMetadata describeKernel(const llvm::Function &kernel, bool attributesKnown);

} // namespace heddle::compiler

#endif
