// cl_kernel: a function of a program with arguments.
#ifndef HEDDLE_RUNTIME_KERNEL_HPP
#define HEDDLE_RUNTIME_KERNEL_HPP

#include "runtime/device_code.hpp"
#include "runtime/kernel_arguments.hpp"
#include "runtime/program.hpp"

#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace heddle {

class Kernel final : public Object<_cl_kernel> {
public:
  static bool isKind(ObjectKind kind) { return kind == ObjectKind::kernel; }

  /// CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_KERNEL_NAME, CL_INVALID_KERNEL_DEFINITION.
  static Result<Ref<Kernel>> create(Program &program, const std::string &name);
  /// The same function with the same arguments, which change independently from then on.
  Result<Ref<Kernel>> clone() EXCLUDES(mutex);

  Program &program() const { return *owner; }
  Context &context() const { return owner->context(); }

  using DeviceCode = heddle::DeviceCode;
  /// For a sub-device that the program was not built for, the code of what it is a part of. Null
  /// when there is none either.
  const DeviceCode *codeFor(const Device &device) const;
  /// Of a deferred kernel (abi::KernelMetadata), the code for launches of that size, which the
  /// first one waits for: code of one lane where there are fewer work-items than lanes, which is
  /// there sooner. localSize: null where it is to be chosen. Null when it cannot be had. Takes no
  /// lock once the usual lanes are there.
  const DeviceCode *compiled(const DeviceCode *usual, const std::array<std::size_t, 3> &globalSize,
                             const std::array<std::size_t, 3> *localSize) EXCLUDES(mutex);
  /// The code for that ND-range, with missing lanes, large global ids or work-groups that begin
  /// anywhere or not, and for work-groups of that size: `usual`, or what is compiled now or in the
  /// course of time (CodeContests). Null when it cannot be had.
  const DeviceCode *codeForLaunch(const DeviceCode *usual,
                                  const std::array<std::size_t, 3> &globalOffset,
                                  const std::array<std::size_t, 3> &globalSize,
                                  const std::array<std::size_t, 3> &localSize, std::uint64_t groups)
      EXCLUDES(mutex);
  const std::vector<DeviceCode> &codes() const { return code; }
  /// Of the first device; arguments and attributes are the same for all.
  const abi::KernelMetadata &metadata() const { return code.front().metadata(); }

  cl_int setArgument(cl_uint index, std::size_t size, const void *value) EXCLUDES(mutex);
  cl_int setPointerArgument(cl_uint index, const void *pointer) EXCLUDES(mutex);
  cl_int checkArguments() EXCLUDES(mutex);
  /// For one of the codes of this kernel.
  ArgumentSnapshot snapshotArguments(const DeviceCode &code) EXCLUDES(mutex);
  std::uint64_t localMemSize() EXCLUDES(mutex);

  /// The local size for a NULL local_work_size. Choosing takes microseconds and programs enqueue
  /// the same size over and over, so the last answer is kept.
  /// workers: those that will run the work-groups, at most.
  std::array<std::size_t, 3> chooseLocalSize(const DeviceCode &code, unsigned workers,
                                             unsigned workDim,
                                             const std::array<std::size_t, 3> &globalSize)
      EXCLUDES(mutex);

private:
  Kernel(Program &program, std::vector<DeviceCode> code);
  ~Kernel() override;

  bool hasCodeForAnyRange(const DeviceCode &usual) EXCLUDES(mutex);
  /// Null when it cannot be had.
  const DeviceCode *codeForAnyRange(const DeviceCode &usual) EXCLUDES(mutex);
  /// Null where `usual` lacks lanes of such groups and there is no other code yet.
  const DeviceCode *codeForGroups(const DeviceCode *usual,
                                  const std::array<std::size_t, 3> &globalSize,
                                  const std::array<std::size_t, 3> &localSize, std::uint64_t groups)
      EXCLUDES(mutex);

  Ref<Program> owner;
  const std::vector<DeviceCode> code; ///< at least one
  Mutex mutex;
  KernelArguments arguments GUARDED_BY(mutex);
  struct Choice {
    const DeviceCode *code = nullptr;
    unsigned workers = 0;
    unsigned workDim = 0;
    std::array<std::size_t, 3> globalSize{};
    std::array<std::size_t, 3> localSize{};
  };
  Choice lastChoice GUARDED_BY(mutex);
  std::atomic<CodeContest *> lastContest{nullptr}; ///< one of the program's
  /// For any range, by the usual code.
  std::map<const DeviceCode *, DeviceCode> forAnyRange GUARDED_BY(mutex);
  /// Of a deferred kernel. Only `isThere` is read without the lock, and `code` once that is set.
  struct Compiled {
    std::atomic<bool> isThere{false};
    DeviceCode code;
    DeviceCode ofOneLane;
    std::uint64_t ticksOfOneLane = 0; ///< that its launches have taken, as far as is known
  };
  const std::unique_ptr<Compiled[]> deferred; ///< one for each of `code`
};

/// The most work-items of a work-group of this kernel on the device: the device's own limit, or
/// less when the frames of suspended sub-groups would take too much memory.
std::size_t maximumWorkGroupSize(const Kernel::DeviceCode &code);

/// Bytes for the frames of all sub-groups of a work-group, 0 for kernels without barriers.
std::uint64_t frameBytes(const abi::KernelMetadata &metadata,
                         const std::array<std::size_t, 3> &localSize);

} // namespace heddle

#endif
