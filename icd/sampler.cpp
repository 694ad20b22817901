// Samplers. They go with images, which the device has not.
#include "icd/entry.hpp"
#include "runtime/context.hpp"

using namespace heddle;

namespace {

cl_sampler refuseSampler(cl_context context, cl_int *errcodeRet) {
  if (errcodeRet)
    // CL_INVALID_OPERATION: no device of the context supports images.
    *errcodeRet = fromHandle<Context>(context) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT;
  return nullptr;
}

} // namespace

CL_API_ENTRY cl_sampler CL_API_CALL clCreateSampler(cl_context context, cl_bool, cl_addressing_mode,
                                                    cl_filter_mode, cl_int *errcodeRet) {
  return refuseSampler(context, errcodeRet);
}

CL_API_ENTRY cl_sampler CL_API_CALL clCreateSamplerWithProperties(cl_context context,
                                                                  const cl_sampler_properties *,
                                                                  cl_int *errcodeRet) {
  return refuseSampler(context, errcodeRet);
}

// CL_INVALID_SAMPLER: none was ever created.

CL_API_ENTRY cl_int CL_API_CALL clRetainSampler(cl_sampler) { return CL_INVALID_SAMPLER; }

CL_API_ENTRY cl_int CL_API_CALL clReleaseSampler(cl_sampler) { return CL_INVALID_SAMPLER; }

CL_API_ENTRY cl_int CL_API_CALL clGetSamplerInfo(cl_sampler, cl_sampler_info, size_t, void *,
                                                 size_t *) {
  return CL_INVALID_SAMPLER;
}
