// What the host programs of this folder share; operations.py says what is printed.

#ifndef HEDDLE_TESTS_BENCH_PROGRAMS_OPERATIONS_HPP
#define HEDDLE_TESTS_BENCH_PROGRAMS_OPERATIONS_HPP

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

inline double processorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

inline double wallSeconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// \p work runs an operation to its end; \p check, behind the first call, whether it was right.
inline void report(const std::string &name, const std::function<void()> &work,
                   const std::function<bool()> &check) {
  double start = wallSeconds();
  work();
  double first = wallSeconds() - start;
  if (!check()) {
    std::printf("%s: wrong result\n", name.c_str());
    return;
  }
  double best = 1e9;
  int calls = 0;
  double begun = wallSeconds();
  double processor = processorSeconds();
  while (calls < 3 || (calls < 50 && wallSeconds() - begun < 1)) {
    start = wallSeconds();
    work();
    double taken = wallSeconds() - start;
    best = taken < best ? taken : best;
    ++calls;
  }
  processor = (processorSeconds() - processor) / calls;
  std::printf("%s: first %.6e run %.6e processor %.6e s\n", name.c_str(), first, best, processor);
  std::fflush(stdout);
}

/// Whether two rows of numbers are as near as \p tolerance times the largest of the second.
template <typename Left, typename Right>
bool near(const std::vector<Left> &left, const std::vector<Right> &right, double tolerance) {
  double largest = 0;
  double worst = 0;
  for (std::size_t i = 0; i < right.size(); ++i) {
    largest = std::fmax(largest, std::fabs(double(right[i])));
    worst = std::fmax(worst, std::fabs(double(left[i]) - double(right[i])));
  }
  return left.size() == right.size() && worst <= tolerance * largest;
}

#endif
