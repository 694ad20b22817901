// The records inside a kernel binary that describe its kernels.
//
// A kernel binary is an ELF shared object with one note (section .note.heddle, name "Heddle",
// type noteType) whose descriptor is encode(BinaryMetadata). The loader reads and checks the note
// before the file is mapped as code.
#ifndef HEDDLE_RUNTIME_ABI_KERNEL_METADATA_HPP
#define HEDDLE_RUNTIME_ABI_KERNEL_METADATA_HPP

#include "runtime/abi/checks_request.hpp"
#include "runtime/abi/joined_groups.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::abi {

inline constexpr char noteName[] = "Heddle";
inline constexpr char noteSection[] = ".note.heddle";
inline constexpr std::uint32_t noteType = 1;

enum class ArgumentKind : std::uint8_t {
  value,           ///< bytes are copied into the block
  globalPointer,   ///< cl_mem, SVM or USM address
  constantPointer, ///< the same, read-only
  localPointer,    ///< the application gives a size; the block holds an offset into local memory
  image,
  sampler,
  pipe,
  queue,
};

/// Whether a kernel can tell which work-items are a work-group. Where it cannot, the executor may
/// cut the ND-range into other ones than the application did. Where it can by nothing but what is
/// here, several work-groups can be joined by code that is compiled for that (JoinedGroups).
enum class GroupBoundaries : std::uint8_t {
  visible,
  shareMemory,   ///< by ids and sizes, barriers and local memory
  haveIds,       ///< by ids and sizes only
  visibleInTail, ///< only if trailing work-groups are smaller than the others
  invisible,
};

/// The bit that stands for a size of sub-groups: 1, 8, 16 or 32.
constexpr std::uint8_t sizeBit(std::uint32_t size) {
  return static_cast<std::uint8_t>(size == 1 ? 1 : size / 4);
}

/// Whether an image that is an argument has depths for its pixels.
enum class ImageDepth : std::uint8_t { no, yes, either };

/// Values of cl_kernel_arg_access_qualifier are kept as they are in CL/cl.h.
struct ArgumentMetadata {
  ArgumentKind kind = ArgumentKind::value;
  std::uint32_t size = 0;      ///< bytes clSetKernelArg expects (8 for pointers; 0 for local)
  std::uint32_t alignment = 1; ///< of the value in the block; of the pointee for local pointers
  std::uint32_t offset = 0;    ///< bytes from the start of the argument block
  /// Of a local pointer: how often what the application gives it is wanted, one behind the other.
  std::uint32_t localCopies = 1;
  std::uint32_t addressQualifier = 0; ///< CL_KERNEL_ARG_ADDRESS_*
  std::uint32_t accessQualifier = 0;  ///< CL_KERNEL_ARG_ACCESS_*
  std::uint64_t typeQualifier = 0;    ///< CL_KERNEL_ARG_TYPE_* bits
  std::uint32_t imageType = 0;        ///< of an image: CL_MEM_OBJECT_IMAGE2D and its like
  ImageDepth imageDepth = ImageDepth::no;
  /// Of a global pointer by which the kernel does nothing but to add integers to elements of so
  /// many bytes, atomically, and nobody sees what was there before; else 0.
  std::uint8_t addedBytes = 0;
  bool hasInfo = false; ///< typeName and name are known (source with -cl-kernel-arg-info, or IL)
  std::string typeName;
  std::string name;
};

