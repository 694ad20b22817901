// cl_platform_id: the one platform and its devices.
#ifndef HEDDLE_RUNTIME_PLATFORM_HPP
#define HEDDLE_RUNTIME_PLATFORM_HPP

#include "runtime/device.hpp"
#include "runtime/object.hpp"

#include <vector>

namespace heddle {

class Platform final : public Object<_cl_platform_id> {
public:
  static bool isKind(ObjectKind kind) { return kind == ObjectKind::platform; }

  /// Made at the first call and never destroyed: an application may end with commands in flight.
  /// dispatch: the table that all objects carry; only the first call's counts.
  static Platform &instance(const void *dispatch = nullptr);

  const std::vector<Ref<Device>> &devices() const { return members; }
  Device &defaultDevice() const { return *members.front(); }

  /// ICD 2: the loader's own word, for the platform and everything made afterwards.
  void setLoaderData(void *data);

private:
  Platform();
  ~Platform() override;

  std::vector<Ref<Device>> members;
};

} // namespace heddle

#endif
