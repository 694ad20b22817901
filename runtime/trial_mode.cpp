#include "runtime/trial_mode.hpp"

#include "runtime/strict/strict_mode.hpp"
#include "runtime/support/log.hpp"
#include "runtime/support/options.hpp"

#include <string>

namespace heddle {

namespace {

TrialMode read() {
  const std::string &wanted = options().trials;
  // Findings are about the work-groups that the application enqueued.
  if (wanted == "off" || options().smallGroups == 0 || checksWanted())
    return TrialMode::off;
  if (wanted == "all")
    return TrialMode::all;
  if (!wanted.empty() && wanted != "on")
    complain("HEDDLE_TRIALS: '%s' is none of on, off and all; on is used", wanted.c_str());
  return TrialMode::on;
}

} // namespace

TrialMode trialMode() {
  static const TrialMode mode = read();
  return mode;
}

} // namespace heddle
