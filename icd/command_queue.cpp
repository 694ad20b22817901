// Command queues.
#include "runtime/command_queue.hpp"
#include "icd/entry.hpp"
#include "icd/property_list.hpp"
#include "runtime/context.hpp"

#include <CL/cl_ext.h>

using namespace heddle;

namespace {

constexpr cl_command_queue_properties deviceProperties =
    CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;

cl_int validateProperties(cl_command_queue_properties properties) {
  if (properties & ~(CommandQueue::supported | deviceProperties))
    return CL_INVALID_VALUE;
  // A queue on the device is out of order, and only such a one can be the default there.
  if ((properties & CL_QUEUE_ON_DEVICE) && !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
    return CL_INVALID_VALUE;
  if ((properties & CL_QUEUE_ON_DEVICE_DEFAULT) && !(properties & CL_QUEUE_ON_DEVICE))
    return CL_INVALID_VALUE;
  // CL_INVALID_QUEUE_PROPERTIES: right in themselves, but this device has no queues of its own.
  if (properties & deviceProperties)
    return CL_INVALID_QUEUE_PROPERTIES;
  return CL_SUCCESS;
}

/// High, medium or low; the numbers of the two extensions are the same.
bool validHint(cl_queue_properties value) {
  static_assert(CL_QUEUE_PRIORITY_HIGH_KHR == CL_QUEUE_THROTTLE_HIGH_KHR &&
                CL_QUEUE_PRIORITY_MED_KHR == CL_QUEUE_THROTTLE_MED_KHR &&
                CL_QUEUE_PRIORITY_LOW_KHR == CL_QUEUE_THROTTLE_LOW_KHR);
  return value == CL_QUEUE_PRIORITY_HIGH_KHR || value == CL_QUEUE_PRIORITY_MED_KHR ||
         value == CL_QUEUE_PRIORITY_LOW_KHR;
}

/// Context and device of a new queue: CL_INVALID_CONTEXT, CL_INVALID_DEVICE.
cl_int findOwners(cl_context context, cl_device_id device, Context *&owner, Device *&target) {
  owner = fromHandle<Context>(context);
  if (!owner)
    return CL_INVALID_CONTEXT;
  target = fromHandle<Device>(device);
  return target && owner->hasDevice(*target) ? CL_SUCCESS : CL_INVALID_DEVICE;
}

} // namespace

CL_API_ENTRY cl_command_queue CL_API_CALL
clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                   const cl_queue_properties *properties, cl_int *errcodeRet) {
  return createObject(errcodeRet, [&]() -> Result<Ref<CommandQueue>> {
    Context *owner;
    Device *target;
    if (cl_int error = findOwners(context, device, owner, target))
      return error;
    cl_command_queue_properties flags = 0;
    bool sizeGiven = false;
    CommandQueue::Hints hints;
    std::vector<cl_queue_properties> copy;
    cl_int error =
        readPropertyList(properties, CL_INVALID_VALUE, copy,
                         [&](cl_queue_properties name, cl_queue_properties value) -> cl_int {
                           switch (name) {
                           case CL_QUEUE_PROPERTIES:
                             flags = value;
                             return CL_SUCCESS;
                           case CL_QUEUE_SIZE:
                             sizeGiven = true;
                             return CL_SUCCESS;
                           case CL_QUEUE_PRIORITY_KHR:
                             hints.priority = static_cast<cl_queue_priority_khr>(value);
                             return validHint(value) ? CL_SUCCESS : CL_INVALID_VALUE;
                           case CL_QUEUE_THROTTLE_KHR:
                             hints.throttle = static_cast<cl_queue_throttle_khr>(value);
                             return validHint(value) ? CL_SUCCESS : CL_INVALID_VALUE;
                           default:
                             return CL_INVALID_VALUE;
                           }
                         });
    if (error)
      return error;
    // CL_INVALID_VALUE: only a queue on the device has a size.
    if (sizeGiven && !(flags & CL_QUEUE_ON_DEVICE))
      return CL_INVALID_VALUE;
    if (cl_int invalid = validateProperties(flags))
      return invalid;
    return CommandQueue::create(*owner, *target, flags, std::move(copy), hints);
  });
}

