#include "icd/dispatch_table.hpp"
#include "icd/sharing.hpp"
#include "icd/traced_call.hpp"
#include "runtime/compile/compiler_location.hpp"
#include "runtime/support/options.hpp"

#include <CL/cl_icd.h>

#include <cstdint>
#include <span>

namespace heddle {

namespace {

// CL_ICD2_TAG_KHR: "OPENCL31" as a number.
constexpr std::intptr_t icd2Tag = 0x4F50454E434C3331;

template <typename Slot, typename Function> void set(Slot &slot, Function *function) {
  slot = reinterpret_cast<Slot>(function);
}

cl_icd_dispatch makeTable() {
  cl_icd_dispatch table{};
  table.clGetPlatformIDs = reinterpret_cast<cl_api_clGetPlatformIDs>(icd2Tag);
  table.clUnloadCompiler = reinterpret_cast<cl_api_clUnloadCompiler>(icd2Tag);
#define HEDDLE_ENTRY_POINT(name) table.name = entryPoint<#name, name>();
#include "icd/entry_points.def"

  // Slots without a type on this system.
  set(table.clGetDeviceIDsFromD3D10KHR, getDeviceIDsOfMedia);
  set(table.clCreateFromD3D10BufferKHR, createFromMediaBuffer);
  set(table.clCreateFromD3D10Texture2DKHR, createFromMediaTexture);
  set(table.clCreateFromD3D10Texture3DKHR, createFromMediaTexture);
  set(table.clEnqueueAcquireD3D10ObjectsKHR, enqueueMediaObjects);
  set(table.clEnqueueReleaseD3D10ObjectsKHR, enqueueMediaObjects);
  set(table.clGetDeviceIDsFromD3D11KHR, getDeviceIDsOfMedia);
  set(table.clCreateFromD3D11BufferKHR, createFromMediaBuffer);
  set(table.clCreateFromD3D11Texture2DKHR, createFromMediaTexture);
  set(table.clCreateFromD3D11Texture3DKHR, createFromMediaTexture);
  set(table.clCreateFromDX9MediaSurfaceKHR, createFromMediaSurface);
  set(table.clEnqueueAcquireD3D11ObjectsKHR, enqueueMediaObjects);
  set(table.clEnqueueReleaseD3D11ObjectsKHR, enqueueMediaObjects);
  set(table.clGetDeviceIDsFromDX9MediaAdapterKHR, getDeviceIDsOfMedia);
  set(table.clEnqueueAcquireDX9MediaSurfacesKHR, enqueueMediaObjects);
  set(table.clEnqueueReleaseDX9MediaSurfacesKHR, enqueueMediaObjects);
  return table;
}

struct NamedFunction {
  std::string_view name;
  void *address;
};

/// Made when a loader first asks, which is after the table: whether there is a trace is known.
std::span<const NamedFunction> functions() {
  static const NamedFunction list[] = {
      {"clGetPlatformIDs", reinterpret_cast<void *>(clGetPlatformIDs)},
      {"clUnloadCompiler", reinterpret_cast<void *>(clUnloadCompiler)},
#define HEDDLE_ENTRY_POINT(name) {#name, reinterpret_cast<void *>(entryPoint<#name, name>())},
#include "icd/entry_points.def"
  };
  return list;
}

} // namespace

const void *dispatchTable() {
  static const cl_icd_dispatch table = [] {
    if (!options().trace.empty())
      Trace::start(compile::locateCompiler(options().compiler).program);
    return makeTable();
  }();
  return &table;
}

void *coreFunctionAddress(std::string_view name) {
  for (const NamedFunction &function : functions())
    if (function.name == name)
      return function.address;
  return nullptr;
}

} // namespace heddle
