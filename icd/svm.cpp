// Shared virtual memory. CL_DEVICE_SVM_CAPABILITIES is 0: there is none to allocate.
#include <CL/cl.h>

CL_API_ENTRY void *CL_API_CALL clSVMAlloc(cl_context, cl_svm_mem_flags, size_t, cl_uint) {
  // Null is the answer to every failure, and without support every call is one.
  return nullptr;
}

CL_API_ENTRY void CL_API_CALL clSVMFree(cl_context, void *) {}
