// A set of logical CPUs, by the system's numbers, and the affinity of threads.
#ifndef HEDDLE_RUNTIME_EXECUTOR_PROCESSOR_SET_HPP
#define HEDDLE_RUNTIME_EXECUTOR_PROCESSOR_SET_HPP

#include <pthread.h>
#include <vector>

namespace heddle::executor {

class ProcessorSet {
public:
  /// Those that the calling thread may run on; empty when the system does not tell.
  static ProcessorSet ofThisThread();

  void add(unsigned processor);
  bool contains(unsigned processor) const;
  bool empty() const { return words.empty(); }
  bool operator==(const ProcessorSet &) const = default;
  /// In ascending order.
  std::vector<unsigned> numbers() const;

  /// From now on, the calling thread runs on these only. False when the system does not allow it.
  bool bindThisThread() const;
  /// The same for threads that are made with these attributes.
  bool bindThreadsOf(pthread_attr_t &attributes) const;

private:
  std::vector<unsigned long> words; // as the system's calls want it; the last one is not zero
};

} // namespace heddle::executor

#endif
