// What the device calls an address is one of the process, and no buffer ever moves. So nothing has
// to be done for buffers that want a fixed one.
#include "icd/ext_ext_buffer_device_address.hpp"

#include "icd/entry.hpp"
#include "icd/extension_list.hpp"
#include "runtime/buffer.hpp"
#include "runtime/context.hpp"
#include "runtime/kernel.hpp"

namespace heddle {

static_assert(extensionReported("cl_ext_buffer_device_address"));

namespace {

bool hasAddress(const MemoryObject &object) {
  const std::vector<cl_mem_properties> &list = object.properties();
  for (std::size_t i = 0; i + 1 < list.size(); i += 2)
    if (list[i] == CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT)
      return list[i + 1] == CL_TRUE;
  return false;
}

} // namespace

cl_int checkAddressProperty(cl_mem_properties name, cl_mem_properties value) {
  const bool known =
      name == CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT && (value == CL_TRUE || value == CL_FALSE);
  return known ? CL_SUCCESS : CL_INVALID_PROPERTY;
}

cl_int deviceAddressQuery(const MemoryObject &object, InfoValue out) {
  if (object.type() != CL_MEM_OBJECT_BUFFER)
    return CL_INVALID_OPERATION;
  // A part of a buffer with an address has one, too.
  const auto &buffer = static_cast<const Buffer &>(object);
  if (!hasAddress(buffer.parent() ? *buffer.parent() : object))
    return CL_INVALID_OPERATION;
  return out.array(std::vector<cl_mem_device_address_ext>(
      object.context().devices().size(), reinterpret_cast<std::uintptr_t>(buffer.data())));
}

cl_int CL_API_CALL setKernelArgDevicePointer(cl_kernel kernel, cl_uint argIndex,
                                             cl_mem_device_address_ext argValue) {
  return returnStatus([&]() -> cl_int {
    Kernel *target = fromHandle<Kernel>(kernel);
    if (!target)
      return CL_INVALID_KERNEL;
    // CL_INVALID_ARG_INDEX: no such argument, or not a pointer to global memory.
    const std::vector<abi::ArgumentMetadata> &arguments = target->metadata().arguments;
    if (argIndex >= arguments.size() ||
        arguments[argIndex].kind != abi::ArgumentKind::globalPointer)
      return CL_INVALID_ARG_INDEX;
    // Any address is one: only kernels that follow it are wrong.
    return target->setPointerArgument(
        argIndex, reinterpret_cast<const void *>(static_cast<std::uintptr_t>(argValue)));
  });
}

} // namespace heddle
