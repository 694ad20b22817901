// Buffers, and what all memory objects share.
#include "runtime/buffer.hpp"
#include "icd/entry.hpp"
#include "icd/ext_ext_buffer_device_address.hpp"
#include "icd/property_list.hpp"
#include "icd/validate.hpp"

using namespace heddle;

namespace {

Result<Ref<Buffer>> createBuffer(cl_context context, std::vector<cl_mem_properties> properties,
                                 cl_mem_flags flags, std::size_t size, void *hostPtr) {
  Context *owner = fromHandle<Context>(context);
  if (!owner)
    return CL_INVALID_CONTEXT;
  if (cl_int error = validateMemFlags(flags))
    return error;
  if (cl_int error = validateHostPtr(flags, hostPtr))
    return error;
  // CL_INVALID_BUFFER_SIZE: nothing to allocate, or more than any device of the context can hold.
  if (size == 0 || size > owner->maxMemAllocSize())
    return CL_INVALID_BUFFER_SIZE;
  // CL_INVALID_BUFFER_SIZE: more than is behind a pointer into shared memory.
  if (hostPtr) {
    const auto shared = owner->sharedMemory().find(hostPtr);
    if (shared && !shared->contains(hostPtr, size))
      return CL_INVALID_BUFFER_SIZE;
  }
  return Buffer::create(*owner, flags, size, hostPtr, std::move(properties));
}

} // namespace

CL_API_ENTRY cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size,
                                               void *hostPtr, cl_int *errcodeRet) {
  return createObject(errcodeRet, [&]() -> Result<Ref<Buffer>> {
    return createBuffer(context, {}, flags, size, hostPtr);
  });
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateBufferWithProperties(cl_context context,
                                                             const cl_mem_properties *properties,
                                                             cl_mem_flags flags, size_t size,
                                                             void *hostPtr, cl_int *errcodeRet) {
  return createObject(errcodeRet, [&]() -> Result<Ref<Buffer>> {
    if (!fromHandle<Context>(context))
      return CL_INVALID_CONTEXT;
    std::vector<cl_mem_properties> copy;
    if (cl_int error =
            readPropertyList(properties, CL_INVALID_PROPERTY, copy, checkAddressProperty))
      return error;
    return createBuffer(context, std::move(copy), flags, size, hostPtr);
  });
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateSubBuffer(cl_mem handle, cl_mem_flags flags,
                                                  cl_buffer_create_type createType,
                                                  const void *createInfo, cl_int *errcodeRet) {
  return createObject(errcodeRet, [&]() -> Result<Ref<Buffer>> {
    // CL_INVALID_MEM_OBJECT: not a buffer, or one that is a part itself.
    Buffer *parent = fromHandle<Buffer>(handle);
    if (!parent || parent->parent())
      return CL_INVALID_MEM_OBJECT;
    if (cl_int error = validateSubBufferFlags(flags, parent->flags()))
      return error;
    if (createType != CL_BUFFER_CREATE_TYPE_REGION || !createInfo)
      return CL_INVALID_VALUE;
    const auto &region = *static_cast<const cl_buffer_region *>(createInfo);
    if (region.size == 0)
      return CL_INVALID_BUFFER_SIZE;
    if (!inBounds(region.origin, region.size, parent->size()))
      return CL_INVALID_VALUE;
    // CL_MISALIGNED_SUB_BUFFER_OFFSET: no device of the context takes that origin.
    bool aligned = false;
    for (const Ref<Device> &device : parent->context().devices())
      aligned = aligned || region.origin % device->limits().memBaseAddrAlign == 0;
    if (!aligned)
      return CL_MISALIGNED_SUB_BUFFER_OFFSET;
    return Buffer::createSub(*parent, flags, region.origin, region.size);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainMemObject(cl_mem memObject) {
  return retainHandle<MemoryObject>(memObject, CL_INVALID_MEM_OBJECT);
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseMemObject(cl_mem memObject) {
  return releaseHandle<MemoryObject>(memObject, CL_INVALID_MEM_OBJECT);
}

CL_API_ENTRY cl_int CL_API_CALL clSetMemObjectDestructorCallback(
    cl_mem handle, MemoryObject::DestructorCallback callback, void *userData) {
  return returnStatus([&]() -> cl_int {
    MemoryObject *object = fromHandle<MemoryObject>(handle);
    if (!object)
      return CL_INVALID_MEM_OBJECT;
    if (!callback)
      return CL_INVALID_VALUE;
    object->addDestructorCallback(callback, userData);
    return CL_SUCCESS;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetMemObjectInfo(cl_mem handle, cl_mem_info paramName,
                                                   size_t paramValueSize, void *paramValue,
                                                   size_t *paramValueSizeRet) {
  return answerQuery(paramValueSize, paramValue, paramValueSizeRet, [&](InfoValue out) -> cl_int {
    MemoryObject *object = fromHandle<MemoryObject>(handle);
    if (!object)
      return CL_INVALID_MEM_OBJECT;
    switch (paramName) {
    case CL_MEM_TYPE:
      return out.write<cl_mem_object_type>(object->type());
    case CL_MEM_FLAGS:
      return out.write<cl_mem_flags>(object->flags());
    case CL_MEM_SIZE:
      return out.write<size_t>(object->size());
    case CL_MEM_HOST_PTR:
      return out.write<void *>(object->hostPointer());
    case CL_MEM_MAP_COUNT:
      return out.write<cl_uint>(object->mapCount());
    case CL_MEM_REFERENCE_COUNT:
      return out.write<cl_uint>(object->applicationReferences());
    case CL_MEM_CONTEXT:
      return out.write<cl_context>(object->context().handle());
    case CL_MEM_ASSOCIATED_MEMOBJECT:
      return out.write<cl_mem>(object->parent() ? object->parent()->handle() : nullptr);
    case CL_MEM_OFFSET:
      return out.write<size_t>(object->offset());
    case CL_MEM_USES_SVM_POINTER:
      return out.write<cl_bool>(object->usesSvmPointer());
    case CL_MEM_PROPERTIES:
      return out.array(object->properties());
    case CL_MEM_DEVICE_ADDRESS_EXT:
      return deviceAddressQuery(*object, out);
    default:
      return CL_INVALID_VALUE;
    }
  });
}
