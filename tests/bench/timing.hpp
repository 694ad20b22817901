// How long something takes.
#ifndef HEDDLE_TESTS_BENCH_TIMING_HPP
#define HEDDLE_TESTS_BENCH_TIMING_HPP

#include <functional>

namespace heddle::bench {

/// Seconds of the best of several runs of `work`, after one that warms up. At least 5 runs, and for
/// at least half a second; 2 runs where they take more than 5 seconds.
double bestTime(const std::function<void()> &work);
/// The same from so many seconds of runs, but of at least two.
double bestTime(const std::function<void()> &work, double wantedSeconds);

/// From now on times are seconds of processor time of the whole process divided by the threads that
/// could work, which other programs on the machine disturb less.
void measureCpuTime(unsigned threads);

} // namespace heddle::bench

#endif
