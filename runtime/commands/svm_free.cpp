#include "runtime/commands/svm_free.hpp"

#include "runtime/command_queue.hpp"
#include "runtime/context.hpp"
#include "runtime/executor/worker_binding.hpp"

#include <system_error>
#include <thread>

namespace heddle {

SvmFreeCommand::SvmFreeCommand(CommandQueue &queue, std::span<void *const> pointers,
                               Callback callback, void *userData)
    : Command(queue, CL_COMMAND_SVM_FREE), pointers(pointers.begin(), pointers.end()),
      callback(callback), userData(userData) {}

Ref<Command> SvmFreeCommand::create(CommandQueue &queue, std::span<void *const> pointers,
                                    Callback callback, void *userData) {
  return Ref<Command>::adopt(new SvmFreeCommand(queue, pointers, callback, userData));
}

void SvmFreeCommand::submit() {
  if (!callback)
    return Command::submit();
  markStarted();
  try {
    // A worker may be what makes it.
    executor::WorkerBinding::leaveHere();
    std::thread thread([this] { finish(execute()); });
    thread.detach();
  } catch (const std::system_error &) {
    // None to be had: better on this thread than never.
    finish(execute());
  }
}

cl_int SvmFreeCommand::execute() {
  if (callback)
    callback(queue()->handle(), static_cast<cl_uint>(pointers.size()), pointers.data(), userData);
  else
    for (void *pointer : pointers)
      context().freeSvm(pointer);
  return CL_SUCCESS;
}

} // namespace heddle
