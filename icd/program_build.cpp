// clBuildProgram, clCompileProgram, clLinkProgram.
#include "icd/entry.hpp"
#include "icd/program_devices.hpp"
#include "runtime/program.hpp"

using namespace heddle;

CL_API_ENTRY cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint numDevices,
                                               const cl_device_id *deviceList, const char *options,
                                               void(CL_CALLBACK *notify)(cl_program, void *),
                                               void *userData) {
  return returnStatus([&]() -> cl_int {
    Program *target = fromHandle<Program>(program);
    if (!target)
      return CL_INVALID_PROGRAM;
    std::vector<Device *> devices;
    if (cl_int error = readOptionalDevices(target->devices(), numDevices, deviceList, devices))
      return error;
    // CL_INVALID_VALUE: data for a callback that is not there.
    if (!notify && userData)
      return CL_INVALID_VALUE;
    return target->build(devices, options ? options : "", notify, userData);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clCompileProgram(
    cl_program program, cl_uint numDevices, const cl_device_id *deviceList, const char *,
    cl_uint numInputHeaders, const cl_program *inputHeaders, const char **headerIncludeNames,
    void(CL_CALLBACK *notify)(cl_program, void *), void *userData) {
  return returnStatus([&]() -> cl_int {
    Program *target = fromHandle<Program>(program);
    if (!target)
      return CL_INVALID_PROGRAM;
    std::vector<Device *> devices;
    if (cl_int error = readOptionalDevices(target->devices(), numDevices, deviceList, devices))
      return error;
    // CL_INVALID_VALUE: headers without names, names without headers, or either without a number.
    if ((numInputHeaders == 0) != (inputHeaders == nullptr) ||
        (numInputHeaders == 0) != (headerIncludeNames == nullptr))
      return CL_INVALID_VALUE;
    if (!notify && userData)
      return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < numInputHeaders; ++i)
      if (!fromHandle<Program>(inputHeaders[i]))
        return CL_INVALID_PROGRAM;
    // CL_INVALID_OPERATION: there is nothing to compile in a binary.
    if (target->origin() == Program::Origin::binary)
      return CL_INVALID_OPERATION;
    // Separate compilation is not offered: CL_DEVICE_LINKER_AVAILABLE is CL_FALSE.
    return CL_COMPILER_NOT_AVAILABLE;
  });
}

CL_API_ENTRY cl_program CL_API_CALL clLinkProgram(cl_context context, cl_uint numDevices,
                                                  const cl_device_id *deviceList, const char *,
                                                  cl_uint numInputPrograms,
                                                  const cl_program *inputPrograms,
                                                  void(CL_CALLBACK *notify)(cl_program, void *),
                                                  void *userData, cl_int *errcodeRet) {
  return createObject(errcodeRet, [&]() -> Result<Ref<Program>> {
    Context *owner = fromHandle<Context>(context);
    if (!owner)
      return CL_INVALID_CONTEXT;
    std::vector<Device *> devices;
    if (cl_int error = readOptionalDevices(owner->devices(), numDevices, deviceList, devices))
      return error;
    if (numInputPrograms == 0 || !inputPrograms)
      return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < numInputPrograms; ++i)
      if (!fromHandle<Program>(inputPrograms[i]))
        return CL_INVALID_PROGRAM;
    if (!notify && userData)
      return CL_INVALID_VALUE;
    // CL_DEVICE_LINKER_AVAILABLE is CL_FALSE.
    return CL_LINKER_NOT_AVAILABLE;
  });
}
