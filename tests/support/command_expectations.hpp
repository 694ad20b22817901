// What every function that enqueues a command owes its queue, its wait list and its event.
#ifndef HEDDLE_TESTS_SUPPORT_COMMAND_EXPECTATIONS_HPP
#define HEDDLE_TESTS_SUPPORT_COMMAND_EXPECTATIONS_HPP

#include <CL/cl.h>

#include <functional>

namespace heddle::test {

/// The function under test with good arguments, and these for the rest; it must not block.
using Enqueue = std::function<cl_int(cl_command_queue, cl_uint, const cl_event *, cl_event *)>;

/// CL_INVALID_COMMAND_QUEUE, CL_INVALID_CONTEXT and CL_INVALID_EVENT_WAIT_LIST; then that the
/// command waits for its list, fails with it, and has an event of that type.
void expectACommand(cl_command_queue queue, cl_command_type type, const Enqueue &enqueue);

} // namespace heddle::test

#endif
