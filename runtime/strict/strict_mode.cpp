#include "runtime/strict/strict_mode.hpp"

#include "runtime/support/options.hpp"

#include <cstdio>

namespace heddle {

std::optional<StrictMode> StrictMode::parse(std::string_view option) {
  for (std::string_view name : {"", "0", "off", "no", "false"})
    if (option == name)
      return StrictMode();
  for (std::string_view name : {"1", "on", "yes", "true"})
    if (option == name)
      return StrictMode{Kind::report, {}, false};
  if (option == "abort")
    return StrictMode{Kind::abort, {}, false};
  if (option == "all")
    return StrictMode{Kind::report, {}, true};
  constexpr std::string_view alsoAll = "all,";
  if (option.starts_with(alsoAll)) {
    std::optional<StrictMode> mode = parse(option.substr(alsoAll.size()));
    if (!mode || mode->kind == Kind::off || mode->all)
      return std::nullopt;
    mode->all = true;
    return mode;
  }
  constexpr std::string_view log = "log:";
  if (option.starts_with(log) && option.size() > log.size())
    return StrictMode{Kind::log, std::string(option.substr(log.size())), false};
  return std::nullopt;
}

const StrictMode &strictMode() {
  static const StrictMode &mode = *new StrictMode([] {
    std::optional<StrictMode> parsed = StrictMode::parse(options().strict);
    if (!parsed)
      std::fprintf(
          stderr,
          "heddle: HEDDLE_STRICT: '%s' is none of off, 1, all, abort and log:FILE; programs are "
          "not checked\n",
          options().strict.c_str());
    return parsed.value_or(StrictMode());
  }());
  return mode;
}

const abi::StrictDevice *strictDevice() {
  static const abi::StrictDevice *const device = [] {
    const std::string &name = options().strictDevice;
    const abi::StrictDevice *found = checksWanted() ? abi::findStrictDevice(name) : nullptr;
    if (checksWanted() && !found && !name.empty()) {
      std::string known;
      for (const abi::StrictDevice &row : abi::strictDevices)
        known += (known.empty() ? "" : ", ") + std::string(row.name);
      std::fprintf(stderr, "heddle: HEDDLE_STRICT_DEVICE: '%s' is none of %s\n", name.c_str(),
                   known.c_str());
    }
    return found;
  }();
  return device;
}

abi::ChecksRequest requestedChecks() {
  if (!checksWanted())
    return {};
  const abi::StrictDevice *device = strictDevice();
  return {true, strictMode().all, device ? std::string(device->name) : ""};
}

} // namespace heddle
