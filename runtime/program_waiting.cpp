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
  std::vector<DeviceCode> next;
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
        next.push_back(*code);
    }
  }
  for (const DeviceCode &code : next) {
    Recompilation same = wanted;
    same.kernel = code.metadata().name;
    const auto compile = [self = Ref(this), code, same] {
      try {
        self->compiledAgain(code, same);
      } catch (const std::exception &) {
        // Out of memory: its launch tries again.
      }
    };
    try {
      // A worker may be what launches.
      executor::WorkerBinding::leaveHere();
      std::thread(compile).detach();
    } catch (const std::system_error &) {
      // No thread to be had: its launch compiles it.
    }
  }
}

} // namespace heddle
