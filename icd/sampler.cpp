// Samplers.
#include "runtime/sampler.hpp"
#include "icd/entry.hpp"
#include "icd/property_list.hpp"
#include "runtime/context.hpp"

using namespace heddle;

namespace {

/// CL_INVALID_VALUE: the value is none of those that the name has.
cl_int readSetting(cl_sampler_properties name, cl_sampler_properties value,
                   Sampler::Settings &settings) {
  switch (name) {
  case CL_SAMPLER_NORMALIZED_COORDS:
    if (value != CL_TRUE && value != CL_FALSE)
      return CL_INVALID_VALUE;
    settings.normalizedCoords = value == CL_TRUE;
    return CL_SUCCESS;
  case CL_SAMPLER_ADDRESSING_MODE:
    if (value < CL_ADDRESS_NONE || value > CL_ADDRESS_MIRRORED_REPEAT)
      return CL_INVALID_VALUE;
    settings.addressingMode = static_cast<cl_addressing_mode>(value);
    return CL_SUCCESS;
  case CL_SAMPLER_FILTER_MODE:
    if (value != CL_FILTER_NEAREST && value != CL_FILTER_LINEAR)
      return CL_INVALID_VALUE;
    settings.filterMode = static_cast<cl_filter_mode>(value);
    return CL_SUCCESS;
  default:
    return CL_INVALID_VALUE;
  }
}

} // namespace

CL_API_ENTRY cl_sampler CL_API_CALL clCreateSampler(cl_context context, cl_bool normalizedCoords,
                                                    cl_addressing_mode addressingMode,
                                                    cl_filter_mode filterMode, cl_int *errcodeRet) {
  return createObject(errcodeRet, [&]() -> Result<Ref<Sampler>> {
    Context *owner = fromHandle<Context>(context);
    if (!owner)
      return CL_INVALID_CONTEXT;
    Sampler::Settings settings;
    if (cl_int error = readSetting(CL_SAMPLER_NORMALIZED_COORDS, normalizedCoords, settings))
      return error;
    if (cl_int error = readSetting(CL_SAMPLER_ADDRESSING_MODE, addressingMode, settings))
      return error;
    if (cl_int error = readSetting(CL_SAMPLER_FILTER_MODE, filterMode, settings))
      return error;
    return Sampler::create(*owner, settings, {});
  });
}

CL_API_ENTRY cl_sampler CL_API_CALL clCreateSamplerWithProperties(
    cl_context context, const cl_sampler_properties *properties, cl_int *errcodeRet) {
  return createObject(errcodeRet, [&]() -> Result<Ref<Sampler>> {
    Context *owner = fromHandle<Context>(context);
    if (!owner)
      return CL_INVALID_CONTEXT;
    Sampler::Settings settings;
    std::vector<cl_sampler_properties> copy;
    if (cl_int error = readPropertyList(
            properties, CL_INVALID_VALUE, copy,
            [&](cl_sampler_properties name, cl_sampler_properties value) -> cl_int {
              return readSetting(name, value, settings);
            }))
      return error;
    return Sampler::create(*owner, settings, std::move(copy));
  });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainSampler(cl_sampler sampler) {
  return retainHandle<Sampler>(sampler, CL_INVALID_SAMPLER);
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseSampler(cl_sampler sampler) {
  return releaseHandle<Sampler>(sampler, CL_INVALID_SAMPLER);
}

CL_API_ENTRY cl_int CL_API_CALL clGetSamplerInfo(cl_sampler handle, cl_sampler_info name,
                                                 size_t size, void *value, size_t *sizeRet) {
  return answerQuery(size, value, sizeRet, [&](const InfoValue &out) -> cl_int {
    Sampler *sampler = fromHandle<Sampler>(handle);
    if (!sampler)
      return CL_INVALID_SAMPLER;
    const Sampler::Settings &settings = sampler->settings();
    switch (name) {
    case CL_SAMPLER_REFERENCE_COUNT:
      return out.write<cl_uint>(sampler->applicationReferences());
    case CL_SAMPLER_CONTEXT:
      return out.write<cl_context>(sampler->context().handle());
    case CL_SAMPLER_NORMALIZED_COORDS:
      return out.write<cl_bool>(settings.normalizedCoords);
    case CL_SAMPLER_ADDRESSING_MODE:
      return out.write<cl_addressing_mode>(settings.addressingMode);
    case CL_SAMPLER_FILTER_MODE:
      return out.write<cl_filter_mode>(settings.filterMode);
    case CL_SAMPLER_PROPERTIES:
      return out.array(sampler->properties());
    default:
      return CL_INVALID_VALUE;
    }
  });
}
