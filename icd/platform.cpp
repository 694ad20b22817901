// Platform queries, and what the loader asks before it knows any object.
#include "runtime/platform.hpp"
#include "icd/dispatch_table.hpp"
#include "icd/entry.hpp"
#include "icd/exports.hpp"
#include "icd/extension_list.hpp"
#include "icd/version.hpp"

using namespace heddle;

namespace {

cl_int getPlatformIDs(cl_uint numEntries, cl_platform_id *platforms, cl_uint *numPlatforms) {
  return returnStatus([&]() -> cl_int {
    // CL_INVALID_VALUE: a list without room, or nothing that could take the answer.
    if ((platforms && numEntries == 0) || (!platforms && !numPlatforms))
      return CL_INVALID_VALUE;
    Platform &platform = Platform::instance(dispatchTable());
    if (platforms)
      platforms[0] = platform.handle();
    if (numPlatforms)
      *numPlatforms = 1;
    return CL_SUCCESS;
  });
}

} // namespace

CL_API_ENTRY cl_int CL_API_CALL clGetPlatformIDs(cl_uint numEntries, cl_platform_id *platforms,
                                                 cl_uint *numPlatforms) {
  return getPlatformIDs(numEntries, platforms, numPlatforms);
}

CL_API_ENTRY cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint numEntries,
                                                       cl_platform_id *platforms,
                                                       cl_uint *numPlatforms) {
  return getPlatformIDs(numEntries, platforms, numPlatforms);
}

CL_API_ENTRY cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform,
                                                  cl_platform_info paramName, size_t paramValueSize,
                                                  void *paramValue, size_t *paramValueSizeRet) {
  return answerQuery(paramValueSize, paramValue, paramValueSizeRet, [&](InfoValue out) -> cl_int {
    // A null platform stands for the one there is.
    if (platform && !fromHandle<Platform>(platform))
      return CL_INVALID_PLATFORM;
    switch (paramName) {
    case CL_PLATFORM_PROFILE:
      return out.string("FULL_PROFILE");
    case CL_PLATFORM_VERSION:
      return out.string("OpenCL 3.0 Heddle " HEDDLE_VERSION);
    case CL_PLATFORM_NUMERIC_VERSION:
      return out.write<cl_version>(CL_MAKE_VERSION(3, 0, 0));
    case CL_PLATFORM_NAME:
      return out.string("Heddle");
    case CL_PLATFORM_VENDOR:
      return out.string("Heddle");
    case CL_PLATFORM_EXTENSIONS:
      return out.string(extensionString(ExtensionScope::platform));
    case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
      return out.array(extensionsWithVersion(ExtensionScope::platform));
    case CL_PLATFORM_HOST_TIMER_RESOLUTION:
      return out.write<cl_ulong>(1); // nanoseconds, of clGetHostTimer
    case CL_PLATFORM_ICD_SUFFIX_KHR:
      return out.string("HEDDLE");
    default:
      return CL_INVALID_VALUE;
    }
  });
}

CL_API_ENTRY cl_int CL_API_CALL clUnloadPlatformCompiler(cl_platform_id platform) {
  // The compiler is another process; nothing of it stays here.
  return fromHandle<Platform>(platform) ? CL_SUCCESS : CL_INVALID_PLATFORM;
}
