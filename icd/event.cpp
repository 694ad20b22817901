// Events.
#include "runtime/event.hpp"
#include "icd/entry.hpp"
#include "runtime/command.hpp"
#include "runtime/command_queue.hpp"
#include "runtime/context.hpp"
#include "runtime/user_event.hpp"

using namespace heddle;

namespace {

constexpr cl_int failedEvents = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;

bool isUserEvent(const Event &event) { return event.commandType() == CL_COMMAND_USER; }

} // namespace

CL_API_ENTRY cl_event CL_API_CALL clCreateUserEvent(cl_context handle, cl_int *errcodeRet) {
  return createObject(errcodeRet, [&]() -> Result<Ref<UserEvent>> {
    Context *context = fromHandle<Context>(handle);
    if (!context)
      return CL_INVALID_CONTEXT;
    return UserEvent::create(*context);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clSetUserEventStatus(cl_event handle, cl_int executionStatus) {
  return returnStatus([&]() -> cl_int {
    Event *event = fromHandle<Event>(handle);
    if (!event || !isUserEvent(*event))
      return CL_INVALID_EVENT;
    if (executionStatus > CL_COMPLETE)
      return CL_INVALID_VALUE;
    // The commands that start now may be what the application waited for to release the event.
    Ref<Event> held(*event);
    // CL_INVALID_OPERATION: the status was set before.
    return static_cast<UserEvent *>(event)->setStatus(executionStatus) ? CL_SUCCESS
                                                                       : CL_INVALID_OPERATION;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainEvent(cl_event event) {
  return retainHandle<Event>(event, CL_INVALID_EVENT);
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseEvent(cl_event event) {
  return releaseHandle<Event>(event, CL_INVALID_EVENT);
}

CL_API_ENTRY cl_int CL_API_CALL clGetEventInfo(cl_event handle, cl_event_info paramName,
                                               size_t paramValueSize, void *paramValue,
                                               size_t *paramValueSizeRet) {
  return answerQuery(paramValueSize, paramValue, paramValueSizeRet, [&](InfoValue out) -> cl_int {
    Event *event = fromHandle<Event>(handle);
    if (!event)
      return CL_INVALID_EVENT;
    switch (paramName) {
    case CL_EVENT_COMMAND_QUEUE:
      return out.write<cl_command_queue>(event->queue() ? event->queue()->handle() : nullptr);
    case CL_EVENT_COMMAND_TYPE:
      return out.write<cl_command_type>(event->commandType());
    case CL_EVENT_REFERENCE_COUNT:
      return out.write<cl_uint>(event->applicationReferences());
    case CL_EVENT_COMMAND_EXECUTION_STATUS:
      return out.write<cl_int>(event->status());
    case CL_EVENT_CONTEXT:
      return out.write<cl_context>(event->context().handle());
    default:
      return CL_INVALID_VALUE;
    }
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetEventProfilingInfo(cl_event handle,
                                                        cl_profiling_info paramName,
                                                        size_t paramValueSize, void *paramValue,
                                                        size_t *paramValueSizeRet) {
  return answerQuery(paramValueSize, paramValue, paramValueSizeRet, [&](InfoValue out) -> cl_int {
    Event *event = fromHandle<Event>(handle);
    if (!event)
      return CL_INVALID_EVENT;
    // CL_PROFILING_INFO_NOT_AVAILABLE: a user event, a queue that does not measure, or too early.
    if (isUserEvent(*event) || !event->queue()->profiling() || event->status() != CL_COMPLETE)
      return CL_PROFILING_INFO_NOT_AVAILABLE;
    const ProfilingStamps &stamps = static_cast<Command *>(event)->profiling();
    switch (paramName) {
    case CL_PROFILING_COMMAND_QUEUED:
      return out.write<cl_ulong>(stamps.queued);
    case CL_PROFILING_COMMAND_SUBMIT:
      return out.write<cl_ulong>(stamps.submitted);
    case CL_PROFILING_COMMAND_START:
      return out.write<cl_ulong>(stamps.started);
    case CL_PROFILING_COMMAND_END:
    case CL_PROFILING_COMMAND_COMPLETE: // commands have no children
      return out.write<cl_ulong>(stamps.ended);
    default:
      return CL_INVALID_VALUE;
    }
  });
}

CL_API_ENTRY cl_int CL_API_CALL clWaitForEvents(cl_uint numEvents, const cl_event *events) {
  return returnStatus([&]() -> cl_int {
    if (numEvents == 0 || !events)
      return CL_INVALID_VALUE;
    std::vector<Ref<Event>> waitedFor;
    for (cl_uint i = 0; i < numEvents; ++i) {
      Event *event = fromHandle<Event>(events[i]);
      if (!event)
        return CL_INVALID_EVENT;
      if (!waitedFor.empty() && &event->context() != &waitedFor.front()->context())
        return CL_INVALID_CONTEXT;
      // Counted: the application may release an event while another thread waits for it.
      waitedFor.push_back(Ref(*event));
    }
    bool failed = false;
    for (const Ref<Event> &event : waitedFor)
      failed = event->wait() < 0 || failed;
    return failed ? failedEvents : CL_SUCCESS;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clSetEventCallback(cl_event handle, cl_int commandExecCallbackType,
                                                   Event::Callback callback, void *userData) {
  return returnStatus([&]() -> cl_int {
    Event *event = fromHandle<Event>(handle);
    if (!event)
      return CL_INVALID_EVENT;
    if (!callback ||
        (commandExecCallbackType != CL_SUBMITTED && commandExecCallbackType != CL_RUNNING &&
         commandExecCallbackType != CL_COMPLETE))
      return CL_INVALID_VALUE;
    event->addCallback(commandExecCallbackType, callback, userData);
    return CL_SUCCESS;
  });
}
