#include "runtime/platform.hpp"

#include "runtime/support/options.hpp"

namespace heddle {

Platform &Platform::instance(const void *dispatch) {
  static Platform &platform = [dispatch]() -> Platform & {
    ObjectHeader::driverDispatch.store(dispatch, std::memory_order_relaxed);
    return *new Platform;
  }();
  return platform;
}

Platform::Platform() : Object(ObjectKind::platform, nullptr) {
  members.push_back(Device::create(*this, options()));
}

Platform::~Platform() = default;

void Platform::setLoaderData(void *data) {
  loaderData = data;
  for (const Ref<Device> &member : members)
    member->loaderData = data;
}

} // namespace heddle
