#include "runtime/user_event.hpp"

#include "runtime/context.hpp"

namespace heddle {

UserEvent::UserEvent(Context &context)
    : Event(context, CL_COMMAND_USER, CL_SUBMITTED), owner(Ref(context)) {}

UserEvent::~UserEvent() = default;

Result<Ref<UserEvent>> UserEvent::create(Context &context) {
  return Ref<UserEvent>::adopt(new UserEvent(context));
}

} // namespace heddle
