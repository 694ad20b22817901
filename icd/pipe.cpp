// Pipes. CL_DEVICE_PIPE_SUPPORT is CL_FALSE.
#include "icd/entry.hpp"
#include "runtime/context.hpp"

using namespace heddle;

CL_API_ENTRY cl_mem CL_API_CALL clCreatePipe(cl_context context, cl_mem_flags, cl_uint, cl_uint,
                                             const cl_pipe_properties *, cl_int *errcodeRet) {
  if (errcodeRet)
    // CL_INVALID_OPERATION: no device of the context supports pipes.
    *errcodeRet = fromHandle<Context>(context) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT;
  return nullptr;
}

CL_API_ENTRY cl_int CL_API_CALL clGetPipeInfo(cl_mem, cl_pipe_info, size_t, void *, size_t *) {
  // CL_INVALID_MEM_OBJECT: no memory object is a pipe.
  return CL_INVALID_MEM_OBJECT;
}