CL_API_ENTRY cl_command_queue CL_API_CALL
clCreateCommandQueue(cl_context context, cl_device_id device,
                     cl_command_queue_properties properties, cl_int *errcodeRet) {
  return createObject(errcodeRet, [&]() -> Result<Ref<CommandQueue>> {
    Context *owner;
    Device *target;
    if (cl_int error = findOwners(context, device, owner, target))
      return error;
    // The queues on devices came later than this function.
    if (properties & ~CommandQueue::supported)
      return CL_INVALID_VALUE;
    return CommandQueue::create(*owner, *target, properties, {}, {});
  });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainCommandQueue(cl_command_queue queue) {
  return retainHandle<CommandQueue>(queue, CL_INVALID_COMMAND_QUEUE);
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue queue) {
  // The implied flush has nothing to do: commands start by themselves.
  return releaseHandle<CommandQueue>(queue, CL_INVALID_COMMAND_QUEUE);
}

CL_API_ENTRY cl_int CL_API_CALL clGetCommandQueueInfo(cl_command_queue handle,
                                                      cl_command_queue_info paramName,
                                                      size_t paramValueSize, void *paramValue,
                                                      size_t *paramValueSizeRet) {
  return answerQuery(paramValueSize, paramValue, paramValueSizeRet, [&](InfoValue out) -> cl_int {
    CommandQueue *queue = fromHandle<CommandQueue>(handle);
    if (!queue)
      return CL_INVALID_COMMAND_QUEUE;
    switch (paramName) {
    case CL_QUEUE_CONTEXT:
      return out.write<cl_context>(queue->context().handle());
    case CL_QUEUE_DEVICE:
      return out.write<cl_device_id>(queue->device().handle());
    case CL_QUEUE_REFERENCE_COUNT:
      return out.write<cl_uint>(queue->applicationReferences());
    case CL_QUEUE_PROPERTIES:
      return out.write<cl_command_queue_properties>(queue->properties());
    case CL_QUEUE_PROPERTIES_ARRAY:
      return out.array(queue->propertyList());
    case CL_QUEUE_PRIORITY_KHR:
      return out.write<cl_queue_priority_khr>(queue->hints().priority);
    case CL_QUEUE_THROTTLE_KHR:
      return out.write<cl_queue_throttle_khr>(queue->hints().throttle);
    case CL_QUEUE_SIZE:
      // CL_INVALID_COMMAND_QUEUE: not a queue on the device.
      return CL_INVALID_COMMAND_QUEUE;
    case CL_QUEUE_DEVICE_DEFAULT:
      return out.write<cl_command_queue>(nullptr);
    default:
      return CL_INVALID_VALUE;
    }
  });
}

CL_API_ENTRY cl_int CL_API_CALL clSetDefaultDeviceCommandQueue(cl_context context,
                                                               cl_device_id device,
                                                               cl_command_queue) {
  Context *owner;
  Device *target;
  if (cl_int error = findOwners(context, device, owner, target))
    return error;
  // CL_INVALID_OPERATION: the device has no queues of its own, so no default that could change.
  return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_int CL_API_CALL clFlush(cl_command_queue queue) {
  // Commands start when nothing holds them back; there is nothing to push.
  return fromHandle<CommandQueue>(queue) ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE;
}

CL_API_ENTRY cl_int CL_API_CALL clFinish(cl_command_queue handle) {
  return returnStatus([&]() -> cl_int {
    CommandQueue *queue = fromHandle<CommandQueue>(handle);
    if (!queue)
      return CL_INVALID_COMMAND_QUEUE;
    // Nobody else may hold the queue while its own last command runs.
    Ref<CommandQueue> held(*queue);
    return queue->finish();
  });
}
