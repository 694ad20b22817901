// clCreateProgramWith*, retain, release, and what is set on a program before it is built.
#include "icd/entry.hpp"
#include "icd/program_devices.hpp"
#include "runtime/program.hpp"

using namespace heddle;

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithSource(cl_context context, cl_uint count,
                                                              const char **strings,
                                                              const size_t *lengths,
                                                              cl_int *errcodeRet) {
  return createObject(errcodeRet, [&]() -> Result<Ref<Program>> {
    Context *owner = fromHandle<Context>(context);
    if (!owner)
      return CL_INVALID_CONTEXT;
    // CL_INVALID_VALUE: no strings, or one of them is null.
    if (count == 0 || !strings)
      return CL_INVALID_VALUE;
    std::string source;
    for (cl_uint i = 0; i < count; ++i) {
      if (!strings[i])
        return CL_INVALID_VALUE;
      // A length of zero means that the string ends at its NUL.
      if (lengths && lengths[i] != 0)
        source.append(strings[i], lengths[i]);
      else
        source.append(strings[i]);
    }
    return Program::createWithSource(*owner, std::move(source));
  });
}

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithIL(cl_context context, const void *il,
                                                          size_t length, cl_int *errcodeRet) {
  return createObject(errcodeRet, [&]() -> Result<Ref<Program>> {
    Context *owner = fromHandle<Context>(context);
    if (!owner)
      return CL_INVALID_CONTEXT;
    if (!il || length == 0)
      return CL_INVALID_VALUE;
    return Program::createWithIl(*owner, std::string(static_cast<const char *>(il), length));
  });
}

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithBinary(
    cl_context context, cl_uint numDevices, const cl_device_id *deviceList, const size_t *lengths,
    const unsigned char **binaries, cl_int *binaryStatus, cl_int *errcodeRet) {
  return createObject(errcodeRet, [&]() -> Result<Ref<Program>> {
    Context *owner = fromHandle<Context>(context);
    if (!owner)
      return CL_INVALID_CONTEXT;
    if (numDevices == 0 || !deviceList || !lengths || !binaries)
      return CL_INVALID_VALUE;
    std::vector<Device *> devices;
    if (cl_int error = readDevices(owner->devices(), numDevices, deviceList, devices))
      return error;

    std::vector<std::string_view> images;
    bool complete = true;
    for (cl_uint i = 0; i < numDevices; ++i) {
      const bool given = lengths[i] != 0 && binaries[i];
      complete &= given;
      if (binaryStatus)
        binaryStatus[i] = given ? CL_SUCCESS : CL_INVALID_VALUE;
      images.push_back(
          given ? std::string_view(reinterpret_cast<const char *>(binaries[i]), lengths[i])
                : std::string_view());
    }
    // CL_INVALID_VALUE: a binary is null or empty.
    if (!complete)
      return CL_INVALID_VALUE;
    std::vector<cl_int> statuses(numDevices, CL_INVALID_BINARY);
    auto program = Program::createWithBinaries(*owner, devices, images, statuses);
    if (binaryStatus)
      std::copy(statuses.begin(), statuses.end(), binaryStatus);
    return program;
  });
}

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithBuiltInKernels(
    cl_context context, cl_uint numDevices, const cl_device_id *deviceList, const char *,
    cl_int *errcodeRet) {
  return createObject(errcodeRet, [&]() -> Result<Ref<Program>> {
    Context *owner = fromHandle<Context>(context);
    if (!owner)
      return CL_INVALID_CONTEXT;
    if (numDevices == 0 || !deviceList)
      return CL_INVALID_VALUE;
    std::vector<Device *> devices;
    if (cl_int error = readDevices(owner->devices(), numDevices, deviceList, devices))
      return error;
    // CL_INVALID_VALUE: no name can be that of a built-in kernel, since no device has any.
    return CL_INVALID_VALUE;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainProgram(cl_program program) {
  return retainHandle<Program>(program, CL_INVALID_PROGRAM);
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseProgram(cl_program program) {
  return releaseHandle<Program>(program, CL_INVALID_PROGRAM);
}

CL_API_ENTRY cl_int CL_API_CALL clSetProgramReleaseCallback(
    cl_program program, void(CL_CALLBACK *notify)(cl_program, void *), void *) {
  return returnStatus([&]() -> cl_int {
    if (!fromHandle<Program>(program))
      return CL_INVALID_PROGRAM;
    if (!notify)
      return CL_INVALID_VALUE;
    // CL_INVALID_OPERATION: no device has destructors of program-scope variables, which the
    // callback would come before.
    return CL_INVALID_OPERATION;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clSetProgramSpecializationConstant(cl_program program,
                                                                   cl_uint specId, size_t specSize,
                                                                   const void *specValue) {
  return returnStatus([&]() -> cl_int {
    Program *target = fromHandle<Program>(program);
    // CL_INVALID_PROGRAM: also a program that was not made from IL.
    if (!target || target->origin() != Program::Origin::il)
      return CL_INVALID_PROGRAM;
    if (!specValue)
      return CL_INVALID_VALUE;
    return target->setSpecializationConstant(
        specId, std::string_view(static_cast<const char *>(specValue), specSize));
  });
}
