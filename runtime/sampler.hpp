// cl_sampler: how kernels read images, as the application chose it.
#ifndef HEDDLE_RUNTIME_SAMPLER_HPP
#define HEDDLE_RUNTIME_SAMPLER_HPP

#include "runtime/abi/image.h"
#include "runtime/object.hpp"

#include <vector>

namespace heddle {

class Context;

class Sampler final : public Object<_cl_sampler> {
public:
  static bool isKind(ObjectKind kind) { return kind == ObjectKind::sampler; }

  struct Settings {
    bool normalizedCoords = true;
    cl_addressing_mode addressingMode = CL_ADDRESS_CLAMP;
    cl_filter_mode filterMode = CL_FILTER_NEAREST;
  };

  /// properties: as the application gave them, with the terminating zero, or empty.
  static Ref<Sampler> create(Context &context, const Settings &settings,
                             std::vector<cl_sampler_properties> properties);

  Context &context() const { return *owner; }
  const Settings &settings() const { return chosen; }
  const std::vector<cl_sampler_properties> &properties() const { return list; }
  /// What kernels are given: a sum of heddleSampler….
  cl_uint bits() const;

private:
  Sampler(Context &context, const Settings &settings,
          std::vector<cl_sampler_properties> properties);
  ~Sampler() override;

  Ref<Context> owner;
  const Settings chosen;
  const std::vector<cl_sampler_properties> list;
};

} // namespace heddle

#endif
