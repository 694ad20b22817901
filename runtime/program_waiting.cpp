// Deferred kernels that are compiled before their launch.
//
// Who creates a kernel mostly launches it, but some programs create all that there are. So nothing
// is compiled until one is launched, and then never more than a few that may turn out to be in
// vain: twice as many as have been launched, and no more than there are processors.
#include "runtime/executor/worker_binding.hpp"
#include "runtime/kernel.hpp"
#include "runtime/program.hpp"

#include <algorithm>
#include <exception>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace heddle {

void Program::addWaiting(const Kernel &kernel) {
  MutexLock lock(recompilationMutex);
  waiting.push_back(&kernel);
}

void Program::forgetWaiting(const Kernel &kernel) {
  MutexLock lock(recompilationMutex);
  std::erase(waiting, &kernel);
  ahead.erase(&kernel);
}

void Program::compileWaiting(const Kernel &kernel, const DeviceCode &usual,
                             const Recompilation &wanted) {
  std::vector<std::pair<const Kernel *, DeviceCode>> next;
  {
    MutexLock lock(recompilationMutex);
    const auto found = std::find(waiting.begin(), waiting.end(), &kernel);
    if (found == waiting.end())
      return;
    // What is there already leaves this thread's processor free.
    const bool isAhead = ahead.erase(&kernel) != 0;
    const std::size_t place = static_cast<std::size_t>(found - waiting.begin());
    waiting.erase(found);
    ++launched;
    const std::size_t processors = usual.device->limits().computeUnits;
    const std::size_t most = std::min(processors - (isAhead ? 0 : 1), 2 * launched);
    for (std::size_t i = 0; i < waiting.size() && ahead.size() < most; ++i) {
      const Kernel *other = waiting[(place + i) % waiting.size()];
      const DeviceCode *code = other->codeFor(*usual.device);
      if (code && code->executable == usual.executable && code->index != usual.index &&
          ahead.insert(other).second)
        next.emplace_back(other, *code);
    }
  }
  for (const auto &[other, code] : next) {
    Recompilation same = wanted;
    same.kernel = code.metadata().name;
    // Its launch compiles it, then.
    const auto giveUp = [self = Ref(this), other] {
      MutexLock lock(self->recompilationMutex);
      self->ahead.erase(other);
    };
    const auto compile = [self = Ref(this), code, same, giveUp] {
      try {
        self->compiledAgain(code, same);
      } catch (const std::exception &) {
        // Out of memory.
        giveUp();
      }
    };
    try {
      // A worker may be what launches.
      executor::WorkerBinding::leaveHere();
      std::thread(compile).detach();
    } catch (const std::system_error &) {
      // No thread to be had.
      giveUp();
    }
  }
}

} // namespace heddle
