#include "runtime/commands/svm_free.hpp"

#include "runtime/command_queue.hpp"
#include "runtime/context.hpp"

namespace heddle {

SvmFreeCommand::SvmFreeCommand(CommandQueue &queue, std::span<void *const> pointers,
                               Callback callback, void *userData)
    : Command(queue, CL_COMMAND_SVM_FREE), pointers(pointers.begin(), pointers.end()),
      callback(callback), userData(userData) {}

Ref<Command> SvmFreeCommand::create(CommandQueue &queue, std::span<void *const> pointers,
                                    Callback callback, void *userData) {
  return Ref<Command>::adopt(new SvmFreeCommand(queue, pointers, callback, userData));
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
