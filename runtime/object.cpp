#include "runtime/object.hpp"

namespace heddle {

std::atomic<const void *> ObjectHeader::driverDispatch{nullptr};

ObjectHeader::ObjectHeader(ObjectKind kind, const ObjectHeader *parent)
    : dispatch(parent ? parent->dispatch : driverDispatch.load(std::memory_order_relaxed)),
      loaderData(parent ? parent->loaderData : nullptr), kind(kind) {}

ReferenceCounts::Released ReferenceCounts::releaseForApplication() {
  // Never below zero: a release too many must not take away what we hold.
  std::uint32_t count = application.load(std::memory_order_relaxed);
  do {
    if (count == 0)
      return Released::wasNotHeld;
  } while (!application.compare_exchange_weak(count, count - 1, std::memory_order_acq_rel));
  return count == 1 ? Released::last : Released::stillHeld;
}

} // namespace heddle
