// The tables that the compiler checks modules against, as the device reports them.
#include "icd/ext_khr_spirv_queries.hpp"

#include "heddle/cl_khr_spirv_queries.h"
#include "icd/extension_list.hpp"

namespace heddle {

namespace {

constexpr const char *instructionSets[] = {
#define HEDDLE_SPIRV_INSTRUCTION_SET(name) name,
#include "runtime/abi/spirv_instruction_sets.def"
};

constexpr const char *extensions[] = {
#define HEDDLE_SPIRV_EXTENSION(name) #name,
#define HEDDLE_SPIRV_DRAFT_EXTENSION(name) #name,
#define HEDDLE_SPIRV_REWRITTEN_EXTENSION(name) #name,
#define HEDDLE_SPIRV_HINTS(name) #name,
#include "runtime/abi/spirv_extensions.def"
};

std::vector<cl_uint> capabilities() {
  enum class Support { yes, no };
  std::vector<cl_uint> result;
#define HEDDLE_SPIRV_CAPABILITY(name, value, support)                                              \
  if (Support::support == Support::yes)                                                            \
    result.push_back(value);
#include "runtime/abi/spirv_capabilities.def"
  return result;
}

} // namespace

cl_int spirvQuery(cl_device_info name, InfoValue out) {
  static_assert(extensionReported("cl_khr_spirv_queries"));
  switch (name) {
  case CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR:
    return out.array(std::span<const char *const>(instructionSets));
  case CL_DEVICE_SPIRV_EXTENSIONS_KHR:
    return out.array(std::span<const char *const>(extensions));
  case CL_DEVICE_SPIRV_CAPABILITIES_KHR:
    return out.array(capabilities());
  default:
    return CL_INVALID_VALUE;
  }
}

} // namespace heddle
