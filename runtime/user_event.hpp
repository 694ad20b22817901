// An event whose end the application decides.
#ifndef HEDDLE_RUNTIME_USER_EVENT_HPP
#define HEDDLE_RUNTIME_USER_EVENT_HPP

#include "runtime/event.hpp"

namespace heddle {

class UserEvent final : public Event {
public:
  static Result<Ref<UserEvent>> create(Context &context);

  /// CL_COMPLETE or a negative status. False when it was set before.
  bool setStatus(cl_int status) { return advance(status); }

private:
  explicit UserEvent(Context &context) : Event(context, CL_COMMAND_USER, CL_SUBMITTED) {}
};

} // namespace heddle

#endif
