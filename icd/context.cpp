// Contexts.
#include "runtime/context.hpp"
#include "icd/device_type.hpp"
#include "icd/entry.hpp"
#include "icd/property_list.hpp"
#include "runtime/platform.hpp"

using namespace heddle;

namespace {

using Properties = std::vector<cl_context_properties>;
using Notify = Context::Notify;

cl_int readProperties(const cl_context_properties *list, Properties &copy) {
  return readPropertyList(list, CL_INVALID_PROPERTY, copy,
                          [](cl_context_properties name, cl_context_properties value) -> cl_int {
                            switch (name) {
                            case CL_CONTEXT_PLATFORM:
                              return fromHandle<Platform>(reinterpret_cast<cl_platform_id>(value))
                                         ? CL_SUCCESS
                                         : CL_INVALID_PLATFORM;
                            case CL_CONTEXT_INTEROP_USER_SYNC:
                              return value == CL_TRUE || value == CL_FALSE ? CL_SUCCESS
                                                                           : CL_INVALID_PROPERTY;
                            default:
                              return CL_INVALID_PROPERTY;
                            }
                          });
}

} // namespace

CL_API_ENTRY cl_context CL_API_CALL clCreateContext(const cl_context_properties *properties,
                                                    cl_uint numDevices, const cl_device_id *devices,
                                                    Notify notify, void *userData,
                                                    cl_int *errcodeRet) {
  return createObject(errcodeRet, [&]() -> Result<Ref<Context>> {
    Properties copy;
    if (cl_int error = readProperties(properties, copy))
      return error;
    // CL_INVALID_VALUE: no device, or data for a callback that is not there.
    if (!devices || numDevices == 0 || (!notify && userData))
      return CL_INVALID_VALUE;
    std::vector<Device *> members;
    for (cl_uint i = 0; i < numDevices; ++i) {
      Device *device = fromHandle<Device>(devices[i]);
      if (!device)
        return CL_INVALID_DEVICE;
      members.push_back(device);
    }
    return Context::create(members, std::move(copy), notify, userData);
  });
}

CL_API_ENTRY cl_context CL_API_CALL clCreateContextFromType(const cl_context_properties *properties,
                                                            cl_device_type deviceType,
                                                            Notify notify, void *userData,
                                                            cl_int *errcodeRet) {
  return createObject(errcodeRet, [&]() -> Result<Ref<Context>> {
    Properties copy;
    if (cl_int error = readProperties(properties, copy))
      return error;
    // CL_INVALID_VALUE: data for a callback that is not there.
    if (!notify && userData)
      return CL_INVALID_VALUE;
    if (!validDeviceType(deviceType))
      return CL_INVALID_DEVICE_TYPE;
    std::vector<Device *> members;
    for (const Ref<Device> &device : Platform::instance().devices())
      if (matchesDeviceType(*device, deviceType))
        members.push_back(device.get());
    if (members.empty())
      return CL_DEVICE_NOT_FOUND;
    return Context::create(members, std::move(copy), notify, userData);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainContext(cl_context context) {
  return retainHandle<Context>(context, CL_INVALID_CONTEXT);
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseContext(cl_context context) {
  return releaseHandle<Context>(context, CL_INVALID_CONTEXT);
}

CL_API_ENTRY cl_int CL_API_CALL clGetContextInfo(cl_context handle, cl_context_info paramName,
                                                 size_t paramValueSize, void *paramValue,
                                                 size_t *paramValueSizeRet) {
  return answerQuery(paramValueSize, paramValue, paramValueSizeRet, [&](InfoValue out) -> cl_int {
    Context *context = fromHandle<Context>(handle);
    if (!context)
      return CL_INVALID_CONTEXT;
    switch (paramName) {
    case CL_CONTEXT_REFERENCE_COUNT:
      return out.write<cl_uint>(context->applicationReferences());
    case CL_CONTEXT_NUM_DEVICES:
      return out.write<cl_uint>(static_cast<cl_uint>(context->devices().size()));
    case CL_CONTEXT_DEVICES: {
      std::vector<cl_device_id> handles;
      for (const Ref<Device> &device : context->devices())
        handles.push_back(device->handle());
      return out.array(handles);
    }
    case CL_CONTEXT_PROPERTIES:
      return out.array(context->properties());
    default:
      return CL_INVALID_VALUE;
    }
  });
}

CL_API_ENTRY cl_int CL_API_CALL clSetContextDestructorCallback(cl_context handle,
                                                               Context::DestructorCallback callback,
                                                               void *userData) {
  return returnStatus([&]() -> cl_int {
    Context *context = fromHandle<Context>(handle);
    if (!context)
      return CL_INVALID_CONTEXT;
    if (!callback)
      return CL_INVALID_VALUE;
    context->addDestructorCallback(callback, userData);
    return CL_SUCCESS;
  });
}
