#include "runtime/user_event.hpp"

#include "runtime/context.hpp"

namespace heddle {

Result<Ref<UserEvent>> UserEvent::create(Context &context) {
  return Ref<UserEvent>::adopt(new UserEvent(context));
}

} // namespace heddle
