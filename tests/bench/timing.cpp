#include "tests/bench/timing.hpp"

#include <algorithm>
#include <ctime>

namespace heddle::bench {

namespace {

/// 0: wall-clock time. Else processor time, over so many threads.
unsigned threadsOfCpuTime = 0;

double secondsNow() {
  timespec now;
  clock_gettime(threadsOfCpuTime ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &now);
  return (double(now.tv_sec) + double(now.tv_nsec) * 1e-9) / std::max(1u, threadsOfCpuTime);
}

double timeOf(const std::function<void()> &work) {
  const double start = secondsNow();
  work();
  return secondsNow() - start;
}

} // namespace

void measureCpuTime(unsigned threads) { threadsOfCpuTime = threads; }

double bestTime(const std::function<void()> &work) {
  work();
  double best = 0, sum = 0;
  for (int run = 0; run < 2 || (sum < 5 && run < 5) || (sum < 0.5 && run < 10000); ++run) {
    const double seconds = timeOf(work);
    best = run ? std::min(best, seconds) : seconds;
    sum += seconds;
  }
  return best;
}

double bestTime(const std::function<void()> &work, double wantedSeconds) {
  work();
  double best = timeOf(work), sum = best;
  for (int run = 1; run < 2 || sum < wantedSeconds; ++run) {
    const double seconds = timeOf(work);
    best = std::min(best, seconds);
    sum += seconds;
  }
  return best;
}

} // namespace heddle::bench
