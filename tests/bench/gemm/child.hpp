// Work in a process of its own, so that its crash costs one figure and no more.
#ifndef HEDDLE_TESTS_BENCH_GEMM_CHILD_HPP
#define HEDDLE_TESTS_BENCH_GEMM_CHILD_HPP

#include <functional>
#include <optional>
#include <string>

namespace heddle::bench {

/// A child that runs `work`, and the text that it returned.
class Child {
public:
  /// To be called while this process has one thread and has not used OpenCL: the child inherits
  /// its memory, and a driver does not survive that.
  explicit Child(const std::function<std::string()> &work);
  ~Child();
  Child(const Child &) = delete;
  Child &operator=(const Child &) = delete;

  /// Waits for it, and kills it when it takes longer. Throws std::runtime_error with what `work`
  /// threw, or with how the child ended.
  std::string wait(double seconds);

private:
  int process = -1, pipe = -1;
};

} // namespace heddle::bench

#endif
