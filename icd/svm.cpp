// Shared virtual memory: allocation.
#include "icd/entry.hpp"
#include "runtime/context.hpp"

#include <bit>

using namespace heddle;

namespace {

bool flagsAreValid(cl_svm_mem_flags flags) {
  constexpr cl_svm_mem_flags deviceAccess =
      CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
  constexpr cl_svm_mem_flags fineGrain = CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
  if ((flags & ~(deviceAccess | fineGrain)) || std::popcount(flags & deviceAccess) > 1)
    return false;
  return !(flags & CL_MEM_SVM_ATOMICS) || (flags & CL_MEM_SVM_FINE_GRAIN_BUFFER);
}

} // namespace

CL_API_ENTRY void *CL_API_CALL clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size,
                                          cl_uint alignment) {
  void *pointer = nullptr;
  // Null is the answer to every failure.
  (void)guarded([&]() -> cl_int {
    Context *owner = fromHandle<Context>(context);
    if (!owner)
      return CL_INVALID_CONTEXT;
    if (!flagsAreValid(flags))
      return CL_INVALID_VALUE;
    if (size == 0 || size > owner->commonMemAllocSize())
      return CL_INVALID_BUFFER_SIZE;
    if (!alignmentIsSupported(alignment))
      return CL_INVALID_VALUE;
    pointer = owner->sharedMemory().allocate(*owner, {.size = size,
                                                      .kind = SharedAllocation::Kind::svm,
                                                      .access = flags,
                                                      .alignment = alignment});
    return CL_SUCCESS;
  });
  return pointer;
}

CL_API_ENTRY void CL_API_CALL clSVMFree(cl_context context, void *pointer) {
  (void)guarded([&]() -> cl_int {
    if (Context *owner = fromHandle<Context>(context))
      owner->freeSvm(pointer);
    return CL_SUCCESS;
  });
}
