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
    return target->build({devices, options ? options : "", notify, userData});
  });
}

CL_API_ENTRY cl_int CL_API_CALL clCompileProgram(
    cl_program program, cl_uint numDevices, const cl_device_id *deviceList, const char *options,
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
    std::vector<abi::EmbeddedHeader> headers;
    for (cl_uint i = 0; i < numInputHeaders; ++i) {
      // CL_INVALID_PROGRAM: also a header that was not made from source, and so has no text.
      Program *header = fromHandle<Program>(inputHeaders[i]);
      if (!header || header->origin() != Program::Origin::source)
        return CL_INVALID_PROGRAM;
      if (&header->context() != &target->context())
        return CL_INVALID_CONTEXT;
      if (!headerIncludeNames[i])
        return CL_INVALID_VALUE;
      headers.push_back({headerIncludeNames[i], header->source()});
    }
    return target->compile({devices, options ? options : "", notify, userData}, std::move(headers));
  });
}

CL_API_ENTRY cl_program CL_API_CALL clLinkProgram(cl_context context, cl_uint numDevices,
                                                  const cl_device_id *deviceList,
                                                  const char *options, cl_uint numInputPrograms,
                                                  const cl_program *inputPrograms,
                                                  void(CL_CALLBACK *notify)(cl_program, void *),
                                                  void *userData, cl_int *errcodeRet) {
  // Unlike other functions that make an object, this one gives it also when the link fails: its
  // build log says why.
  cl_program handle = nullptr;
  const cl_int status = guarded([&]() -> cl_int {
    Context *owner = fromHandle<Context>(context);
    if (!owner)
      return CL_INVALID_CONTEXT;
    std::vector<Device *> devices;
    if (cl_int error = readOptionalDevices(owner->devices(), numDevices, deviceList, devices))
      return error;
    if (numInputPrograms == 0 || !inputPrograms)
      return CL_INVALID_VALUE;
    std::vector<Program *> inputs;
    for (cl_uint i = 0; i < numInputPrograms; ++i) {
      Program *input = fromHandle<Program>(inputPrograms[i]);
      if (!input)
        return CL_INVALID_PROGRAM;
      if (&input->context() != owner)
        return CL_INVALID_CONTEXT;
      inputs.push_back(input);
    }
    if (!notify && userData)
      return CL_INVALID_VALUE;
    auto program = Program::createLinked(*owner, devices, inputs, options ? options : "");
    if (!program)
      return program.error();
    // Before the callback can run, which may release it.
    (*program)->retainForApplication();
    handle = (*program)->handle();
    return (*program)->link(notify, userData);
  });
  if (errcodeRet)
    *errcodeRet = status;
  return handle;
}
