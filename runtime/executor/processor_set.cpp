#include "runtime/executor/processor_set.hpp"

#include <climits>
#include <sched.h>

namespace heddle::executor {

namespace {

constexpr unsigned bitsOfWord = CHAR_BIT * sizeof(unsigned long);

const cpu_set_t *asSystemSet(const std::vector<unsigned long> &words) {
  return reinterpret_cast<const cpu_set_t *>(words.data());
}

} // namespace

ProcessorSet ProcessorSet::ofThisThread() {
  // Larger than any mask in use; the call fails when the kernel's own is larger still.
  constexpr unsigned maximum = 8192;
  ProcessorSet set;
  set.words.resize(maximum / bitsOfWord);
  if (::sched_getaffinity(0, set.words.size() * sizeof(unsigned long),
                          reinterpret_cast<cpu_set_t *>(set.words.data())) != 0)
    set.words.clear();
  while (!set.words.empty() && set.words.back() == 0)
    set.words.pop_back();
  return set;
}

void ProcessorSet::add(unsigned processor) {
  if (words.size() <= processor / bitsOfWord)
    words.resize(processor / bitsOfWord + 1);
  words[processor / bitsOfWord] |= 1ul << processor % bitsOfWord;
}

bool ProcessorSet::contains(unsigned processor) const {
  return processor / bitsOfWord < words.size() &&
         (words[processor / bitsOfWord] >> processor % bitsOfWord & 1) != 0;
}

std::vector<unsigned> ProcessorSet::numbers() const {
  std::vector<unsigned> result;
  for (unsigned processor = 0; processor < words.size() * bitsOfWord; ++processor)
    if (contains(processor))
      result.push_back(processor);
  return result;
}

bool ProcessorSet::bindThisThread() const {
  return ::sched_setaffinity(0, words.size() * sizeof(unsigned long), asSystemSet(words)) == 0;
}

bool ProcessorSet::bindThreadsOf(pthread_attr_t &attributes) const {
  return ::pthread_attr_setaffinity_np(&attributes, words.size() * sizeof(unsigned long),
                                       asSystemSet(words)) == 0;
}

} // namespace heddle::executor
