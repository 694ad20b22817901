// cl_mutable_command_khr: a recorded kernel that changes between two enqueues of its buffer.
#ifndef HEDDLE_RUNTIME_MUTABLE_COMMAND_HPP
#define HEDDLE_RUNTIME_MUTABLE_COMMAND_HPP

#include "runtime/kernel.hpp"
#include "runtime/object.hpp"
#include "runtime/support/thread_annotations.hpp"

#include <CL/cl_ext.h>

#include <array>
#include <vector>

namespace heddle {

class CommandBuffer;

/// Lives as long as its buffer; the application counts no references.
class MutableCommand final : public Object<_cl_mutable_command_khr> {
public:
  static bool isKind(ObjectKind kind) { return kind == ObjectKind::mutableCommand; }

  using Sizes = std::array<std::size_t, 3>;
  /// What changes.
  struct Dispatch {
    Ref<Kernel> kernel; ///< one of our own, whose arguments nobody else sets
    Sizes globalOffset{};
    Sizes globalSize{};
    Sizes localSize{}; ///< zeros: none was given

    bool hasLocalSize() const { return localSize[0] != 0; }
  };
  /// What stays.
  struct Recording {
    Ref<Kernel> kernel; ///< the application's
    unsigned workDim = 1;
    cl_mutable_dispatch_fields_khr fields = 0; ///< what may change
    std::vector<cl_properties> properties;     ///< as given, with the end, or empty
  };

  static Ref<MutableCommand> create(CommandBuffer &buffer, Recording recording, Dispatch dispatch);

  CommandBuffer &buffer() const { return owner; }
  const Recording &recording() const { return recorded; }
  Dispatch dispatch() const EXCLUDES(mutex);

private:
  friend class CommandBuffer;

  MutableCommand(CommandBuffer &buffer, Recording recording, Dispatch dispatch);

  CommandBuffer &owner;
  const Recording recorded;
  std::uint32_t number = 0; ///< among the buffer's commands
  mutable Mutex mutex;
  Dispatch current GUARDED_BY(mutex);
};

} // namespace heddle

#endif
