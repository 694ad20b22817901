#include "runtime/sampler.hpp"

#include "runtime/context.hpp"

namespace heddle {

namespace {

cl_uint addressBits(cl_addressing_mode mode) {
  switch (mode) {
  case CL_ADDRESS_CLAMP_TO_EDGE:
    return heddleSamplerAddressClampToEdge;
  case CL_ADDRESS_CLAMP:
    return heddleSamplerAddressClamp;
  case CL_ADDRESS_REPEAT:
    return heddleSamplerAddressRepeat;
  case CL_ADDRESS_MIRRORED_REPEAT:
    return heddleSamplerAddressMirroredRepeat;
  default:
    return heddleSamplerAddressNone;
  }
}

} // namespace

Sampler::Sampler(Context &context, const Settings &settings,
                 std::vector<cl_sampler_properties> properties)
    : Object(ObjectKind::sampler, &context), owner(Ref(context)), chosen(settings),
      list(std::move(properties)) {}

Sampler::~Sampler() = default;

Ref<Sampler> Sampler::create(Context &context, const Settings &settings,
                             std::vector<cl_sampler_properties> properties) {
  return Ref<Sampler>::adopt(new Sampler(context, settings, std::move(properties)));
}

cl_uint Sampler::bits() const {
  return addressBits(chosen.addressingMode) |
         (chosen.normalizedCoords ? cl_uint(heddleSamplerNormalizedCoords) : 0) |
         (chosen.filterMode == CL_FILTER_LINEAR ? cl_uint(heddleSamplerFilterLinear)
                                                : cl_uint(heddleSamplerFilterNearest));
}

} // namespace heddle
