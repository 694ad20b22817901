// An event whose end the application decides.
#ifndef HEDDLE_RUNTIME_USER_EVENT_HPP
#define HEDDLE_RUNTIME_USER_EVENT_HPP

#include "runtime/event.hpp"

namespace heddle {

class UserEvent final : public Event {
public:
  static Result<Ref<UserEvent>> create(Context &context);

  /// CL_COMPLETE or a negative status. False when it was set before.
  bool setStatus(cl_int status);

  Context &context() const override { return *owner; }

private:
  explicit UserEvent(Context &context);
  ~UserEvent() override;

  Ref<Context> owner;
};

} // namespace heddle

#endif
