// HEDDLE_TRIALS: whether kernels are compiled again in other ways.
#ifndef HEDDLE_RUNTIME_TRIAL_MODE_HPP
#define HEDDLE_RUNTIME_TRIAL_MODE_HPP

#include <cstdint>

namespace heddle {

enum class TrialMode : std::uint8_t {
  off,
  on,  ///< in the course of time, by another thread; the quickest is kept
  all, ///< at the first launch; launches have all codes by turns
};

TrialMode trialMode();

} // namespace heddle

#endif
