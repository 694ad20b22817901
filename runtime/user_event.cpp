#include "runtime/user_event.hpp"

#include "runtime/context.hpp"

namespace heddle {

UserEvent::UserEvent(Context &context)
    : Event(context, CL_COMMAND_USER, CL_SUBMITTED), owner(Ref(context)) {
  if (Trace::active() && !Trace::skipsNext())
    traced = std::make_shared<EventTrace>();
}

UserEvent::~UserEvent() = default;

bool UserEvent::setStatus(cl_int status) {
  if (traced)
    traced->endedHere();
  return advance(status);
}

Result<Ref<UserEvent>> UserEvent::create(Context &context) {
  return Ref<UserEvent>::adopt(new UserEvent(context));
}

} // namespace heddle
