// What libheddle.so and heddlec say to each other.
//
// The runtime starts "heddlec --job" with the encoded CompileRequest as standard input and reads
// the encoded CompileResponse from what the child wrote to standard output. Both are memory files:
// nothing of a build touches a disk. Standard error carries what a crashing compiler says last and
// ends up in the build log. Exit status 0 means that the response is whole, also when it reports a
// failed build; everything else (a signal, another status, a response that does not decode) is a
// compiler that died.
#ifndef HEDDLE_RUNTIME_ABI_COMPILER_INTERFACE_HPP
#define HEDDLE_RUNTIME_ABI_COMPILER_INTERFACE_HPP

#include "runtime/abi/checks_request.hpp"
#include "runtime/abi/compiled_module.hpp"
#include "runtime/abi/joined_groups.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::abi {

inline constexpr char jobOption[] = "--job";

enum class JobKind : std::uint8_t {
  build,   ///< the input becomes kernels
  compile, ///< the input becomes a SPIR-V module, which may import what others export
  link,    ///< the modules become kernels
  library, ///< the modules are only compared with each other; names may stay undefined
};

/// A text that a program includes by a name, in place of any file: clCompileProgram's headers.
struct EmbeddedHeader {
  std::string name;
  std::string text;
};

struct CompileRequest {
  JobKind kind = JobKind::build;
  // Of builds and compilations.
  InputKind inputKind = InputKind::openclC;
  std::string input;                   ///< the whole text, or the words of the SPIR-V module
  std::string sourceName = "<source>"; ///< what diagnostics and line tables call the text
  std::vector<EmbeddedHeader> headers; ///< of several with one name the first counts
  std::vector<SpecializationConstant> specializationConstants;
  // Of links and libraries.
  std::vector<CompiledModule> modules;

  /// As given to the function of the API: compiler options, whose quoting the compiler undoes, or
  /// those of link_options.hpp.
  std::string options;
  std::string target; ///< "native", a CPU name of LLVM, or a level like x86-64-v3
  /// Lanes for kernels that do not require a size and call no sub-group-size-specific function;
  /// 0 lets the compiler choose. 1 is lane-by-lane execution, the oracle.
  std::uint32_t subGroupSize = 0;
  /// What the device reports as CL_DEVICE_SUB_GROUP_SIZES_INTEL, ascending. Kernels that use
  /// sub-group functions and require nothing get the first one.
  std::vector<std::uint32_t> reportedSubGroupSizes;
  /// The only kernel that is wanted of the program; empty: all.
  std::string kernel;
  /// Its work-groups are to be joined so; a failure where that cannot be.
  JoinedGroups joinedGroups;
  /// Work-groups have this size, as if all kernels required it that require none; zeros: any.
  std::array<std::uint32_t, 3> knownLocalSize{};
  /// The code is for every ND-range, also where hardly any needs it (wholeSubGroupsOnly).
  bool anyRange = false;
  /// The code may want launches to have whole work-groups that begin at multiples of their size
  /// (alignedGroupsOnly).
  bool alignedGroups = false;
  /// The launch that waits for the code has whole sub-groups: that for others is left out wherever
  /// it can be (wholeSubGroupsOnly).
  bool wholeSubGroups = false;
  /// Kernels of a program that takes long may be left to their first launch
  /// (KernelMetadata::isDeferred), where nothing can be wrong with them any more.
  bool mayDefer = false;
  /// Dimensions stay in place (KernelMetadata::firstDimension).
  bool keepDimensions = false;
  ChecksRequest checks;
  bool verbose = false; ///< notes about what was (not) vectorized go to the log
  /// Groups of kernels that are compiled at a time, a process each; 0 for one a processor. The
  /// result does not depend on it.
  std::uint32_t processes = 0;
  std::uint64_t memoryLimit = 0;     ///< bytes of address space for each process, 0 for none
  std::uint32_t cpuSecondsLimit = 0; ///< for each process, 0 for none
};

enum class CompileStatus : std::uint8_t {
  success,
  buildFailure,   ///< CL_BUILD_, CL_COMPILE_ or CL_LINK_PROGRAM_FAILURE: the log says why
  invalidOptions, ///< CL_INVALID_BUILD_, _COMPILER_ or _LINKER_OPTIONS
  invalidInput,   ///< not OpenCL SPIR-V at all; CL_INVALID_VALUE at clCreateProgramWithIL,
                  ///< a build failure at build time
};

/// A file that the build read through #include. The runtime trusts a cache entry only while each
/// of them still has this content.
struct IncludedFile {
  std::string path; ///< absolute
  std::string hash; ///< contentHash() of its bytes
};

/// What the build found at a path of the disk that it looked at, for #include or __has_include, and
/// did not read. A file that is there now and was not then could come first, or change an answer.
struct LookedUpPath {
  enum class Found : std::uint8_t { nothing, file, folder };
  std::string path; ///< absolute
  Found found = Found::nothing;
};

/// What there is now.
LookedUpPath::Found lookUp(const std::string &path);

/// What the compiler was at, by the clock that all processes share (CLOCK_MONOTONIC).
struct StageTime {
  std::string name;
  std::uint64_t start = 0; ///< nanoseconds
  std::uint64_t end = 0;
};

struct CompileResponse {
  CompileStatus status = CompileStatus::buildFailure;
  std::string log;
  std::string spirv;  ///< of a build or compilation with success: the module
  std::string whole;  ///< of a compilation, CompiledModule::whole
  std::string binary; ///< of a build or link with success: the ELF shared object
  std::vector<IncludedFile> includedFiles;
  std::vector<LookedUpPath> lookedUpPaths;
  /// The source asked for the time (__TIME__ and its like): the next build is another one.
  bool dependsOnTime = false;
  std::vector<StageTime> stages; ///< one after the other, up to the response
};

std::string encode(const CompileRequest &request);
std::string encode(const CompileResponse &response);
/// Nothing when the bytes are damaged or of another abiVersion.
std::optional<CompileRequest> decodeRequest(std::string_view bytes);
std::optional<CompileResponse> decodeResponse(std::string_view bytes);

/// 16 bytes (XXH3, 128 bits) that identify a content.
std::string contentHash(std::string_view bytes);

} // namespace heddle::abi

#endif
