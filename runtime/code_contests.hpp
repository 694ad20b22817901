// Other code of a kernel than the usual one, made for the local sizes that it is enqueued with.
#ifndef HEDDLE_RUNTIME_CODE_CONTESTS_HPP
#define HEDDLE_RUNTIME_CODE_CONTESTS_HPP

#include "runtime/device_code.hpp"
#include "runtime/executor/group_codes.hpp"
#include "runtime/executor/trials.hpp"
#include "runtime/support/thread_annotations.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

namespace heddle {

/// Code for a local size is compiled when launches have taken as long as that may take, or where
/// there were many work-groups that leave lanes idle. What is the quickest then is measured
/// (executor::Trials): it depends on the kernel and on the processor.
class CodeContests {
public:
  /// The executable is null where the code cannot be had.
  using Compile = std::function<DeviceCode(const executor::GroupCode &)>;

  /// The code for that launch of a kernel whose usual code is given: that, or one of ours, which
  /// stays as long as this.
  const DeviceCode *choose(const DeviceCode &usual, const executor::GroupsOfLaunch &launch,
                           const Compile &compile) EXCLUDES(mutex);

private:
  struct Contest {
    std::deque<DeviceCode> codes; ///< the usual one first; they do not move
    executor::Trials trials;      ///< of each
    /// Not compiled yet, the next one at the end.
    std::vector<executor::GroupCode> wanted;
    /// Enqueued so far, and since the last one was compiled.
    std::uint64_t groups = 0, ticks = 0;
    std::uint64_t enough = 0; ///< small work-groups for the next one

    void add(DeviceCode code);
  };
  using Key = std::tuple<std::shared_ptr<const Executable>, std::size_t, std::array<std::size_t, 3>,
                         std::vector<executor::GroupCode>>;

  Mutex mutex;
  std::map<Key, Contest> contests GUARDED_BY(mutex);
};

} // namespace heddle

#endif