struct KernelMetadata {
  std::string name;                       ///< as clCreateKernel spells it
  std::string entrySymbol;                ///< exported HeddleKernelEntry
  std::string attributes;                 ///< CL_KERNEL_ATTRIBUTES, "" for IL
  std::uint32_t subGroupSize = 1;         ///< lanes a sub-group runs with
  std::uint32_t requiredSubGroupSize = 0; ///< from intel_reqd_sub_group_size / SubgroupSize, else 0
  std::uint32_t requiredNumSubGroups = 0; ///< from SubgroupsPerWorkgroup, else 0
  std::array<std::uint64_t, 3> requiredWorkGroupSize{}; ///< 0,0,0 when absent
  std::array<std::uint64_t, 3> workGroupSizeHint{};     ///< 0,0,0 when absent
  std::uint64_t localMemSize = 0;     ///< bytes of static local memory; dynamic follows it
  std::uint64_t keptLocalMemSize = 0; ///< of these, what only the compiler asked for
  std::uint64_t privateMemSize = 0;   ///< bytes per work-item that could not stay in registers
  std::uint64_t frameSize = 0;        ///< bytes of a suspended sub-group, 0 without barriers
  std::uint32_t frameAlignment = 1;
  std::uint32_t argumentBlockSize = 0; ///< bytes
  bool vectorized = false;             ///< false: lane by lane (sub-group size 1)
  bool seesSubGroups = false;          ///< by functions, or because it requires a size of them
  bool sameAtAnySize = false;          ///< results, bit by bit, with sub-groups of any size
  bool sameInAnyLanes = false;         ///< the same, of that size but of any work-items
  /// Sizes that may be quicker than the one chosen; bits of sizeBit().
  std::uint8_t otherSizes = 0;
  bool straightCode = false; ///< no loops and no printf: it waits for nobody
  /// Work-groups that follow one another read the same, and none waits for another one: each worker
  /// had better run some that lie together.
  bool groupsShareReads = false;
  /// Work-items beside one another in dimension 0 access the same lines of the cache, or lines
  /// beside one another, in all that they do to global memory.
  bool goesAlongRows = false;
  /// Work-items beside one another in dimension 0 of the code access lines of global memory far
  /// from one another, which those beside one another in dimension 1 share.
  bool crossesRows = false;
  /// Rows of a work-group, which lie beside one another in dimension 1 of the code, that are done
  /// at once where there are so many, as its sums would wait for themselves in one; 1: none.
  std::uint8_t joinedRows = 1;
  bool hasGlobalAtomics = false; ///< its threads may take lines of the cache from each other
  bool asksRanges = false;       ///< of its arguments (HeddleWorkerContext::ranges)
  bool uniformWorkGroups = true; ///< the global size must be a multiple of the local size
  /// For global ids below 2^31, and work-groups of the required size alone, or else rows of whole
  /// sub-groups: no sub-group has missing lanes then. Other ND-ranges want code of their own
  /// (CompileRequest::anyRange).
  bool wholeSubGroupsOnly = false;
  /// For global ids below 2^31, and whole work-groups that begin at multiples of their size in all
  /// dimensions. Other ND-ranges want code of their own (CompileRequest::alignedGroups).
  bool alignedGroupsOnly = false;
  /// The work-group stages factors of products of matrices in local memory. Where its size is known
  /// they may be read where they come from (CompileRequest::knownLocalSize).
  bool wantsLocalSize = false;
  /// The binary has no code of it: the first launch has it compiled from the modules of the build.
  /// What code generation decides is not known here, and subGroupSize is what most kernels get.
  bool isDeferred = false;
  GroupBoundaries groupBoundaries = GroupBoundaries::visible;
  /// What a work-item writes, or a part of it, by stores that may go past the caches
  /// (HeddleWorkerContext::streams); 0 without such stores.
  std::uint32_t streamedBytes = 0;
  /// The dimension of the ND-range that is dimension 0 of the code, and dimension 0 is that one.
  std::uint8_t firstDimension = 0;
  JoinedGroups joinedGroups; ///< what a work-group of this code is of the application's
  std::vector<ArgumentMetadata> arguments;
};

/// CL_DEVICE_MAX_WORK_GROUP_SIZE: kernels are compiled for any size up to it.
inline constexpr std::uint64_t maxWorkGroupSize = 4096;

/// CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE: a larger variable is a build failure.
inline constexpr std::uint64_t maxGlobalVariableSize = 64 << 20;

struct BinaryMetadata {
  std::string targetCpu; ///< the resolved CPU or ISA level, never "native"
  /// Features (LLVM spelling, comma-separated, no sign) that the CPU must have to run this.
  std::string requiredFeatures;
  /// Bytes of the program's variables in the global address space.
  std::uint64_t globalVariableSize = 0;
  ChecksRequest checks; ///< CompileRequest::checks
  std::vector<KernelMetadata> kernels;
};

/// The descriptor of the note. It starts with abiVersion.
std::string encode(const BinaryMetadata &metadata);

/// Nothing when the bytes are damaged or of another abiVersion.
std::optional<BinaryMetadata> decodeMetadata(std::string_view bytes);

} // namespace heddle::abi

#endif
